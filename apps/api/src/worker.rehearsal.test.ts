/** A database that stops for seconds while jobs of every kind run and wait. Part of `npm run test:full`. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../testing/builders.ts';
import { aLender } from '../testing/lender.ts';
import { logInto } from '../testing/log.ts';
import { type Program, startProgram } from '../testing/rehearsal/nodes.ts';
import { type Address, anAddress, type Server, startPrimary } from '../testing/rehearsal/servers.ts';
import { openOutside } from './gateways/outside.ts';
import { readConfig } from './platform/config/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/pool.ts';
import { fixedClock } from './platform/work/clock.ts';
import { workerJobs } from './worker.ts';

const FREEZE_MS = 14_000;
const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));
let parent: string;
let server: Server;
let address: Address;
let owner: pg.Client;
let worker: Program;
let smtp: Awaited<ReturnType<typeof startSmtpCatcher>>;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'anticipa-freeze-'));
  server = await startPrimary(parent, 'a');
  address = await anAddress(server);
  await migrate(address.url);
  smtp = await startSmtpCatcher();
  await openDemoPki(join(parent, 'data'));
  owner = new pg.Client({ connectionString: address.url });
  await owner.connect();
  await aLender(owner, clock);
  worker = await startProgram('worker', {
    NODE_ENV: 'development',
    DATABASE_URL: address.url,
    DATA_DIR: join(parent, 'data'),
    SMTP_URL: smtp.smtpUrl,
    PORTAL_NOW: clock.now().toISOString(),
  });
});

afterAll(async () => {
  server.thaw();
  await worker.end();
  await owner.end();
  address.close();
  await Promise.all([server.stop(), smtp.close()]);
  await rm(parent, { recursive: true, force: true });
});

const kinds = async (): Promise<string[]> => {
  const config = readConfig({ NODE_ENV: 'test' });
  const db = openDatabase({ url: address.url, login: 'worker', onError: () => undefined });
  const jobs = workerJobs({ config, db, clock, outside: await openOutside(config), log: logInto([]) });
  await db.close();
  return jobs.map(({ name }) => name);
};

/** Counts by kind, including locked ones, which may have been lost. */
const due = async () =>
  (
    await owner.query(
      `select task_identifier as kind, count(*)::int from graphile_worker.jobs
       where run_at <= now() and attempts < max_attempts group by 1 order by 1`,
    )
  ).rows;

it('every queue is empty again a minute after each stop of the database', async () => {
  const names = await kinds();
  const { clientId } = await aClient({ db: { owner }, clock });
  const { userId } = await aUser({ db: { owner }, clock }, { client: { clientId } });
  const [entryId, orderId] = [randomUUID(), randomUUID()];
  for (const round of [1, 2, 3]) {
    await owner.query(
      `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
       select $1, id, 'password-changed', $2, format('<%s@portal.anticipa.mx>', id), now()
       from (select gen_random_uuid() as id from generate_series(1, 60)) fresh`,
      [clientId, JSON.stringify({ userId })],
    );
    await owner.query(`select graphile_worker.add_job(name, $2) from unnest($1::text[]) name, generate_series(1, 3)`, [
      names,
      JSON.stringify({ clientId, outboxId: entryId, entryId, orderId, digest: '' }),
    ]);
    server.freeze();
    const stoppedAt = performance.now();
    await expect.poll(() => performance.now() - stoppedAt).toBeGreaterThan(FREEZE_MS);
    server.thaw();
    await expect.poll(due, { timeout: 60_000, interval: 1000, message: `round ${round}` }).toEqual([]);
  }
});
