import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { rounds } from '@anticipa/sandbox/rounds';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { anOperator, anUploadedInvoice } from '../testing/builders.ts';
import { aHangingMailServer } from '../testing/hanging-mail-server.ts';
import { runJobs } from '../testing/jobs.ts';
import { logInto } from '../testing/log.ts';
import { aPopulatedClient, type TestObjects } from '../testing/populated-client.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { uuidWith } from '../testing/uploads.ts';
import { aWayToDatabase } from '../testing/way-to-database.ts';
import { openOutside } from './gateways/outside.ts';
import { purge } from './modules/session/jobs.ts';
import type { MessageKind } from './platform/jobs/outbox.ts';
import { cronOf, startWorker } from './worker.ts';

let portal: Portal;
let catcher: SmtpCatcher;
let own: TestObjects;
const logged: string[] = [];
const stuck: string[] = [];
const PERSON = { firstName: 'Inés', lastName: 'Prueba', isAdmin: false };
const log = logInto(logged);

beforeAll(async () => {
  portal = await startPortal();
  catcher = await startSmtpCatcher();
  const operator = await portal.signIn((await anOperator(portal)).email);
  own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  await portal.db.owner.query('delete from outbox');
});
afterAll(async () => {
  await catcher.close();
  await portal.close();
});

const start = async (smtpUrl = catcher.smtpUrl, directUrl = portal.config.directUrl, silenceMs = 30_000) => {
  const config = { ...portal.config, smtpUrl, directUrl };
  const outside = await openOutside(config);
  const onStuck = ({ message }: Error): void => void stuck.push(message);
  const { db, clock } = portal;
  const worker = await startWorker({ config, db: db.worker, clock, outside, log, onStuck, silenceMs });
  // Stops it even after a failure: it would deliver the messages of the next test.
  onTestFinished(() => worker.stop());
  return worker;
};
const askForSummary = async (): Promise<void> => {
  const session = await portal.signIn(own.email);
  await session.call(routes.sendSummary, { body: { numberOfSales: [own.creditNumber], emails: [own.email] } });
};
const pass = (minutes: number): void => portal.clock.pass(minutes * 60_000);
/** Operators get mails too, of proposals that wait for them. */
const mailsToUser = (): number => catcher.mails().filter((mail) => mail.to === own.email).length;
const waiting = async (): Promise<number> =>
  (await portal.db.owner.query('select 1 from outbox where delivered_at is null')).rows.length;

const leaveMessages = (kind: MessageKind, count: number, payload: object = { userId: own.userId }) =>
  portal.db.owner.query(
    `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
     select $1, id, $2, $3, format('<%s@portal.anticipa.mx>', id), $4
     from (select gen_random_uuid() as id from generate_series(1, $5)) fresh`,
    [own.clientId, kind, JSON.stringify(payload), portal.clock.now(), count],
  );

