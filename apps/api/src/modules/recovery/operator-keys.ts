/** Invitations of operators, whose links the administrator hands over. */
import { sql } from 'kysely';
import { newToken, tokenHash } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { isKeyValid, KEY_LIFE_MS } from './policy.ts';

/** Creates the key of an operator's invitation, voiding an earlier one. */
export async function mintOperatorKey({ db, at }: WideWork, operatorId: string): Promise<string> {
  const key = newToken();
  const values = { key_hash: tokenHash(key), expires_at: new Date(at.getTime() + KEY_LIFE_MS.invitation) };
  await db
    .insertInto('operator_keys')
    .values({ operator_id: operatorId, ...values })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(values))
    .execute();
  return key;
}

/** The operator of a valid invitation. */
export const operatorOfKey = async ({ db, at }: WideWork, key: string, email: string) => {
  const row = await db
    .selectFrom('operator_keys')
    .innerJoin('operators', 'operators.operator_id', 'operator_keys.operator_id')
    .select(['operators.operator_id', 'operators.password_hash', 'operator_keys.expires_at'])
    .where('operator_keys.key_hash', '=', tokenHash(key))
    .where(sql`lower(operators.email)`, '=', email)
    .executeTakeFirst();
  if (row === undefined || !isKeyValid({ purpose: 'invitation', expiresAt: row.expires_at }, at)) return undefined;
  return { kind: 'operator', operatorId: row.operator_id, passwordHash: row.password_hash } as const;
};

/** False if the invitation was used meanwhile. */
export async function setOperatorsPassword(
  work: WideWork,
  { operatorId, key, hash }: { readonly operatorId: string; readonly key: string; readonly hash: string },
): Promise<boolean> {
  const { db, at } = work;
  const used = await db
    .deleteFrom('operator_keys')
    .where('key_hash', '=', tokenHash(key))
    .returning('operator_id')
    .executeTakeFirst();
  if (used === undefined) return false;
  await db.updateTable('operators').set({ password_hash: hash }).where('operator_id', '=', operatorId).execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute();
  await writeAudit(
    { ...work, actor: { kind: 'system' } },
    { action: 'password.changed', subject: `operator:${operatorId}`, details: { by: 'invitation' } },
  );
  return true;
}
