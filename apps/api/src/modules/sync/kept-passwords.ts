/**
 * Passwords at the tax authority, which are kept only if the lender has set keys: sealed, for the client, with the first key.
 * A credential that the provider has lost is then given again without asking the client.
 */
import type { SealingKey } from '../../platform/work/sealing.ts';
import { sealed, unsealed } from '../../platform/work/sealing.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/** Keeps a password that works; nothing without a key. */
export async function keepPassword(
  { db, tenant, at }: Work,
  [current]: readonly SealingKey[],
  password: string,
): Promise<void> {
  if (current === undefined) return;
  const secret = sealed(Buffer.from(password), { key: current.key, owner: tenant });
  const row = { key_id: current.id, sealed: secret, kept_at: at };
  await db
    .insertInto('sync_passwords')
    .values({ client_id: tenant, ...row })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(row))
    .execute();
}

export async function forgetPassword({ db, tenant }: Pick<Work, 'db' | 'tenant'>): Promise<void> {
  await db.deleteFrom('sync_passwords').where('client_id', '=', tenant).execute();
}

/** Null if none is kept, or its key is no longer set. */
export async function keptPassword({ db, tenant }: Work, keys: readonly SealingKey[]): Promise<string | null> {
  const row = await db
    .selectFrom('sync_passwords')
    .select(['key_id', 'sealed'])
    .where('client_id', '=', tenant)
    .executeTakeFirst();
  const key = keys.find(({ id }) => id === row?.key_id)?.key;
  return row && key ? (unsealed(row.sealed, { key, owner: tenant })?.toString() ?? null) : null;
}

/** Seals all that is kept with the first key. Returns how many were sealed with another, and how many of them no key opens. */
export async function resealPasswords(
  { db }: WideWork,
  keys: readonly SealingKey[],
): Promise<{ readonly resealed: number; readonly lost: number }> {
  const [current] = keys;
  if (current === undefined) return { resealed: 0, lost: 0 };
  const rows = await db
    .selectFrom('sync_passwords')
    .selectAll()
    .where('key_id', '<>', current.id)
    .forUpdate()
    .execute();
  let lost = 0;
  for (const { client_id: owner, key_id: keyId, sealed: stored } of rows) {
    const key = keys.find(({ id }) => id === keyId)?.key;
    const secret = key ? unsealed(stored, { key, owner }) : null;
    if (secret === null) lost += 1;
    else
      await db
        .updateTable('sync_passwords')
        .set({ key_id: current.id, sealed: sealed(secret, { key: current.key, owner }) })
        .where('client_id', '=', owner)
        .execute();
  }
  return { resealed: rows.length - lost, lost };
}
