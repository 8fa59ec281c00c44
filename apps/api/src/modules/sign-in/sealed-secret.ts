/** Seals the secrets of authenticator apps with the key of the settings. */
import { createHash } from 'node:crypto';
import * as sealing from '../../platform/work/sealing.ts';

/** Owner of the secret, and the setting that seals it. */
interface Seal {
  readonly operatorId: string;
  readonly secondFactorKey: string;
}

const sealOf = ({ operatorId: owner, secondFactorKey }: Seal) => ({
  key: createHash('sha256').update(secondFactorKey).digest(),
  owner,
});

export const sealed = (secret: Buffer, seal: Seal): Buffer => sealing.sealed(secret, sealOf(seal));

/** Null if it was sealed with another key, or for another operator. */
export const unsealed = (stored: Buffer, seal: Seal): Buffer | null => sealing.unsealed(stored, sealOf(seal));
