import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('nobody is erased by it; from then on the worker erases, changes nobody otherwise, and an erased one never returns', async () => {
  await db.upgrade('1027-erased-people.sql');
  const { rows } = await db.owner.query<{ id: string }>(
    'select operator_id as id from operators where erased_at is null',
  );
  expect(rows).toHaveLength((await db.owner.query('select from operators')).rowCount ?? 0);
  const [{ id } = { id: '' }] = rows;
  const asWorker = async (set: string) => {
    await db.owner.query('set role anticipa_worker');
    await db.owner
      .query(`update operators set ${set} where operator_id = '${id}'`)
      .finally(() => db.owner.query('reset role'));
  };
  await expect(asWorker('active = true')).rejects.toThrow('may only erase');
  await expect(asWorker('erased_at = now()')).rejects.toThrow('operators_erased');
  await asWorker(`erased_at = now(), active = false, email = operator_id || '@borrado.invalid', password_hash = null,
    totp_secret = null, totp_pending = null, totp_step = null, passkey_challenge = null, passkey_until = null, demo_code = null`);
  await expect(db.owner.query('update operators set active = true where operator_id = $1', [id])).rejects.toThrow(
    'operators_erased',
  );
});
