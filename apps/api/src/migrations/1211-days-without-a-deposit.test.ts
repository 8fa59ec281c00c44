import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-18] interest of sales whose deposit arrived is earned as before', async () => {
  const accrue = async () => {
    await db.owner.query('begin');
    await db.owner.query(
      `select accrue_interest(client_id, null, current_date, current_date, now()) from clients order by client_id`,
    );
    const { rows } = await db.owner.query(
      `select document_id, account, sum(debit - credit) as balance from ledger_lines group by 1, 2 order by 1, 2`,
    );
    await db.owner.query('rollback');
    return rows;
  };
  const before = await accrue();
  await db.upgrade('1211-days-without-a-deposit.sql');
  expect(await accrue()).toEqual(before);
});
