import type { answerSale, disburseSale, LenderSale, withdrawAuthorisation } from '@anticipa/contract/lender';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { authorisationLines, disbursementLines, withdrawalLines } from '@anticipa/domain/ledger';
import { areAllIn, canStep, type SaleStep, saleSteps } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { brokenConstraint } from '../../lib/db/errors.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { putOutbox } from '../../lib/jobs/outbox.ts';
import type { Caller, OperatorActor } from '../../lib/session/context.ts';
import { inLender } from '../../lib/transaction.ts';
import { postHolds, releaseHolds } from '../credit/commands.ts';
import { linesForUpdate } from '../credit/queries.ts';
import { lockInvoices } from '../invoices/queries.ts';
import { applyTransition, noSale } from '../invoices/transition.ts';
import { appendEntry } from '../ledger/commands.ts';
import { usersToldOfDeposits } from '../users/queries.ts';
import { announceSales } from './end.ts';
import { lenderSales } from './lender-queries.ts';
import { salesPolicy } from './policy.ts';
import { type SaleItemRecord, type SaleRecord, salesById } from './queries.ts';

type Operator = Caller<OperatorActor>;
type Decisions = BodyOf<typeof answerSale>['decisions'];
type Rejections = BodyOf<typeof withdrawAuthorisation>['rejections'];
type Shown = { sale: LenderSale };

interface Step {
  readonly deps: Deps;
  readonly caller: Operator;
  readonly sale: SaleRecord;
}

/**
 * Authorises or rejects every invoice of a requested sale. What is rejected goes back to the client with its motive and
 * its credit is free again; what is authorised is booked and waits for its deposit. A sale of which nothing is left ends.
 * The same answer again is harmless, another one is refused.
 */
export const answer = (
  deps: Deps,
  caller: Operator,
  { saleId, decisions }: { readonly saleId: string; readonly decisions: Decisions },
): Promise<Outcome<ResponseOf<typeof answerSale>>> =>
  decide(deps, caller, {
    saleId,
    decisions,
    problemOf: decisionsProblem,
    stepOf: () => (decisions.some((decision) => decision.authorised) ? 'answer' : 'decline'),
  });

/**
 * Rejects invoices that were authorised and not paid out yet: they go back to the client, their credit is free again and
 * what was booked of them is reversed. A sale of which nothing is left ends. The same again is harmless.
 */
export const withdraw = (
  deps: Deps,
  caller: Operator,
  { saleId, rejections }: { readonly saleId: string; readonly rejections: Rejections },
): Promise<Outcome<ResponseOf<typeof withdrawAuthorisation>>> =>
  decide(deps, caller, {
    saleId,
    decisions: rejections.map((rejection) => ({ ...rejection, authorised: false })),
    problemOf: foreignProblem,
    stepOf: (sale) => {
      const authorised = sale.items.filter((item) => item.state === 'authorised').map((item) => item.documentId);
      if (!rejections.every(({ documentId }) => authorised.includes(documentId.toLowerCase()))) return null;
      return authorised.length > rejections.length ? 'withdraw' : 'revoke';
    },
  });

interface Verdict {
  readonly saleId: string;
  readonly decisions: Decisions;
  readonly problemOf: (sale: SaleRecord, decisions: Decisions) => Refused | null;
  /** The step that the decisions are for this sale; null when they are none. */
  readonly stepOf: (sale: SaleRecord) => SaleStep | null;
}

const decide = (
  deps: Deps,
  caller: Operator,
  { saleId, decisions, problemOf, stepOf }: Verdict,
): Promise<Outcome<Shown>> =>
  inLender(deps, caller, async (executor) => {
    const sale = await oneSale(executor, saleId);
    if (!sale) return refuse('NOT_FOUND');
    const problem = problemOf(sale, decisions);
    if (problem) return problem;
    if (isSameAnswer(sale, decisions)) return shown(executor, sale.saleId);
    const step = stepOf(sale);
    if (step === null || !canStep(sale.state, step)) return refuse('SALE_STATE_CONFLICT');
    await bookAnswer(executor, { deps, caller, sale }, { decisions, to: saleSteps[step].to });
    return shown(executor, sale.saleId);
  });

const oneSale = async (executor: Executor, saleId: string): Promise<SaleRecord | undefined> =>
  (await salesById(executor, [saleId], 'update'))[0];

const shown = async (executor: Executor, saleId: string): Promise<Outcome<Shown>> => {
  const [sale] = await lenderSales(executor, await salesById(executor, [saleId], 'read'));
  return sale ? done({ sale }) : refuse('NOT_FOUND');
};

