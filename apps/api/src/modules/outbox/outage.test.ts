import { randomUUID } from 'node:crypto';
import { listMessages } from '@anticipa/contract/outbox';
import { rounds } from '@anticipa/sandbox/rounds';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { runCron, runJobs } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { outboxMessages } from './queries.ts';

const MESSAGES = rounds(30, 1000);
const CUT = 20;

let portal: Portal;
let client: TestClient;
let userIds: string[];
beforeAll(async () => {
  portal = await startPortal({ inNewDatabase: true });
  client = await aClient(portal);
  userIds = [];
  for (let count = 0; count < 10; count += 1) userIds.push((await aUser(portal, { client })).userId);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.owner.query('delete from outbox');
  await portal.db.owner.query('delete from graphile_worker._private_jobs');
});

const pass = (hours: number): void => portal.clock.pass(hours * 3_600_000);

/** A stopped mail server that can be restarted. */
const aServerThatIsDown = async () => {
  const server = await startSmtpCatcher();
  await server.close();
  const { smtpUrl } = server;
  return { smtpUrl, comeBack: () => startSmtpCatcher(undefined, Number(new URL(smtpUrl).port)) };
};

const leaveMessages = (count: number) =>
  portal.db.owner.query(
    `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
     select $1, id, 'password-changed', jsonb_build_object('userId', ($2::uuid[])[1 + place % $3]), format('<%s@portal.anticipa.mx>', id), $4
     from (select gen_random_uuid() as id, place from generate_series(1, $5) place) fresh`,
    [client.clientId, userIds, userIds.length, portal.clock.now(), count],
  );
const messages = () =>
  runAs({ db: portal.db.worker, clock: portal.clock }, WORKER, (work) => outboxMessages(work, { limit: 2 * MESSAGES }));
const states = async (): Promise<Record<string, number>> => {
  const rows = await messages();
  const kinds = [...new Set(rows.map((row) => row.state))];
  return Object.fromEntries(kinds.map((kind) => [kind, rows.filter((row) => row.state === kind).length]));
};

// First, because a database counts the reads of other tests with a delay.
it('a message is found by its key, not among all that wait', async () => {
  const server = await startSmtpCatcher();
  onTestFinished(() => server.close());
  const reads = async (index: string): Promise<number> => {
    const { rows } = await portal.db.owner.query<{ count: number }>(
      'select idx_scan::int as count from pg_stat_user_indexes where indexrelname = $1',
      [index],
    );
    return rows[0]?.count ?? 0;
  };
  const before = { key: await reads('outbox_pkey'), waiting: await reads('outbox_waiting') };
  await leaveMessages(10);
  await runJobs(portal, server);
  await expect.poll(() => reads('outbox_pkey')).toBeGreaterThanOrEqual(before.key + 20);
  expect((await reads('outbox_waiting')) - before.waiting).toBeLessThan(10);
});

describe('mail that is down for a day', () => {
  it(`delivers ${MESSAGES} messages exactly once, and repeats one under its id after a dropped connection`, async () => {
    const down = await aServerThatIsDown();
    await leaveMessages(MESSAGES);
    expect(await states()).toEqual({ waiting: MESSAGES });
    await runJobs(portal, down);
    expect(await states()).toEqual({ retrying: MESSAGES });
    for (let hour = 0; hour < 24; hour += 1) {
      pass(1);
      await runCron(portal, down, 'resume-outbox');
    }
    expect(await states()).toEqual({ retrying: MESSAGES });

    const server = await down.comeBack();
    onTestFinished(() => server.close());
    server.hangUpOn(CUT);
    for (let round = 0; round < 5 && (await states()).sent !== MESSAGES; round += 1) {
      await runCron(portal, server, 'resume-outbox');
      await runJobs(portal, server);
    }
    expect(await states()).toEqual({ sent: MESSAGES });
    expect(new Set((await messages()).map(({ lastError }) => lastError))).toEqual(new Set([null]));
    expect(new Set(server.messageIds()).size).toBe(MESSAGES);
    expect(server.received()).toBe(MESSAGES + CUT);
    // Jobs still queued send nothing again.
    await runCron(portal, server, 'resume-outbox');
    await portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
    await runJobs(portal, server);
    expect(server.received()).toBe(MESSAGES + CUT);
  });

  it('resumes messages and claims of a clock that has been set back', async () => {
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    pass(24);
    await leaveMessages(2);
    const claimedUntil = new Date(portal.clock.now().getTime() + 600_000);
    await portal.db.owner.query(
      'update outbox set claimed_until = $1 where outbox_id = (select min(outbox_id::text)::uuid from outbox)',
      [claimedUntil],
    );
    await portal.db.owner.query('delete from graphile_worker._private_jobs');
    pass(-24);
    await runCron(portal, server, 'resume-outbox');
    await runJobs(portal, server);
    expect(await states()).toEqual({ sent: 2 });
  });

  it('gives up a message after three days, logs it and keeps it visible', async () => {
    const down = await aServerThatIsDown();
    await leaveMessages(1);
    await runJobs(portal, down);
    pass(1);
    await leaveMessages(1);
    expect((await messages()).map(({ state }) => state)).toEqual(['waiting', 'retrying']);
    await portal.db.owner.query('delete from outbox where attempts = 0');
    pass(70);
    expect(await runCron(portal, down, 'resume-outbox')).toEqual([]);
    pass(1);
    expect(await runCron(portal, down, 'resume-outbox')).toEqual(['message given up after three days']);
    const operator = await portal.signIn((await anOperator(portal)).email);
    const { data } = await operator.call(listMessages, { query: { state: 'given-up' } });
    const [message] = data;
    expect(data).toHaveLength(1);
    expect(message).toMatchObject({
      kind: 'password-changed',
      entityName: client.entityName,
      attempts: 1,
      sentTo: null,
    });
    expect(message?.lastError).toContain('ECONNREFUSED');
    expect((await operator.call(listMessages, { query: { state: 'sent' } })).data).toEqual([]);
  });
});

describe('a message', () => {
  it('claimed by a dead worker is sent once its claim expires', async () => {
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    await leaveMessages(1);
    const { owner } = portal.db;
    await owner.query('update outbox set claimed_until = $1', [new Date(portal.clock.now().getTime() + 600_000)]);
    await runJobs(portal, server);
    expect(server.received()).toBe(0);
    pass(1);
    await runCron(portal, server, 'resume-outbox');
    await runJobs(portal, server);
    expect(server.received()).toBe(1);
    expect(await states()).toEqual({ sent: 1 });
  });

  it('keeps its place in the queue while its job waits for a slot', async () => {
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    await leaveMessages(3);
    const { owner } = portal.db;
    const jobs = async () =>
      (await owner.query('select id, revision, run_at from graphile_worker.jobs order by id')).rows;
    const queued = await jobs();
    pass(1);
    await runCron(portal, server, 'resume-outbox');
    expect(await jobs()).toEqual(queued);
    await runJobs(portal, server);
    expect(await states()).toEqual({ sent: 3 });
  });

  it('an obsolete message is dropped and listed as dropped', async () => {
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    await portal.db.owner.query(
      `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
       values ($1, $2, 'recovery-link', $3, 'x', $4)`,
      [client.clientId, randomUUID(), JSON.stringify({ requestId: randomUUID() }), portal.clock.now()],
    );
    await runJobs(portal, server);
    expect(await states()).toEqual({ dropped: 1 });
    expect(server.received()).toBe(0);
  });
});
