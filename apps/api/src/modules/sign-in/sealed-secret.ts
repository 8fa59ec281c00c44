/**
 * Seals the secrets of authenticator apps with the key of the settings. While that key is being replaced, the other one opens them
 * too.
 */
import { createHash } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import * as sealing from '../../platform/work/sealing.ts';
import type { WideWork } from '../../platform/work/work.ts';

export type SecondFactorKeys = Pick<Config, 'secondFactorKey' | 'secondFactorOtherKey'>;

const sealOf = (operatorId: string, key: string) => ({
  key: createHash('sha256').update(key).digest(),
  owner: operatorId,
});

export const sealed = (secret: Buffer, operatorId: string, { secondFactorKey }: SecondFactorKeys): Buffer =>
  sealing.sealed(secret, sealOf(operatorId, secondFactorKey));

/** Null if it was sealed with another key, or for another operator. */
export const unsealed = (
  stored: Buffer,
  operatorId: string,
  { secondFactorKey, secondFactorOtherKey }: SecondFactorKeys,
): Buffer | null =>
  sealing.unsealed(stored, sealOf(operatorId, secondFactorKey)) ??
  (secondFactorOtherKey === undefined ? null : sealing.unsealed(stored, sealOf(operatorId, secondFactorOtherKey)));

/** Seals all secrets with the key in use. Returns how many were sealed with the other, and how many neither key opens. */
export async function resealApps(
  { db }: Pick<WideWork, 'db'>,
  keys: SecondFactorKeys,
): Promise<{ readonly resealed: number; readonly lost: number }> {
  const rows = await db
    .selectFrom('operators')
    .select(['operator_id', 'totp_secret', 'totp_pending'])
    .where((or) => or.or([or('totp_secret', 'is not', null), or('totp_pending', 'is not', null)]))
    .orderBy('operator_id')
    .forNoKeyUpdate()
    .execute();
  let [resealed, lost] = [0, 0];
  for (const { operator_id: id, ...stored } of rows)
    for (const column of ['totp_secret', 'totp_pending'] as const) {
      const current = stored[column];
      if (current === null || sealing.unsealed(current, sealOf(id, keys.secondFactorKey)) !== null) continue;
      const secret = unsealed(current, id, keys);
      if (secret === null) lost += 1;
      else {
        await db
          .updateTable('operators')
          .set({ [column]: sealed(secret, id, keys) })
          .where('operator_id', '=', id)
          .execute();
        resealed += 1;
      }
    }
  return { resealed, lost };
}
