import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { pulseOf } from './pulse.ts';
import { watchQueue } from './watchdog.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

it('a fetch without an answer gives back the jobs that it took, and no others', async () => {
  const { owner, worker } = portal.db;
  const add = async (lockedBy: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(`select id from graphile_worker.add_job('sweep-outbox')`);
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '1 minute' where id = $1`,
      [rows[0]?.id, lockedBy],
    );
    return rows[0]?.id ?? '';
  };
  const lost = await add('ours');
  const running = await add('ours');
  const foreign = await add('of another process');
  const locked = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from graphile_worker._private_jobs where locked_at is not null order by id',
    );
    return rows.map(({ id }) => id);
  };
  const silenceMs = 30_000;
  const pulse = pulseOf(2, silenceMs);
  const events = new EventEmitter();
  pulse.follow(events as WorkerEvents);
  events.emit('pool:create', { workerPool: { id: 'ours' } });
  events.emit('job:start', { job: { id: running } });
  const logged: string[] = [];
  expect([await locked(), pulse.doubtful()]).toEqual([[lost, running, foreign], null]);
  events.emit('worker:getJob:error', {});
  const groups = [{ tasks: ['sweep-outbox'], pulse }];
  const dog = watchQueue({ db: worker, log: logInto(logged), groups, silenceMs: 60, onStuck: () => undefined });
  onTestFinished(() => dog.stop());
  await expect.poll(locked).toEqual([running, foreign]);
  expect(logged).toEqual(['lost jobs are back in the queue']);
});
