import { done, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { DatabaseUnavailable } from './errors.ts';
import { type Executor, openDatabase, openQueuePool } from './pool.ts';
import { decimal, rowsOf, valuesOf } from './rows.ts';

const CLIENT = '00000000-0000-4000-8000-000000000001';
const TENANT = { as: 'tenant', clientId: CLIENT } as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query('create table marks (mark text primary key); grant select, insert on marks to anticipa_tenant');
});
afterAll(() => db.close());

const row = async (executor: Executor, select: string): Promise<unknown> =>
  (await sql`select ${sql.raw(select)}`.execute(executor)).rows[0];

describe('raw SQL', () => {
  const owed = (select: string) =>
    db.api.withTransaction(TENANT, (executor) => rowsOf(executor, z.object({ owed: decimal }))`${sql.raw(select)}`);

  it('has the rows of its schema', async () => {
    expect(await owed('select 1.50 as owed, 2 as other')).toEqual([{ owed: '1.50' }]);
    const first = db.api.withTransaction(
      TENANT,
      (executor) => valuesOf(executor, decimal)`values (1.50, 2), (3.00, 4)`,
    );
    expect(await first).toEqual(['1.50', '3.00']);
  });

  it.each(['select null::numeric as owed', 'select 1.50 as paid', "select 'NaN'::numeric as owed"])(
    'fails with a row that its schema does not have: %s',
    async (select) => {
      await expect(owed(select)).rejects.toThrow('owed');
    },
  );
});

const marks = async (): Promise<unknown[]> =>
  (await db.owner.query<{ mark: string }>('select mark from marks order by mark')).rows.map(({ mark }) => mark);

describe('a context', () => {
  const select = 'current_user as acts, session_user as login, current_client_id() as client';

  it.each([
    [TENANT, { acts: 'anticipa_tenant', login: 'anticipa_api', client: CLIENT }],
    [{ as: 'operator' }, { acts: 'anticipa_operator', login: 'anticipa_api', client: null }],
    [{ as: 'auth' }, { acts: 'anticipa_auth', login: 'anticipa_api', client: null }],
  ] as const)('acts as its own role: %o', async (context, expected) => {
    expect(await db.api.withTransaction(context, (executor) => row(executor, select))).toEqual(expected);
  });

  it('the worker’s context uses the worker’s login', async () => {
    const acts = await db.worker.withTransaction({ as: 'worker' }, (executor) => row(executor, select));
    expect(acts).toEqual({ acts: 'anticipa_worker', login: 'anticipa_worker', client: null });
  });

  it('ends with its transaction; the next one on the same connection has no tenant', async () => {
    const single = openDatabase({ url: db.ownerUrl, login: 'api', connections: 1, onError: () => undefined });
    onTestFinished(() => single.close());
    await single.withTransaction(TENANT, (executor) => row(executor, '1'));
    expect(await single.withTransaction({ as: 'auth' }, (executor) => row(executor, select))).toMatchObject({
      client: null,
    });
  });

  it.each(["x'; drop table marks; --", '', CLIENT.toUpperCase().replace('8', 'A')])(
    'refuses the client id %o',
    async (clientId) => {
      await expect(db.api.withTransaction({ as: 'tenant', clientId }, async () => 1)).rejects.toThrow('uuid');
    },
  );

  it.each(['tenant', 'operator', 'auth'] as const)('%s is refused for the worker', async (as) => {
    const work = db.worker.withTransaction({ as, clientId: CLIENT }, async () => 1);
    await expect(work).rejects.toThrow('permission denied to set role');
  });
});

it('a query that its transaction did not wait for is refused, because it would run in the next one', async () => {
  const ended = Promise.withResolvers<void>();
  const late = await db.api.withTransaction(TENANT, async (executor) => ({
    query: ended.promise.then(() => row(executor, '1')),
  }));
  ended.resolve();
  await expect(late.query).rejects.toThrow('the transaction has ended');
});

