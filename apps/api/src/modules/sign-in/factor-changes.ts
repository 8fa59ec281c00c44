/** Changes of an operator's second factor, each proven by a factor that the operator has, and mailed to its owner. */
import type { Passkey, SecondFactorProof } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';
import type { Place } from '../session/known-places.ts';
import { addApp } from './authenticator.ts';
import { dropPasskey, ownPasskeys, storePasskey, takeChallenge } from './passkeys.ts';
import { type FactorSettings, proveSecondFactor } from './second-factor.ts';

/** The proof of a change, and from where it is asked for. */
interface Asked {
  readonly proof: SecondFactorProof;
  readonly place: Place;
}

type Listed = Outcome<{ readonly data: Awaited<ReturnType<typeof ownPasskeys>> }>;

/**
 * Makes a change once the operator has proven a factor. A session is not enough: its bearer could have been stolen. The change
 * gets the challenge that a new passkey must have signed, too. Commit also a refusal: it has used the challenge and counts
 * against guessing.
 */
async function changeProven<T>(
  work: OperatorWork,
  config: FactorSettings,
  { proof, place }: Asked,
  change: (challenge: string | null) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { operatorId } = work.actor;
  const challenge = await takeChallenge(work, operatorId);
  const [code, passkey] = 'code' in proof ? [proof.code, undefined] : [undefined, proof.passkey];
  const tried = { operatorId, code, passkey, challenge, place, mayEnrol: false };
  const proven = await proveSecondFactor(work, config, tried);
  return proven.ok ? change(challenge) : proven;
}

/** Adds a passkey. Commit also a refusal. */
export const addOwnPasskey = (
  work: OperatorWork,
  config: FactorSettings,
  { passkey, ...asked }: Asked & { readonly passkey: Passkey },
): Promise<Listed> =>
  changeProven(work, config, asked, async (challenge) => {
    const { operatorId } = work.actor;
    if (!(await storePasskey(work, config, { operatorId, passkey, challenge }))) return refuse('PASSKEY_REFUSED');
    await queueOperatorMail(work, operatorId, 'passkey-added');
    return done({ data: await ownPasskeys(work, operatorId) });
  });

/** Removes a passkey, except the only second factor. Commit also a refusal. */
export const removeOwnPasskey = (
  work: OperatorWork,
  config: FactorSettings,
  { id, ...asked }: Asked & { readonly id: string },
): Promise<Listed> =>
  changeProven(work, config, asked, async () => {
    const dropped = await dropPasskey(work, work.actor, id);
    if (!dropped.ok) return dropped;
    const { operatorId } = work.actor;
    if (dropped.value.isDropped) await queueOperatorMail(work, operatorId, 'passkey-removed');
    return done({ data: await ownPasskeys(work, operatorId) });
  });

/** Adds the authenticator app whose secret the code is of. Commit also a refusal. */
export const addOwnApp = (
  work: OperatorWork,
  config: FactorSettings,
  { code, ...asked }: Asked & { readonly code: string },
): Promise<Outcome<{ readonly hasApp: boolean }>> =>
  changeProven(work, config, asked, async () => {
    const added = await addApp(work, config, { actor: work.actor, code });
    if (added.ok) await queueOperatorMail(work, work.actor.operatorId, 'app-added');
    return added;
  });
