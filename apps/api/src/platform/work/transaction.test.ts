import { randomUUID } from 'node:crypto';
import { done, refuse } from '@anticipa/domain/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { Context } from '../db/pool.ts';
import { type Caller, type IdempotentCall, storedClient } from './caller.ts';
import { fixedClock } from './clock.ts';
import { attemptAs } from './transaction.ts';

let db: TestDatabase;
const clientId = storedClient(randomUUID());
const userId: string = randomUUID();
const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));

beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(`insert into branches values ('MTY', '1')`);
  await db.owner.query(
    `insert into clients (client_id, rfc, entity_name, tax_regime, branch, created_at) values ($1, 'AAA010101AAA', 'A', 'PM', 'MTY', now())`,
    [clientId],
  );
});
afterAll(() => db.close());

const keyed = (key: string, { body = 'a', route = 'POST /x {}' } = {}): IdempotentCall => ({
  key,
  route,
  bodyHash: Buffer.from(body),
  render: (value) => Buffer.from(JSON.stringify(value)),
  answer: null,
});

const callerWith = (idempotency: IdempotentCall | null, user = userId): Caller => ({
  actor: {
    kind: 'client',
    sessionId: randomUUID(),
    clientId,
    userId: user,
    accountId: user,
    email: 'a@x.test',
    firstName: 'A',
    lastName: 'B',
    isAdmin: false,
    rfc: 'AAA010101AAA',
    entityName: 'A',
    saleRight: 'accept',
    acceptUpTo: null,
    factorAt: null,
    isReadOnly: false,
  },
  requestId: randomUUID(),
  address: '192.0.2.1',
  userAgent: 'test',
  idempotency,
});

let written = 0;
/** A command that inserts one row and returns a number that would differ the second time. */
const run = (idempotency: IdempotentCall | null, user?: string) =>
  attemptAs({ db: db.api, clock }, callerWith(idempotency, user), async (work) => {
    written += 1;
    await work.db
      .insertInto('audit')
      .values({
        client_id: clientId,
        actor_kind: 'system',
        action: 'counted',
        subject: 'test:1',
        recorded_at: clock.now(),
      })
      .execute();
    return done({ z: written, a: 'ñ' });
  });
const rows = async (): Promise<number> =>
  (await db.owner.query(`select 1 from audit where action = 'counted'`)).rows.length;

describe('a command with an idempotency key', () => {
  it('runs once, and a retry gets the same bytes', async () => {
    const before = await rows();
    const first = keyed('key-00000001');
    const second = keyed('key-00000001');
    const outcome = await run(first);
    const repeated = await run(second);
    expect(repeated).toEqual(outcome);
    expect(second.answer?.bytes.equals(first.answer?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(second.answer?.status).toBe(200);
    expect(await rows()).toBe(before + 1);
  });

  it('refuses the key for another body, another route and another user of the same client', async () => {
    await run(keyed('key-00000002'));
    const outcomes = [
      await run(keyed('key-00000002', { body: 'b' })),
      await run(keyed('key-00000002', { route: 'POST /y {}' })),
      await run(keyed('key-00000002'), randomUUID()),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('runs once for twenty concurrent requests; the others get its answer or REQUEST_IN_PROGRESS', async () => {
    const before = await rows();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => run(keyed('key-00000003'))));
    expect(await rows()).toBe(before + 1);
    const codes = outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.code));
    expect(codes).toContain('done');
    expect(codes.every((code) => code === 'done' || code === 'REQUEST_IN_PROGRESS')).toBe(true);
  });

  it('does not store refusals, so the key can be retried', async () => {
    const refused = await attemptAs({ db: db.api, clock }, callerWith(keyed('key-00000004')), async () =>
      refuse('CREDIT_EXCEEDED'),
    );
    expect(refused).toMatchObject({ ok: false, code: 'CREDIT_EXCEEDED' });
    expect((await run(keyed('key-00000004'))).ok).toBe(true);
  });

  it('stores neither rows nor key if it fails after writing', async () => {
    const before = await rows();
    const call = {
      ...keyed('key-00000005'),
      render: () => {
        throw new Error('cannot be rendered');
      },
    };
    await expect(run(call)).rejects.toThrow('cannot be rendered');
    expect(await rows()).toBe(before);
    expect((await db.owner.query(`select 1 from idempotency where key = 'key-00000005'`)).rows).toEqual([]);
  });

  it('runs each time without a key', async () => {
    const before = await rows();
    await run(null);
    await run(null);
    expect(await rows()).toBe(before + 2);
  });

  it('is scoped to its owner: an operator and a client can use the same key', async () => {
    const operatorId = randomUUID();
    await db.owner.query(
      `insert into operators (operator_id, email, password_hash, first_name, last_name, created_at) values ($1, 'o@x.test', '', 'O', 'P', now())`,
      [operatorId],
    );
    const actor = {
      kind: 'operator',
      sessionId: randomUUID(),
      operatorId,
      email: 'o@x.test',
      roles: new Set<never>(),
    } as const;
    const asOperator = (idempotency: IdempotentCall) =>
      attemptAs({ db: db.api, clock }, { actor, requestId: null, idempotency }, async () => done({ of: 'operator' }));
    await run(keyed('key-00000006'));
    expect(await asOperator(keyed('key-00000006'))).toEqual(done({ of: 'operator' }));
    expect(await asOperator(keyed('key-00000006'))).toEqual(done({ of: 'operator' }));
    expect(await asOperator(keyed('key-00000006', { body: 'b' }))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const ownersSeen = async (context: Context) =>
      db.api.withTransaction(context, (executor) =>
        executor.selectFrom('idempotency').select('owner').distinct().execute(),
      );
    expect(await ownersSeen({ as: 'tenant', clientId })).toEqual([{ owner: clientId }]);
    expect(await ownersSeen({ as: 'operator' })).toEqual([{ owner: operatorId }]);
  });
});
