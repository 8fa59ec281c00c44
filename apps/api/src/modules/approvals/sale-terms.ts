/** How the sales of a day and later ones are taxed. */
import { approvalRoles, type proposeSaleTerms as proposeRoute } from '@anticipa/contract/approvals';
import type { BodyOf } from '@anticipa/contract/route';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { storedClient } from '../../platform/work/caller.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { insertTerms, termsFrom } from '../credit/sale-terms.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { type Handler, isNothingNew } from './handler.ts';
import { type Submitted, submit } from './submit.ts';

const clientOf = (clientId: string | null) => (clientId === null ? null : storedClient(clientId));

export const saleTerms: Handler<'sale-terms'> = {
  standing: async (work, { about, proposed }, lock) => {
    if (lock === 'update') await sql`select pg_advisory_xact_lock(hashtextextended('sale-terms', 0))`.execute(work.db);
    return termsFrom(work, clientOf(about.clientId), dateOf(proposed.from));
  },
  apply: async (work, { about, proposed }, { approvalId }) => {
    // Sales of the days until the approval had the terms before.
    const from = proposed.from > work.today ? dateOf(proposed.from) : work.today;
    await insertTerms(work, clientOf(about.clientId), { ...proposed, from }, approvalId);
    return done(null);
  },
};

export async function proposeSaleTerms(
  work: OperatorWork,
  { clientId, proposed, reason }: BodyOf<typeof proposeRoute>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['sale-terms']))) return refuse('ROLE_NEEDED');
  if (clientId !== null && (await clientById(work, clientId)) === undefined) return refuse('NOT_FOUND');
  if (proposed.from < work.today || proposed.from > addDays(work.today, 366))
    return refuseEach('SALE_TERMS_TOO_FAR', ['proposed.from']);
  const wanted = { kind: 'sale-terms', about: { clientId }, proposed } as const;
  const before = await saleTerms.standing(work, wanted, 'read');
  const { from: _, ...values } = proposed;
  if (isNothingNew(values, before)) return refuse('NOTHING_CHANGED');
  return submit(work, saleTerms, { ...wanted, before }, reason);
}
