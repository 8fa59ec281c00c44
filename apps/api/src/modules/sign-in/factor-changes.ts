/** Changes of a person's own second factor, each proven by a factor that the person has, and mailed to its owner. */
import type { Passkey, SecondFactorProof } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { Actor, ClientActor } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isFactorRequired } from '../session/companies.ts';
import type { Place } from '../session/known-places.ts';
import { addApp } from './authenticator.ts';
import { type Holder, holderOf, noteFactor, setFactors, tablesOf, tellOfFactor } from './holder.ts';
import { dropPasskey, ownPasskeys, storePasskey, takeChallenge } from './passkeys.ts';
import { type FactorSettings, proveSecondFactor } from './second-factor.ts';

/** The proof of a change, and from where it is asked for. */
interface Asked {
  readonly proof: SecondFactorProof;
  readonly place: Place;
}

type Listed = Outcome<{ readonly data: Awaited<ReturnType<typeof ownPasskeys>> }>;

/**
 * Makes a change once the person has proven a factor. A session is not enough: its bearer could have been stolen. The change
 * gets the challenge that a new passkey must have signed, too. Commit also a refusal: it has used the challenge and counts
 * against guessing.
 */
async function changeProven<T>(
  work: WideWork<Actor>,
  config: FactorSettings,
  { proof, place }: Asked,
  change: (holder: Holder, challenge: string | null) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const holder = holderOf(work.actor);
  const challenge = await takeChallenge(work, holder);
  const [code, passkey] = 'code' in proof ? [proof.code, undefined] : [undefined, proof.passkey];
  const tried = { holder, code, passkey, challenge, place, enrolment: 'never' } as const;
  const proven = await proveSecondFactor(work, config, tried);
  return proven.ok ? change(holder, challenge) : proven;
}

/** Adds a passkey. Commit also a refusal. */
export const addOwnPasskey = (
  work: WideWork<Actor>,
  config: FactorSettings,
  { passkey, ...asked }: Asked & { readonly passkey: Passkey },
): Promise<Listed> =>
  changeProven(work, config, asked, async (holder, challenge) => {
    if (!(await storePasskey(work, config, { holder, passkey, challenge }))) return refuse('PASSKEY_REFUSED');
    await tellOfFactor(work, holder, 'passkey-added');
    return done({ data: await ownPasskeys(work, holder) });
  });

/** Removes a passkey, except the only second factor. Commit also a refusal. */
export const removeOwnPasskey = (
  work: WideWork<Actor>,
  config: FactorSettings,
  { id, ...asked }: Asked & { readonly id: string },
): Promise<Listed> =>
  changeProven(work, config, asked, async (holder) => {
    const dropped = await dropPasskey(work, holder, id);
    if (!dropped.ok) return dropped;
    if (dropped.value.isDropped) await tellOfFactor(work, holder, 'passkey-removed');
    return done({ data: await ownPasskeys(work, holder) });
  });

/** Adds the authenticator app whose secret the code is of. Commit also a refusal. */
export const addOwnApp = (
  work: WideWork<Actor>,
  config: FactorSettings,
  { code, ...asked }: Asked & { readonly code: string },
): Promise<Outcome<{ readonly hasApp: boolean }>> =>
  changeProven(work, config, asked, async (holder) => {
    const added = await addApp(work, config, { holder, code });
    if (added.ok) await tellOfFactor(work, holder, 'app-added');
    return added;
  });

type Done = Outcome<{ readonly status: 'success' }>;

/** Notes in the session that the person has just proven a factor. Commit also a refusal. */
export const freshen = (work: WideWork<ClientActor>, config: FactorSettings, asked: Asked): Promise<Done> =>
  changeProven(work, config, asked, async () => {
    const { sessionId } = work.actor;
    await work.db.updateTable('sessions').set({ factor_at: work.at }).where('session_id', '=', sessionId).execute();
    return done({ status: 'success' });
  });

/** Takes every factor away, unless a company of the person asks for one. Commit also a refusal. */
export const dropOwnFactor = (work: WideWork<ClientActor>, config: FactorSettings, asked: Asked): Promise<Done> =>
  changeProven(work, config, asked, async (holder) => {
    if (await isFactorRequired(work, holder.id)) return refuse('LAST_SECOND_FACTOR');
    const { passkeys, codes, id } = tablesOf(holder);
    for (const table of [passkeys, codes]) await sql`delete from ${table} where ${id} = ${holder.id}`.execute(work.db);
    await setFactors(work, holder, { totp_secret: null, totp_pending: null, totp_step: null });
    await noteFactor(work, holder, 'second-factor.dropped');
    await tellOfFactor(work, holder, 'second-factor-dropped');
    return done({ status: 'success' });
  });
