/** The second person of an answer above an approval amount. */
import { decideAnswer as decideRoute, type LenderSale } from '@anticipa/contract/lender';
import type { BodyOf } from '@anticipa/contract/route';
import { type Outcome, refuse } from '@anticipa/domain/errors';
import { canStep } from '@anticipa/domain/sale';
import type { OperatorActor } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { answered, bookAnswer } from './answer.ts';
import { groundProblem } from './ground.ts';
import { latestProposedAnswer } from './proposed-answers.ts';
import { type SaleRecord, salesById } from './queries.ts';
import { takeStep } from './step.ts';

/** Outcome of a proposed answer. */
interface Settled {
  readonly decision: 'confirmed' | 'returned' | 'withdrawn';
  readonly motive: string | null;
}

/**
 * Confirms an answer that waits, which books it; returns it, or as its proposer withdraws it: the sale then waits for an answer
 * again. Repeating a confirmation is harmless. The table refuses a second person who is the first (1017-desk.sql).
 */
export async function decideAnswer(
  wide: OperatorWork,
  saleId: string,
  { decision }: BodyOf<typeof decideRoute>,
): Promise<Outcome<{ sale: LenderSale }>> {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const { operatorId } = wide.actor;
  if (decision.kind === 'confirm' && sale.confirmedBy === operatorId) return answered(wide, saleId);
  if (!canStep(sale.state, decision.kind === 'confirm' ? 'confirm' : 'reopen')) return refuse('SALE_STATE_CONFLICT');
  const work = narrowTo(wide, sale.clientId);
  const proposed = await latestProposedAnswer(work, saleId);
  if (proposed === undefined) throw new Error('a proposed sale without its answer');
  const isOwn = proposed.proposed_by === operatorId;
  if (decision.kind === 'withdraw') {
    if (!isOwn) return refuse('NOT_YOUR_PROPOSAL');
    return reopen(wide, work, sale, { decision: 'withdrawn', motive: null });
  }
  if (!(await hasRoleNow(wide, decideRoute.roles))) return refuse('ROLE_NEEDED');
  if (isOwn) return refuse('OWN_PROPOSAL');
  if (decision.kind === 'return') return reopen(wide, work, sale, { decision: 'returned', motive: decision.motive });
  await creditLines(work, 'update');
  const problem = await groundProblem(wide, sale, proposed.decisions, decision.seen);
  if (problem) return problem;
  await settle(work, saleId, { decision: 'confirmed', motive: null });
  await bookAnswer(work, sale, proposed.decisions, {
    step: 'confirm',
    answeredBy: proposed.proposed_by,
    confirmedBy: operatorId,
  });
  return answered(wide, saleId);
}

/** Lets the sale wait for an answer again. */
async function reopen(
  wide: OperatorWork,
  work: Work<OperatorActor>,
  { saleId }: SaleRecord,
  settled: Settled,
): Promise<Outcome<{ sale: LenderSale }>> {
  await settle(work, saleId, settled);
  await takeStep(work, [saleId], 'reopen');
  const { decision, motive: reason } = settled;
  await writeAudit(work, { action: 'sale.reopen', subject: `sale:${saleId}`, details: { decision, reason } });
  return answered(wide, saleId);
}

async function settle({ db, tenant, actor, at }: Work<OperatorActor>, saleId: string, settled: Settled): Promise<void> {
  await db
    .updateTable('proposed_answers')
    .set({ ...settled, decided_by: actor.operatorId, decided_at: at })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .where('decision', 'is', null)
    .execute();
}
