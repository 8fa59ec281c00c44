/** The second person of an answer above an approval amount. */
import type { decideAnswer as decideRoute, LenderSale } from '@anticipa/contract/lender';
import type { BodyOf } from '@anticipa/contract/route';
import { type Outcome, refuse } from '@anticipa/domain/errors';
import { canStep } from '@anticipa/domain/sale';
import type { OperatorWork } from '../../../platform/work/work.ts';
import { decide } from '../../approvals/decide.ts';
import { groundHash } from '../../approvals/queries.ts';
import { salesById } from '../queries.ts';
import { answered } from './answer.ts';
import { changedGround, groundOf } from './ground.ts';
import { latestAnswer, saleAnswer } from './proposed-answers.ts';

type Decision = BodyOf<typeof decideRoute>['decision'];

/**
 * Confirms an answer that waits, which books it; returns it, or as its proposer withdraws it: the sale then waits for an answer
 * again. Repeating a confirmation is harmless.
 */
export async function decideAnswer(
  wide: OperatorWork,
  saleId: string,
  { decision }: { readonly decision: Decision },
): Promise<Outcome<{ sale: LenderSale }>> {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const { kind } = decision;
  if (kind === 'confirm' && sale.confirmedBy === wide.actor.operatorId) return answered(wide, saleId);
  if (!canStep(sale.state, kind === 'confirm' ? 'confirm' : 'reopen')) return refuse('SALE_STATE_CONFLICT');
  const proposed = await latestAnswer(wide, sale);
  if (proposed === null) throw new Error('a proposed sale without its answer');
  const { approvalId } = proposed;
  const decided = await decide(wide, () => saleAnswer, { approvalId, decision: askedOf(decision), decidedAt: 'sale' });
  if (decided.ok) return answered(wide, saleId);
  if (kind !== 'confirm' || decided.code !== 'GROUND_CHANGED') return decided;
  return changedGround(decision.seen, (await groundOf(wide, sale, 'read')).seen) ?? decided;
}

const askedOf = (decision: Decision) => {
  if (decision.kind === 'withdraw') return decision;
  if (decision.kind === 'return') return { kind: 'reject', motive: decision.motive } as const;
  const { version, evidence } = decision.seen;
  return { kind: 'approve', ground: groundHash({ version, evidence }) } as const;
};
