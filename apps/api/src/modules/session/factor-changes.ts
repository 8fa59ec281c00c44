/** Changes of an operator's second factor, each proven by a factor that the operator has, and mailed to its owner. */
import type { Passkey, SecondFactorProof } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Config } from '../../lib/config.ts';
import type { Place } from '../../lib/session/known-places.ts';
import type { OperatorWork, WideWork } from '../../lib/work.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';
import { addApp } from './authenticator.ts';
import { dropPasskey, ownPasskeys, storePasskey, takeChallenge } from './passkeys.ts';
import { proveSecondFactor } from './second-factor.ts';

type Settings = Pick<Config, 'production' | 'secondFactorKey' | 'baseUrl'>;

/** The change, and who asks for it from where. */
interface Asked {
  readonly proof: SecondFactorProof;
  readonly place: Place;
}

type Listed = Outcome<{ readonly data: Awaited<ReturnType<typeof ownPasskeys>> }>;

/**
 * Proves a factor that the operator has. A session is not enough: its bearer could have been stolen. Returns the challenge
 * that a new passkey must have signed, too.
 */
async function proveAgain(
  work: WideWork,
  config: Settings,
  { operatorId, proof, place }: Asked & { readonly operatorId: string },
): Promise<Outcome<string | null>> {
  const challenge = await takeChallenge(work, operatorId);
  const [code, passkey] = 'code' in proof ? [proof.code, undefined] : [undefined, proof.passkey];
  const proven = await proveSecondFactor(work, config, {
    operatorId,
    code,
    passkey,
    challenge,
    place,
    mayEnrol: false,
  });
  return proven.ok ? done(challenge) : proven;
}

/** Adds a passkey. Commit also a refusal: it has used the challenge and counts against guessing. */
export async function addOwnPasskey(
  work: OperatorWork,
  config: Settings,
  { passkey, ...asked }: Asked & { readonly passkey: Passkey },
): Promise<Listed> {
  const { operatorId } = work.actor;
  const proven = await proveAgain(work, config, { ...asked, operatorId });
  if (!proven.ok) return proven;
  if (!(await storePasskey(work, config, { operatorId, passkey, challenge: proven.value })))
    return refuse('PASSKEY_REFUSED');
  await queueOperatorMail(work, operatorId, 'passkey-added');
  return done({ data: await ownPasskeys(work, operatorId) });
}

/** Removes a passkey, except the only second factor. Commit also a refusal. */
export async function removeOwnPasskey(
  work: OperatorWork,
  config: Settings,
  { id, ...asked }: Asked & { readonly id: string },
): Promise<Listed> {
  const { operatorId } = work.actor;
  const proven = await proveAgain(work, config, { ...asked, operatorId });
  if (!proven.ok) return proven;
  const dropped = await dropPasskey(work, work.actor, id);
  if (!dropped.ok) return dropped;
  if (dropped.value.isDropped) await queueOperatorMail(work, operatorId, 'passkey-removed');
  return done({ data: await ownPasskeys(work, operatorId) });
}

/** Adds the authenticator app whose secret the code is of. Commit also a refusal. */
export async function addOwnApp(
  work: OperatorWork,
  config: Settings,
  { code, ...asked }: Asked & { readonly code: string },
): Promise<Outcome<{ readonly hasApp: boolean }>> {
  const { operatorId } = work.actor;
  const proven = await proveAgain(work, config, { ...asked, operatorId });
  if (!proven.ok) return proven;
  const added = await addApp(work, config, { actor: work.actor, code });
  if (added.ok) await queueOperatorMail(work, operatorId, 'app-added');
  return added;
}
