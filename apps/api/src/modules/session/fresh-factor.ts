/** Rules of a client about its people's second factors, and the fresh one that a command asks of its caller. */
import { type Refused, refuse } from '@anticipa/domain/errors';
import type { ClientWork, WideWork, Work } from '../../platform/work/work.ts';

/** A second factor is fresh for as long; afterwards a step that needs one asks again. */
const FRESH_MS = 10 * 60_000;

/** The day from which the lender asks all people of clients for a second factor; null if it leaves that to the companies. */
export async function lenderFactorsFrom({ db }: Pick<WideWork, 'db'>): Promise<string | null> {
  const row = await db.selectFrom('client_factors').select('required_from').executeTakeFirst();
  return row?.required_from ?? null;
}

/** Whether the lender asks for it today. */
export async function isAskedByLender(work: Pick<WideWork, 'db' | 'today'>): Promise<boolean> {
  const from = await lenderFactorsFrom(work);
  return from !== null && from <= work.today;
}

export async function factorRules({ db, tenant }: Work) {
  const row = await db
    .selectFrom('clients')
    .select(['factor_required', 'fresh_factor_above'])
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return { isRequired: row.factor_required, freshAbove: row.fresh_factor_above };
}

/**
 * Refuses a command unless its caller has proven a second factor a short while ago: the hook of every step that a stolen session
 * must not take. The page asks for the factor and repeats the call.
 */
export const requireFreshFactor = ({ actor, at }: ClientWork): Refused | null =>
  actor.factorAt !== null && at.getTime() - actor.factorAt.getTime() < FRESH_MS ? null : refuse('FRESH_FACTOR_NEEDED');
