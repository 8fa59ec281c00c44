import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1036-looked-up-once.sql');
});
afterAll(() => db.close());

it('finds the proven claims of a client, and for a tenant only its own', async () => {
  const proven = async (where = 'true') => {
    const { rows } = await db.owner.query<{ proven: string; asked: string }>(
      `select count(found) as proven, count(*) as asked from invoice_claims claim
       left join lateral proven_claims(client_id, array[document_id]) found on true where ${where}`,
    );
    return rows[0];
  };
  await db.owner.query('update invoice_claims set is_proven = true');
  const all = await proven();
  expect(all?.proven).toBe(all?.asked);
  await db.owner.query(`select set_config('app.client_id', client_id::text, false) from invoice_claims limit 1`);
  expect((await proven('client_id <> current_client_id()'))?.proven).toBe('0');
  expect(Number((await proven('client_id = current_client_id()'))?.proven)).toBeGreaterThan(0);
  await db.owner.query('update invoice_claims set is_proven = false');
  expect((await proven())?.proven).toBe('0');
});
