import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-08] the worker may date CFDI of an earlier version again, and change nothing of their amounts', async () => {
  await db.upgrade('1250-documents-that-wait.sql');
  const mayUpdate = async (table: string, column: string): Promise<boolean> => {
    const { rows } = await db.owner.query<{ may: boolean }>(
      `select has_column_privilege('anticipa_worker', $1, $2, 'update') as may`,
      [table, column],
    );
    return rows[0]?.may ?? false;
  };
  expect([
    await mayUpdate('interest_invoices', 'emitted_at'),
    await mayUpdate('interest_invoices', 'exchange_rate'),
    await mayUpdate('payment_complements', 'emitted_at'),
    await mayUpdate('interest_invoices', 'sub_total'),
    await mayUpdate('interest_invoice_lines', 'iva'),
    await mayUpdate('payment_complements', 'exchange_rate'),
  ]).toEqual([true, true, true, false, false, false]);
});
