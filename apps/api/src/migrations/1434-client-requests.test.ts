import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-11] a request is either about a line or an account, and changes only by its steps', async () => {
  await db.upgrade('1434-client-requests.sql');
  await db.owner.query('alter table client_requests no force row level security');
  const ask = (columns: string, values: string) =>
    db.owner.query(
      `insert into client_requests (client_id, request_id, product, currency, reason, asked_by, asked_at, ${columns})
       select client_id, gen_random_uuid(), 'BI', 'MXN', 'crecen las ventas', user_id, now(), ${values} from users limit 1`,
    );
  await expect(ask('kind', `'line'`)).rejects.toThrow('client_requests_line');
  await expect(ask('kind, clabe', `'account', '012180001234567899'`)).rejects.toThrow('client_requests_account');
  await ask('kind, amount', `'line', 100`);
  await expect(ask('kind, amount', `'line', 200`)).rejects.toThrow('client_requests_waiting');
  const set = (values: string) => db.owner.query(`update client_requests set ${values}`);
  await expect(set('amount = 300')).rejects.toThrow('what was asked does not change');
  await expect(set(`state = 'approved', decided_at = now()`)).rejects.toThrow('does not step from open to approved');
  await expect(set(`state = 'declined', decided_at = now()`)).rejects.toThrow('client_requests_motive');
  await set(`state = 'declined', decided_at = now(), motive = 'falta historial'`);
  await expect(set(`state = 'open', decided_at = null, motive = null`)).rejects.toThrow('final');
});
