import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

const id = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;

it('a payment is in one file at a time, and leaves it once', async () => {
  await db.upgrade('1070-payment-files.sql');
  const query = (text: string, values: unknown[] = []) => db.owner.query(text, values);
  for (const place of [1, 2])
    await query(
      `insert into payment_files (file_id, layout, currency, payer, content, made_by, made_at)
       select $1, 'BBVA', 'MXN', '012180001234567891', 'x', operator_id, now() from operators limit 1`,
      [id(place)],
    );
  const file = (place: number) =>
    query(
      `insert into filed_payments (file_id, reference, kind, subject, currency, amount, clabe, beneficiary, concept, documents, state)
       values ($1, $2, 'deposit', $3, 'MXN', 10, '012180001234567891', 'A', 'B', '{}', 'filed')`,
      [id(place), place, id(9)],
    );
  await file(1);
  await expect(file(2)).rejects.toThrow('filed_payments_open');
  const withdraw = () =>
    query(`update filed_payments set state = 'withdrawn', reason = 'no se subió', ended_at = now()`);
  await expect(query(`update filed_payments set state = 'paid'`)).rejects.toThrow('filed_payments');
  await withdraw();
  await file(2);
  await expect(withdraw()).rejects.toThrow('a payment leaves its file once');
});