function foreignProblem(sale: SaleRecord, decisions: Decisions): Refused | null {
  const known = sale.items.map((item) => item.documentId);
  const foreign = decisions.map(({ documentId }) => documentId.toLowerCase()).filter((id) => !known.includes(id));
  if (foreign.length === 0) return null;
  return refuseEach('NOT_FOUND', foreign);
}

/** Each invoice of the sale once, and a motive for each that is rejected. */
function decisionsProblem(sale: SaleRecord, decisions: Decisions): Refused | null {
  const foreign = foreignProblem(sale, decisions);
  if (foreign) return foreign;
  const ids = new Set(decisions.map((decision) => decision.documentId.toLowerCase()));
  const known = sale.items.map((item) => item.documentId);
  const missing = known.filter((id) => !ids.has(id));
  if (missing.length > 0 || ids.size < decisions.length) {
    return refuseEach('INVALID_REQUEST', missing);
  }
  const silent = decisions.filter((decision) => !decision.authorised && decision.motive === null);
  if (silent.length === 0) return null;
  return refuseEach(
    'MOTIVE_MISSING',
    silent.map(({ documentId }) => documentId),
  );
}

function isSameAnswer(sale: SaleRecord, decisions: Decisions): boolean {
  if (sale.answeredAt === null || !areAllIn([sale], salesPolicy.answer.repeatable)) return false;
  const items = new Map(sale.items.map((item) => [item.documentId, item]));
  return decisions.every(({ documentId, authorised, motive }) => {
    const item = items.get(documentId.toLowerCase());
    if (!item) return false;
    return authorised ? item.state !== 'rejected' : item.state === 'rejected' && item.motive === motive;
  });
}

/** Books the first answer, or what a later one takes back of it. */
async function bookAnswer(
  executor: Executor,
  step: Step,
  { decisions, to }: { readonly decisions: Decisions; readonly to: SaleRecord['state'] },
): Promise<void> {
  const { deps, sale } = step;
  const at = deps.clock.now();
  const isFirst = sale.answeredAt === null;
  const rejected = decisions.filter((decision) => !decision.authorised);
  const rejectedIds = new Set(rejected.map((decision) => decision.documentId.toLowerCase()));
  await linesForUpdate(executor, sale.clientId);
  await executor
    .updateTable('sales')
    .set({ state: to, answered_at: sale.answeredAt ?? at })
    .where('client_id', '=', sale.clientId)
    .where('sale_id', '=', sale.saleId)
    .execute();
  await sql`
    update sale_items set
      state = case when decision.authorised then 'authorised' else 'rejected' end,
      motive = case when decision.authorised then null else decision.motive end
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as decision(
      "documentId" uuid, authorised boolean, motive text
    )
    where client_id = ${sale.clientId} and sale_id = ${sale.saleId}
      and document_id = decision."documentId" and state = ${isFirst ? 'held' : 'authorised'}`.execute(executor);
  await releaseHolds(executor, sale.clientId, { saleIds: [sale.saleId], documentIds: [...rejectedIds] });
  for (const [motive, group] of Map.groupBy(rejected, (decision) => decision.motive)) {
    const documentIds = group.map((decision) => decision.documentId.toLowerCase());
    await moveAll(executor, step, { documentIds, transition: 'reject', motive, set: noSale, at });
  }
  const authorised = sale.items.filter((item) => item.state !== 'rejected' && !rejectedIds.has(item.documentId));
  const withdrawn = sale.items.filter((item) => rejectedIds.has(item.documentId));
  if (!isFirst) await book(executor, step, { event: 'withdrawal', items: withdrawn, at });
  else if (authorised.length > 0) await book(executor, step, { event: 'authorisation', items: authorised, at });
  const details = { authorised: authorised.length, rejected: rejectedIds.size };
  await record(executor, step, { action: isFirst ? 'sale.answer' : 'sale.withdraw', details, at });
}

/** Moves the invoices; they are locked with their sale, so that one that does not move is a fault of ours. */
async function moveAll(
  executor: Executor,
  { caller, sale }: Step,
  order: Omit<Parameters<typeof applyTransition>[1], 'clientId' | 'actor'>,
): Promise<void> {
  const actor = { kind: 'operator', id: caller.actor.operatorId } as const;
  const moved = await applyTransition(executor, { ...order, clientId: sale.clientId, actor });
  if (moved !== order.documentIds.length)
    throw new Error(`an invoice of sale ${sale.saleId} could not ${order.transition}`);
}