describe('the worker', () => {
  it('[RES-03] delivers messages queued before and after its start, then idles', async () => {
    await askForSummary();
    expect(await waiting()).toBe(1);
    const worker = await start();
    await expect.poll(() => waiting()).toBe(0);
    pass(10);
    await askForSummary();
    await expect.poll(() => mailsToUser()).toBe(2);
    await expect.poll(() => waiting()).toBe(0);
    await worker.stop();
    expect(logged).toEqual([]);
  });

  it('sends each mail once with two workers', async () => {
    const before = mailsToUser();
    const workers = await Promise.all([start(), start()]);
    await leaveMessages('password-changed', 10);
    await expect.poll(() => waiting()).toBe(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(mailsToUser() - before).toBe(10);
  });
});

it('a worker that lost its queue resumes automatically', async () => {
  const way = await aWayToDatabase(portal.db.ownerUrl);
  onTestFinished(way.close);
  const hanging = await aHangingMailServer();
  await start(hanging.smtpUrl, way.url);
  await leaveMessages('password-changed', 5);
  await expect.poll(hanging.waiting).toBe(5);
  // The ends of the jobs cannot be recorded, which ends the runner; after the second its library never ends.
  way.cut();
  for (const lost of [1, 2]) {
    hanging.drop();
    await expect.poll(() => logged.filter((line) => line.startsWith('Failed to fail jobs'))).toHaveLength(lost);
  }
  await hanging.close();
  await expect.poll(() => logged).toContain('the job queue broke off; starting it again');
  await expect.poll(() => logged).toContain('the job queue cannot be reached; trying again');
  const server = await hanging.comeBack();
  onTestFinished(() => server.close());
  await way.restore();
  await leaveMessages('password-changed', 1);
  // The scheduled job may deliver the first message again as well.
  await expect.poll(server.received).toBeGreaterThan(0);
});

it('an idle worker whose database froze goes on over new connections', async () => {
  const way = await aWayToDatabase(portal.db.ownerUrl);
  onTestFinished(way.close);
  await portal.db.owner.query('delete from outbox; delete from graphile_worker._private_jobs');
  await start(catcher.smtpUrl, way.url);
  await leaveMessages('password-changed', 1);
  await expect.poll(() => waiting()).toBe(0);
  const frozen = way.freeze();
  await leaveMessages('password-changed', 1);
  await expect.poll(() => logged).toContain('the job queue does not answer; leaving its connections');
  await expect.poll(() => waiting()).toBe(0);
  // Includes the connections that listen, to which nothing is ever sent.
  await expect.poll(frozen).toBe(0);
});

it('a worker whose database stopped calls for another, and goes on once it is back', async () => {
  const way = await aWayToDatabase(portal.db.ownerUrl);
  onTestFinished(way.close);
  await portal.db.owner.query('delete from outbox; delete from graphile_worker._private_jobs');
  await start(catcher.smtpUrl, way.url, 3000);
  await leaveMessages('password-changed', 1);
  await expect.poll(() => waiting()).toBe(0);
  logged.length = 0;
  const goOn = way.stall();
  await leaveMessages('password-changed', 20);
  await expect.poll(() => stuck).toEqual(['a runner takes no jobs although some are due']);
  await expect.poll(() => logged).toContain('the job queue does not answer; leaving its connections');
  goOn();
  await expect.poll(() => waiting()).toBe(0);
});

describe('a worker that starts', () => {
  it('runs the jobs of a clock that has been set back, and schedules again', async () => {
    const { owner } = portal.db;
    const far = `now() + interval '2 days'`;
    await owner.query('delete from outbox');
    await owner.query('delete from graphile_worker._private_jobs');
    await leaveMessages('password-changed', 1);
    await owner.query(`update graphile_worker._private_jobs set run_at = ${far}`);
    await owner.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('purge', now(), ${far}) on conflict (identifier) do update set last_execution = ${far}`);
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    await start(server.smtpUrl);
    await expect.poll(server.received).toBe(1);
    const { rows } = await owner.query(
      'select from graphile_worker._private_known_crontabs where last_execution > now()',
    );
    expect(rows).toEqual([]);
  });
});

describe('many queued summaries', () => {
  const leaveSummaries = async (count: number): Promise<void> => {
    const { owner } = portal.db;
    await owner.query('delete from outbox');
    await owner.query('delete from graphile_worker._private_jobs');
    const { rows } = await owner.query<{ id: string }>(
      'select sale_id as id from sales where client_id = $1 and number_of_sale = $2',
      [own.clientId, own.creditNumber],
    );
    await leaveMessages('sale-summary', count, { saleIds: rows.map(({ id }) => id), userId: own.userId });
  };

  it('many queued summaries do not delay an invitation and a warning', async () => {
    await leaveSummaries(12);
    await leaveMessages('password-changed', 1);
    const administrator = await portal.signIn(own.adminEmail);
    const invited = { ...PERSON, email: 'invited@example.test' };
    await administrator.call(routes.createUser, { body: invited });
    const server = await startSmtpCatcher();
    onTestFinished(() => server.close());
    await runJobs(portal, server, 1);
    // With the notice of the new person to the administrator.
    expect(server.received()).toBe(15);
    const { rows } = await portal.db.owner.query<{ kind: string; id: string }>(
      `select kind, '<' || outbox_id as id from outbox`,
    );
    const kindOf = (messageId: string) => rows.find(({ id }) => messageId.startsWith(id))?.kind;
    expect(server.messageIds().slice(0, 4).map(kindOf)).toEqual([
      'recovery-link',
      'password-changed',
      'notice',
      'sale-summary',
    ]);
  });

  it('summaries for a hanging mail server delay neither a link, nor the sweep, nor a recheck', async () => {
    const { owner } = portal.db;
    const {
      rows: [client],
    } = await owner.query<{ name: string }>('select entity_name as name from clients where client_id = $1', [
      own.clientId,
    ]);
    const uuid = uuidWith('ABABABAB');
    portal.taxStatus.script(uuid, 'reset');
    const issuer = { ...own, entityName: client?.name ?? '', founderId: own.userId };
    const pending = await anUploadedInvoice(portal, {
      session: await portal.signIn(own.email),
      client: issuer,
      spec: { uuid },
    });
    portal.taxStatus.script(uuid, 'valid');
    expect(pending.verification).toBe('pending');
    await leaveSummaries(rounds(50, 20_000));
    const hanging = await aHangingMailServer();
    await start(hanging.smtpUrl);
    // Before the worker, which waits for its mails.
    onTestFinished(() => hanging.close());
    await expect.poll(hanging.waiting).toBe(5);
    await portal.visitor.call(routes.recoverPass, { body: { email: own.email } });
    await expect.poll(hanging.waiting).toBe(6);
    pass(31);
    await owner.query(
      `select graphile_worker.add_job('sweep-expired-sales'), graphile_worker.add_job('recheck-pending-invoices')`,
    );
    const verification = async () =>
      (await owner.query('select verification from invoices where document_id = $1', [pending.documentId])).rows[0];
    await expect.poll(verification).toEqual({ verification: 'verified' });
    const stateOfHeld = async () => {
      const { rows } = await owner.query<{ state: string }>(
        'select state from sales where client_id = $1 and number_of_sale = $2',
        [own.clientId, own.held.number],
      );
      return rows[0]?.state;
    };
    await expect.poll(stateOfHeld).toBe('expired');
    // The mail server has not finished any.
    expect((await owner.query('select from outbox where attempts > 0')).rowCount).toBe(0);
  });
});

it('scheduled jobs have priority', () => {
  const options = { jobKeyMode: 'preserve_run_at', priority: 0 };
  const schedule = cronOf([{ name: 'nightly', cron: '0 9 * * *', run: async () => undefined }]);
  expect(schedule).toMatchObject([{ task: 'nightly', options: { ...options, jobKey: 'nightly' } }]);
});

describe('purging', () => {
  it('deletes rows past their retention, and nothing newer', async () => {
    const session = await portal.signIn(own.email);
    await session.call(routes.listInvoices);
    await session.call(routes.recoverPass, { body: { email: own.email } });
    const count = async (): Promise<Record<string, number>> => {
      const { rows } = await portal.db.owner.query<Record<string, number>>(
        `select (select count(*)::int from sessions) as sessions, (select count(*)::int from session_tokens) as tokens,
          (select count(*)::int from login_attempts) as attempts, (select count(*)::int from idempotency) as answers,
          (select count(*)::int from recovery_inbox) as asks, (select count(*)::int from daily_use) as uses,
          (select count(*)::int from rate_counters) as counters,
          (select count(*)::int from recovery_requests where ended_at is null) as open,
          (select count(*)::int from recovery_requests where ended_at is not null) as ended`,
      );
      return rows[0] ?? {};
    };
    const deps = { db: portal.db.worker, clock: portal.clock };
    const now = portal.clock.now();
    await portal.db.owner.query(`insert into daily_use values ($1, $2, 'companies', 1) on conflict do nothing`, [
      own.clientId,
      portal.clock.today(),
    ]);
    await portal.db.owner.query(`insert into rate_counters values ('read:test', $1, 1)`, [now]);
    await portal.db.owner.query(
      `insert into recovery_requests (client_id, request_id, user_id, purpose, requested_at, ended_at)
       values ($1, gen_random_uuid(), $2, 'recovery', $3, $3)`,
      [own.clientId, own.userId, now],
    );
    const before = await count();
    await purge(deps);
    expect(await count()).toEqual(before);
    // Rows of earlier tests end earlier.
    const HOUR_MS = 3_600_000;
    await portal.db.owner.query('update sessions set expires_at = $1', [new Date(now.getTime() + 12 * HOUR_MS)]);
    await portal.db.owner.query('update login_attempts set attempted_at = $1', [now]);
    await portal.db.owner.query('update idempotency set created_at = $1', [now]);
    const DAY_MS = 24 * HOUR_MS;
    let left = before;
    for (const [lastMs, purged] of [
      [HOUR_MS, { counters: 0 }],
      [7 * DAY_MS, { answers: 0, asks: 0 }],
      [Date.parse(`${addDays(portal.clock.today(), 8)}T06:00Z`) - 1 - now.getTime(), { uses: 0 }],
      [30 * DAY_MS, { ended: 0 }],
      [30 * DAY_MS + 12 * HOUR_MS, { sessions: 0, tokens: 0 }],
      [90 * DAY_MS, { attempts: 0 }],
    ] as const) {
      portal.clock.set(new Date(now.getTime() + lastMs));
      await purge(deps);
      expect(await count()).toEqual(left);
      left = { ...left, ...purged };
      portal.clock.pass(1);
      await purge(deps);
      expect(await count()).toEqual(left);
    }
  });

  it('[OPE-76] deletes at most 500 rows in a transaction', async () => {
    const { owner } = portal.db;
    await owner.query(`delete from login_attempts; create table test_batches (size integer, xid xid8);
      create function note_batch() returns trigger language plpgsql security definer as $$ begin
        insert into public.test_batches select count(*), pg_current_xact_id() from gone; return null;
      end $$;
      create trigger batches after delete on login_attempts referencing old table as gone
        for each statement execute function note_batch();
      insert into login_attempts (account, address, attempted_at, succeeded)
        select 'a', '::1', '2020-01-01', false from generate_series(1, 1100)`);
    onTestFinished(async () => {
      await owner.query('drop table test_batches; drop function note_batch cascade');
    });
    await purge({ db: portal.db.worker, clock: portal.clock });
    const { rows } = await owner.query('select sum(size)::int as size from test_batches group by xid order by xid');
    expect(rows).toEqual([{ size: 500 }, { size: 500 }, { size: 100 }]);
  });

  it('deletes jobs without attempts left after a month', async () => {
    const { owner } = portal.db;
    await owner.query('delete from graphile_worker._private_jobs');
    for (const task of ['dead-of-a-month', 'dead-of-a-day', 'waiting-for-a-month'])
      await owner.query('select graphile_worker.add_job($1, max_attempts => 3)', [task]);
    // Its trigger sets updated_at.
    await owner.query('alter table graphile_worker._private_jobs disable trigger user');
    const kept = async (): Promise<string[]> => {
      const { rows } = await owner.query<{ name: string }>(
        'select task_identifier as name from graphile_worker.jobs order by id',
      );
      return rows.map(({ name }) => name);
    };
    await owner.query(`update graphile_worker._private_jobs jobs set updated_at = now() - interval '31 days',
      attempts = case when identifier like 'dead%' then 3 else 2 end
      from graphile_worker._private_tasks tasks where tasks.id = task_id`);
    await owner.query(`update graphile_worker._private_jobs jobs set updated_at = now() - interval '29 days'
      from graphile_worker._private_tasks tasks where tasks.id = task_id and identifier = 'dead-of-a-day'`);
    await owner.query('alter table graphile_worker._private_jobs enable trigger user');
    await purge({ db: portal.db.worker, clock: portal.clock });
    expect(await kept()).toEqual(['dead-of-a-day', 'waiting-for-a-month']);
    await owner.query('delete from graphile_worker._private_jobs');
  });
});
