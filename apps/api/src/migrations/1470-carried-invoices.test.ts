import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

const carry = `insert into carried_invoices select '2026-03-31', 'MXN', client_id, document_id, 0 from invoices limit 1`;

it('[LIB-145] the upgrade carries no invoices, and only the worker can add some', async () => {
  await db.upgrade('1470-carried-invoices.sql');
  expect((await db.owner.query('select from carried_invoices')).rows).toEqual([]);
  const as = (role: string, statement: string) => db.owner.query(`set local role ${role}; ${statement}`);
  for (const [role, statement] of [
    ['anticipa_operator', carry],
    ['anticipa_tenant', carry],
    ['anticipa_worker', 'update carried_invoices set unearned = 0'],
    ['anticipa_worker', 'delete from carried_invoices'],
  ] as const) {
    await db.owner.query('begin');
    await expect(as(role, statement)).rejects.toThrow('permission denied');
    await db.owner.query('rollback');
  }
  await db.owner.query('begin');
  await as('anticipa_worker', carry);
  await db.owner.query('rollback');
});