it('a transaction within another is refused, because its events and rows would precede the commit', async () => {
  const within = db.api.withTransaction(TENANT, () => db.api.withTransaction(TENANT, async () => 1));
  await expect(within).rejects.toThrow('within another');
});

describe('the roles', () => {
  it('the programs’ roles own nothing, cannot bypass row security and cannot create roles', async () => {
    const { rows } = await db.owner.query(`select rolname from pg_roles where rolname like 'anticipa\\_%'
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit)`);
    expect(rows).toEqual([]);
    const owned = await db.owner.query(
      `select relname from pg_class where relowner <> (select oid from pg_roles where rolname = 'anticipa')`,
    );
    expect(owned.rows).toEqual([]);
  });

  it('the API’s roles may not read a table outside a context', async () => {
    await expect(db.worker.withTransaction({ as: 'worker' }, (tx) => row(tx, '* from marks'))).rejects.toThrow(
      'permission denied',
    );
  });
});

it.each(['api', 'worker'] as const)('a session of %s has limits of its own, which no pooler drops', async (login) => {
  const { ownerUrl } = db;
  const { pool } = openQueuePool({ url: ownerUrl, login, connections: 1, onError: () => undefined });
  onTestFinished(() => pool.end());
  const limits = `current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;
  const { rows } = await pool.query(`select ${limits}`);
  expect(rows).toEqual([{ statement: '5s', lock: '3s', idle: '15s', name: `anticipa ${login} queue` }]);
});

it('returns dates, decimals and big integers as text', async () => {
  const select = `1.50::numeric as amount, '2026-01-02'::date as day, 9007199254740993::int8 as big,
    array['2026-01-02'::date] as days, array[1.10::numeric] as amounts, 7::int4 as small`;
  expect(await db.api.withTransaction(TENANT, (executor) => row(executor, select))).toEqual({
    amount: '1.50',
    day: '2026-01-02',
    big: '9007199254740993',
    days: ['2026-01-02'],
    amounts: ['1.10'],
    small: 7,
  });
});

describe('a transaction', () => {
  it('rolls back when the work throws', async () => {
    const work = db.api.withTransaction(TENANT, async (executor) => {
      await sql`insert into marks values ('thrown')`.execute(executor);
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    expect(await marks()).not.toContain('thrown');
  });

  it('rolls back a refused attempt and returns the refusal', async () => {
    const outcome = await db.api.attempt(TENANT, async (executor) => {
      await sql`insert into marks values ('refused')`.execute(executor);
      return refuse('NOT_FOUND');
    });
    expect(outcome).toEqual(refuse('NOT_FOUND'));
    expect(await marks()).not.toContain('refused');
  });

  it('commits a successful attempt', async () => {
    const outcome = await db.api.attempt(TENANT, async (executor) => {
      await sql`insert into marks values ('kept')`.execute(executor);
      return done(7);
    });
    expect(outcome).toEqual(done(7));
    expect(await marks()).toContain('kept');
  });

  it('retries after a deadlock or a serialization failure, at most three times', async () => {
    let runs = 0;
    const failing = (until: number) => async (executor: Executor) => {
      runs += 1;
      if (runs <= until)
        await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(executor);
      return runs;
    };
    expect(await db.api.withTransaction(TENANT, failing(3))).toBe(4);
    runs = 0;
    await expect(db.api.withTransaction(TENANT, failing(9))).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(runs).toBe(4);
  });

  it('does not retry after any other error', async () => {
    let runs = 0;
    const work = db.api.withTransaction(TENANT, async (executor) => {
      runs += 1;
      await sql`select 1 / 0`.execute(executor);
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(runs).toBe(1);
  });

  it('fails if the work swallowed an error that aborted the transaction', async () => {
    const work = db.api.withTransaction(TENANT, async (executor) => {
      await sql`select 1 / 0`.execute(executor).catch(() => undefined);
      return 'fine';
    });
    await expect(work).rejects.toThrow();
  });
});

describe('an unavailable database', () => {
  it('is reported when every connection stays in use', async () => {
    const single = openDatabase({ url: db.ownerUrl, login: 'api', connections: 1, onError: () => undefined });
    onTestFinished(() => single.close());
    const waiting = Promise.withResolvers<void>();
    const first = single.withTransaction({ as: 'auth' }, () => waiting.promise);
    await expect(single.withTransaction({ as: 'auth' }, async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    waiting.resolve();
    await first;
  });

  it('is reported when the server is unreachable, and recovers after connections were cut', async () => {
    const away = new URL(db.ownerUrl);
    away.searchParams.set('host', '/nowhere');
    const lost = openDatabase({ url: away.href, login: 'api', onError: () => undefined });
    onTestFinished(() => lost.close());
    await expect(lost.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    const cut = openDatabase({ url: db.ownerUrl, login: 'worker', connections: 1, onError: () => undefined });
    onTestFinished(() => cut.close());
    await cut.withTransaction({ as: 'worker' }, (tx) => sql`set application_name = 'cut'`.execute(tx));
    await db.owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'");
    await expect
      .poll(() =>
        cut.ping().then(
          () => 'answers',
          () => 'away',
        ),
      )
      .toBe('answers');
  });
});

it('one client leaves connections for the others, however many calls it makes', async () => {
  const small = openDatabase({ url: db.ownerUrl, login: 'api', connections: 5, onError: () => undefined });
  onTestFinished(() => small.close());
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const burst = Array.from({ length: 10 }, () =>
    small.withTransaction(TENANT, async () => {
      running += 1;
      await gate.promise;
    }),
  );
  await expect.poll(() => running).toBe(2);
  const other = { as: 'tenant', clientId: CLIENT.replace('1', '2') } as const;
  const answers = [1, 2, 3].map((number) => small.withTransaction(other, async () => number));
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
  expect(await small.withTransaction({ as: 'operator' }, async () => 'operator')).toBe('operator');
  expect(running).toBe(2);
  gate.resolve();
  await Promise.all(burst);
  expect(running).toBe(10);
});

describe('a frozen server', () => {
  it('fails a call in time, and its older connections are not tried again', async () => {
    const options = { url: db.ownerUrl, login: 'api', onError: () => undefined } as const;
    const impatient = openDatabase({ ...options, answerMs: 2000 });
    onTestFinished(() => impatient.close());
    const meeting = Promise.withResolvers<void>();
    let met = 0;
    const backend = (): Promise<number> =>
      impatient.withTransaction(TENANT, async (executor) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(executor);
        met += 1;
        if (met === 3) meeting.resolve();
        await meeting.promise;
        return rows[0]?.pid ?? 0;
      });
    const backends = await Promise.all([backend(), backend(), backend()]);
    expect(new Set(backends).size).toBe(3);
    onTestFinished(() => {
      for (const pid of backends) process.kill(pid, 'SIGCONT');
    });
    for (const pid of backends) process.kill(pid, 'SIGSTOP');
    const answer = impatient.withTransaction(TENANT, async () => 1);
    await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await impatient.withTransaction(TENANT, async () => 2)).toBe(2);
    expect(await impatient.withTransaction(TENANT, async () => 3)).toBe(3);
  });
});

describe('a job', () => {
  it('is queued with the business transaction or not at all', async () => {
    await db.api.withTransaction(TENANT, (tx) => sql`select enqueue_job('tick', '{"a":1}'::json)`.execute(tx));
    await db.api
      .withTransaction(TENANT, async (tx) => {
        await sql`select enqueue_job('tick', '{"a":2}'::json)`.execute(tx);
        throw new Error('stop');
      })
      .catch(() => undefined);
    const { rows } = await db.owner.query('select payload from graphile_worker._private_jobs');
    expect(rows).toEqual([{ payload: { a: 1 } }]);
  });

  it('is visible to the worker but not to a tenant', async () => {
    const select = 'count(*) from graphile_worker.jobs';
    await expect(db.api.withTransaction(TENANT, (tx) => row(tx, select))).rejects.toThrow('permission denied');
    await db.worker.withTransaction({ as: 'worker' }, (tx) => row(tx, 'count(*) from graphile_worker._private_jobs'));
  });
});