const linesOf = { authorisation: authorisationLines, withdrawal: withdrawalLines, disbursement: disbursementLines };

const book = (
  executor: Executor,
  { deps, sale }: Step,
  { event, items, at }: { event: keyof typeof linesOf; items: readonly SaleItemRecord[]; at: Date },
): Promise<number> =>
  appendEntry(executor, {
    clientId: sale.clientId,
    event,
    saleId: sale.saleId,
    currency: sale.currency,
    bookedOn: deps.clock.today(),
    at,
    lines: items.flatMap(linesOf[event]),
  });

async function record(
  executor: Executor,
  { caller, sale }: Step,
  entry: { action: string; details: Record<string, unknown>; at: Date },
): Promise<void> {
  await writeAudit(executor, caller, { ...entry, subject: `sale:${sale.saleId}`, clientId: sale.clientId });
  const documentIds = sale.items.map((item) => item.documentId);
  await announceSales(executor, sale.clientId, [{ saleId: sale.saleId, documentIds }]);
}

/**
 * Books the deposit that the bank confirmed: the authorised invoices are in credit from today and what they held of the
 * line is used. The same tracking key for the same sale again is harmless; for another sale it is refused.
 */
export async function disburse(
  deps: Deps,
  caller: Operator,
  { saleId, trackingKey }: { readonly saleId: string; readonly trackingKey: string },
): Promise<Outcome<ResponseOf<typeof disburseSale>>> {
  try {
    return await inLender(deps, caller, async (executor) => {
      const sale = await oneSale(executor, saleId);
      if (!sale) return refuse('NOT_FOUND');
      if (areAllIn([sale], salesPolicy.disburse.repeatable) && sale.trackingKey === trackingKey) {
        return shown(executor, sale.saleId);
      }
      if (!canStep(sale.state, 'disburse')) return refuse('SALE_STATE_CONFLICT');
      const items = sale.items.filter((item) => item.state === 'authorised');
      const pending = await unconfirmed(executor, sale.clientId, items);
      if (pending.length > 0) {
        return refuseEach('VERIFICATION_PENDING', pending);
      }
      await bookDeposit(executor, { deps, caller, sale }, { items, trackingKey });
      return shown(executor, sale.saleId);
    });
  } catch (cause) {
    if (brokenConstraint(cause) === 'sales_tracking_key_key') return refuse('TRACKING_KEY_REUSED');
    throw cause;
  }
}

/**
 * The invoices that the tax authority has not confirmed, or confirms no longer. They stay locked: an objection that is
 * being written just now is waited for, and one that comes later finds the money gone.
 */
async function unconfirmed(
  executor: Executor,
  tenant: SaleRecord['clientId'],
  items: readonly SaleItemRecord[],
): Promise<string[]> {
  // Lines before invoices, as wherever both are locked.
  await linesForUpdate(executor, tenant);
  const ids = items.map((item) => item.documentId);
  const invoices = await lockInvoices(executor, tenant, ids);
  return invoices.filter(({ verification }) => verification === 'pending').map(({ documentId }) => documentId);
}

async function bookDeposit(
  executor: Executor,
  step: Step,
  { items, trackingKey }: { readonly items: readonly SaleItemRecord[]; readonly trackingKey: string },
): Promise<void> {
  const { deps, sale } = step;
  const at = deps.clock.now();
  const documentIds = items.map((item) => item.documentId);
  await executor
    .updateTable('sales')
    .set({ state: saleSteps.disburse.to, disbursed_at: at, tracking_key: trackingKey })
    .where('client_id', '=', sale.clientId)
    .where('sale_id', '=', sale.saleId)
    .execute();
  await executor
    .updateTable('sale_items')
    .set({ state: 'disbursed' })
    .where('client_id', '=', sale.clientId)
    .where('sale_id', '=', sale.saleId)
    .where('state', '=', 'authorised')
    .execute();
  await postHolds(executor, sale.clientId, { saleIds: [sale.saleId], documentIds });
  const set = { fecha_deposito: deps.clock.today() };
  await moveAll(executor, step, { documentIds, transition: 'disburse', set, at });
  await book(executor, step, { event: 'disbursement', items, at });
  for (const userId of await usersToldOfDeposits(executor, sale.clientId)) {
    const payload = { saleIds: [sale.saleId], userIds: [userId] };
    await putOutbox(executor, { clientId: sale.clientId, kind: 'sale-deposit', payload, at });
  }
  await record(executor, step, { action: 'sale.disburse', details: { trackingKey, invoices: items.length }, at });
}
