/**
 * Seals the secrets of authenticator apps with the key of the settings. While that key is being replaced, the other one opens them
 * too.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { rowsOf } from '../../platform/db/rows.ts';
import * as sealing from '../../platform/work/sealing.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { setFactors, tablesOf } from './holder.ts';

export type SecondFactorKeys = Pick<Config, 'secondFactorKey' | 'secondFactorOtherKey'>;

const sealOf = (ownerId: string, key: string) => ({
  key: createHash('sha256').update(key).digest(),
  owner: ownerId,
});

export const sealed = (secret: Buffer, ownerId: string, { secondFactorKey }: SecondFactorKeys): Buffer =>
  sealing.sealed(secret, sealOf(ownerId, secondFactorKey));

/** Null if it was sealed with another key, or for somebody else. */
export const unsealed = (
  stored: Buffer,
  ownerId: string,
  { secondFactorKey, secondFactorOtherKey }: SecondFactorKeys,
): Buffer | null =>
  sealing.unsealed(stored, sealOf(ownerId, secondFactorKey)) ??
  (secondFactorOtherKey === undefined ? null : sealing.unsealed(stored, sealOf(ownerId, secondFactorOtherKey)));

const storedSecrets = z.object({
  id: z.string(),
  totp_secret: z.instanceof(Buffer).nullable(),
  totp_pending: z.instanceof(Buffer).nullable(),
});

/** Seals all secrets with the key in use. Returns how many were sealed with the other, and how many neither key opens. */
export async function resealApps(
  { db }: Pick<WideWork, 'db'>,
  keys: SecondFactorKeys,
): Promise<{ readonly resealed: number; readonly lost: number }> {
  let [resealed, lost] = [0, 0];
  for (const kind of ['operator', 'account'] as const) {
    const { people, id: key } = tablesOf({ kind });
    const rows = await rowsOf(db, storedSecrets)`
      select ${key} as id, totp_secret, totp_pending from ${people}
      where totp_secret is not null or totp_pending is not null order by 1 for no key update`;
    for (const { id, ...stored } of rows)
      for (const column of ['totp_secret', 'totp_pending'] as const) {
        const current = stored[column];
        if (current === null || sealing.unsealed(current, sealOf(id, keys.secondFactorKey)) !== null) continue;
        const secret = unsealed(current, id, keys);
        if (secret === null) lost += 1;
        else {
          await setFactors({ db }, { kind, id }, { [column]: sealed(secret, id, keys) });
          resealed += 1;
        }
      }
  }
  return { resealed, lost };
}
