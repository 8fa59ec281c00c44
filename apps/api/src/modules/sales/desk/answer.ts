import type { LenderSale, withdrawAuthorisation } from '@anticipa/contract/lender';
import type { BodyOf } from '@anticipa/contract/route';
import { dateAt, dateOf, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, sum } from '@anticipa/domain/money';
import { canStep, type SaleStep } from '@anticipa/domain/sale';
import { isBackdated } from '@anticipa/domain/typed-payment';
import { sql } from 'kysely';
import { z } from 'zod';
import { valuesOf } from '../../../platform/db/rows.ts';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import type { OperatorActor } from '../../../platform/work/caller.ts';
import { narrowTo, type OperatorWork, type Work } from '../../../platform/work/work.ts';
import { closeAlertsOf, raiseAlert } from '../../alerts/alert.ts';
import { accountFor, accountProblem } from '../../credit/accounts.ts';
import { postHolds } from '../../credit/commands.ts';
import { creditLines } from '../../credit/queries.ts';
import { endFiled, isFiled } from '../../filed-payments/filed.ts';
import { invoiceFacts } from '../../invoices/queries.ts';
import { noLongerOwed } from '../../invoices/related-queries.ts';
import { accrueInterest } from '../../ledger/commands.ts';
import { writeAudit } from '../../log/audit.ts';
import { putNotice } from '../../notices/put.ts';
import { type BankPayment, type DuePayment, type Objecting, paidOnProblem } from '../../payment-limits/limits.ts';
import { isPaymentKey } from '../../returned-payments/queries.ts';
import { type SaleItemRecord, type SaleRecord, salesById } from '../queries.ts';
import { announceSales, takeStep } from '../step.ts';
import { accountPaid, hasOpenTransfer, isDepositLost } from '../transfer-queries.ts';
import { book, bookAnswer, moveAll, type SaleWork, unpaidReasons } from './booking.ts';
import { type Answer, type Decisions, groundProblem } from './ground.ts';
import { lenderSales } from './lender-queries.ts';
import { proposeAnswer, secondPersonFor } from './proposed-answers.ts';

type Rejections = BodyOf<typeof withdrawAuthorisation>['rejections'];
type Answered = Promise<Outcome<{ sale: LenderSale }>>;

/**
 * Authorises or rejects every invoice of a requested sale. Rejected invoices return to the client with a motive and release
 * their credit; authorised ones are booked and await their deposit. A sale without authorised invoices ends. Repeating
 * the answer is harmless, a different one is refused. Nothing is booked on other grounds than those seen, nor against a
 * failed check, nor above an approval amount before a second person confirms it.
 */
export function answer(work: OperatorWork, saleId: string, { decisions, seen }: Answer): Answered {
  return decide(work, saleId, decisions, {
    problemOf: decisionsProblem,
    groundProblemOf: (sale) => groundProblem(work, sale, decisions, seen),
    needOf: (work, sale) => secondPersonFor(work, sale, decisions),
    stepOf: () => (decisions.some((decision) => decision.authorised) ? 'answer' : 'decline'),
  });
}

/**
 * Rejects authorised invoices before the deposit: they return to the client, their credit is released and their entries
 * are reversed. A sale without remaining invoices ends. Repeating the call is harmless.
 */
export function withdraw(work: OperatorWork, saleId: string, rejections: Rejections): Answered {
  const decisions = rejections.map((rejection) => ({ ...rejection, authorised: false }));
  return decide(work, saleId, decisions, {
    problemOf: foreignProblem,
    groundProblemOf: async () => null,
    needOf: async () => null,
    stepOf: (sale) => {
      const authorised = sale.items.filter((item) => item.state === 'authorised').map((item) => item.documentId);
      if (!rejections.every(({ documentId }) => authorised.includes(documentId))) return null;
      return authorised.length > rejections.length ? 'withdraw' : 'revoke';
    },
  });
}

interface DecisionRules {
  readonly problemOf: (sale: SaleRecord, decisions: Decisions) => Refused | null;
  /** Asked for once the sale may take the step, with its credit lines locked. */
  readonly groundProblemOf: (sale: SaleRecord) => Promise<Refused | null>;
  /** Why the step needs a second person, or null. */
  readonly needOf: (work: Work<OperatorActor>, sale: SaleRecord) => ReturnType<typeof secondPersonFor>;
  /** The step of the sale that results from the decisions; null if there is none. */
  readonly stepOf: (sale: SaleRecord) => SaleStep | null;
}

async function decide(wide: OperatorWork, saleId: string, decisions: Decisions, rules: DecisionRules): Answered {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const problem = rules.problemOf(sale, decisions);
  if (problem) return problem;
  if (isSameAnswer(sale, decisions)) return answered(wide, saleId);
  const step = rules.stepOf(sale);
  if (step === null || !canStep(sale.state, step) || (await hasOpenTransfer(wide, saleId)))
    return refuse('SALE_STATE_CONFLICT');
  if (await isFiled(wide, { kind: 'deposit', subject: saleId, currency: sale.currency }))
    return refuse('PAYMENT_FILED');
  const work = narrowTo(wide, sale.clientId);
  await creditLines(work, 'update');
  const groundless = await rules.groundProblemOf(sale);
  if (groundless) return groundless;
  const need = await rules.needOf(work, sale);
  if (need) await proposeAnswer(wide, sale, decisions, need);
  else {
    const answeredBy = sale.answeredBy ?? wide.actor.operatorId;
    await bookAnswer(work, sale, decisions, { step, answeredBy, confirmedBy: sale.confirmedBy });
  }
  return answered(wide, saleId);
}

/** The lender's view of a sale after a step. */
export async function answered(work: OperatorWork, saleId: string): Answered {
  const [sale] = await lenderSales(work, await salesById(work, [saleId], 'read'));
  return sale ? done({ sale }) : refuse('NOT_FOUND');
}

function foreignProblem(sale: SaleRecord, decisions: Decisions): Refused | null {
  const known = sale.items.map((item) => item.documentId);
  const foreign = decisions.map(({ documentId }) => documentId).filter((id) => !known.includes(id));
  if (foreign.length === 0) return null;
  return refuseEach('NOT_FOUND', foreign);
}

/** Requires each invoice of the sale once, and a motive for each rejection. */
function decisionsProblem(sale: SaleRecord, decisions: Decisions): Refused | null {
  const foreign = foreignProblem(sale, decisions);
  if (foreign) return foreign;
  const ids = new Set(decisions.map((decision) => decision.documentId));
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
  if (sale.answeredAt === null) return false;
  const items = new Map(sale.items.map((item) => [item.documentId, item]));
  return decisions.every(({ documentId, authorised, motive }) => {
    const item = items.get(documentId);
    if (!item) return false;
    return authorised ? item.state !== 'rejected' : item.state === 'rejected' && item.motive === motive;
  });
}

/**
 * Books the deposit confirmed by the bank: the authorised invoices are in credit from its day and their held credit becomes
 * used. Repeating the tracking key for the same sale is harmless; for another sale it is refused. A payment of a file is put to
 * `objecting` only for its day: its file was.
 */
export async function disburse(
  wide: OperatorWork,
  saleId: string,
  { trackingKey, paidOn }: BankPayment,
  objecting: Objecting,
): Answered {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const isAgain = await isDepositLost(wide, saleId);
  if (sale.trackingKey === trackingKey) return isAgain ? refuse('TRACKING_KEY_REUSED') : answered(wide, saleId);
  if ((!isAgain && !canStep(sale.state, 'disburse')) || (await hasOpenTransfer(wide, saleId)))
    return refuse('SALE_STATE_CONFLICT');
  if (await isPaymentKey(wide, trackingKey)) return refuse('TRACKING_KEY_REUSED');
  const early = paidOnProblem(wide, paidOn, await dueSince(wide, sale, isAgain));
  if (early) return early;
  const work = narrowTo(wide, sale.clientId);
  const held = await accountProblem(work, sale);
  if (held) return refuse(held);
  const items = sale.items.filter(({ state }) => state === (isAgain ? 'disbursed' : 'authorised'));
  const problem = isAgain ? null : await lockPayable(work, items);
  if (problem) return problem;
  const isOfFile = await isFiled(wide, { kind: 'deposit', subject: saleId, currency: sale.currency });
  if (!isOfFile || isBackdated(paidOn, wide.today)) {
    const objection = await objecting(wide, [{ ...(await dueDeposit(work, sale, items)), paidOn }]);
    if (objection) return objection;
  }
  await (isAgain ? depositAgain : bookDeposit)(work, sale, trackingKey, paidOn);
  return answered(wide, saleId);
}

/** The day before which a deposit cannot have been made: that of the authorisation, or of the return of the last deposit. */
async function dueSince(work: OperatorWork, { saleId, answeredAt }: SaleRecord, isAgain: boolean): Promise<IsoDate> {
  const authorisedOn = dateAt(answeredAt ?? work.at, MEXICO_CITY);
  if (!isAgain) return authorisedOn;
  const { returned_on: returnedOn, never_made: neverMade } = await work.db
    .selectFrom('returned_payments')
    .select(['returned_on', 'never_made'])
    .where('sale_id', '=', saleId)
    .where('paid_again_at', 'is', null)
    .executeTakeFirstOrThrow();
  return neverMade ? authorisedOn : dateOf(returnedOn);
}

async function dueDeposit(work: SaleWork, sale: SaleRecord, items: readonly SaleItemRecord[]): Promise<DuePayment> {
  const { saleId: subject, clientId, numberOfSale, currency } = sale;
  const deposits = items.map(({ price }) => price.deposit);
  return {
    purpose: 'deposit',
    subject,
    clientId,
    label: String(numberOfSale),
    holder: null,
    amount: sum<FinancedCurrency>(currency, deposits),
    clabe: await accountFor(work, sale),
  };
}

/**
 * Why invoices cannot be paid for: the tax authority has not confirmed them, or no longer does, or other CFDI take from them.
 * They stay locked, so a concurrent objection is either seen here or comes after the deposit.
 */
export async function lockPayable(work: SaleWork, items: readonly SaleItemRecord[]): Promise<Refused | null> {
  // Lock lines before invoices, as everywhere.
  await creditLines(work, 'update');
  const ids = items.map((item) => item.documentId);
  const invoices = await invoiceFacts(work, ids, 'update');
  const idsOf = (some: typeof invoices) => some.map(({ documentId }) => documentId);
  const pending = invoices.filter(({ verification }) => verification === 'pending');
  if (pending.length > 0) return refuseEach('VERIFICATION_PENDING', idsOf(pending));
  const unowed = await noLongerOwed(work, invoices);
  return unowed.length > 0 ? refuseEach('INVOICE_BLOCKED', idsOf(unowed)) : null;
}

async function bookDeposit(work: SaleWork, sale: SaleRecord, trackingKey: string, paidOn: IsoDate): Promise<void> {
  const { db, tenant } = work;
  const { saleId } = sale;
  const items = sale.items.filter((item) => item.state === 'authorised');
  const documentIds = items.map((item) => item.documentId);
  await takeStep(work, [saleId], 'disburse', {
    disbursed_at: work.at,
    deposit_value_date: paidOn,
    tracking_key: trackingKey,
    clabe: accountPaid(sale, trackingKey),
  });
  await db
    .updateTable('sale_items')
    .set({ state: 'disbursed' })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .where('state', '=', 'authorised')
    .execute();
  await postHolds(work, [saleId], documentIds);
  await moveAll(work, 'disburse', documentIds, { set: { deposited_on: paidOn } });
  const charged = items.filter(({ price }) => price.opening);
  if (charged.length > 0) await book(work, sale, { event: 'commission', items: charged, valueDate: paidOn });
  await book(work, sale, { event: 'disbursement', items, valueDate: paidOn });
  await accrueInterest(work, documentIds);
  await closeAlertsOf(work, { saleId, reasons: unpaidReasons }, 'paid');
  await endFiled(work, { kind: 'deposit', subject: saleId, currency: sale.currency }, trackingKey);
  await tellOfDeposit(work, sale, items, trackingKey);
  const details = { trackingKey, invoices: items.length };
  await writeAudit(work, { action: 'sale.disburse', subject: `sale:${saleId}`, details });
  await announceSales(work, [sale]);
}

/** Books the deposit of a locked sale that the bank has paid, even if the tax authority objects to an invoice meanwhile. */
export async function settleDeposit(work: SaleWork, sale: SaleRecord, trackingKey: string): Promise<void> {
  // Every transaction locks lines before invoices.
  await creditLines(work, 'update');
  await bookDeposit(work, sale, trackingKey, work.today);
}

/** Raises an alert if invoices that were settled without their deposit paid interest of days that now count as lost. */
async function alertOfOwedDays(work: SaleWork, { saleId }: SaleRecord, trackingKey: string): Promise<void> {
  const [days = 0] = await valuesOf(work.db, z.number())`
    select coalesce(sum(days_lost), 0)::integer from returned_payments back
    where client_id = ${work.tenant} and sale_id = ${saleId} and paid_again_at = ${work.at} and exists (
      select from invoices
      where invoices.client_id = back.client_id and invoices.sale_id = back.sale_id and status = ${invoiceStatus.LIQUIDADO})`;
  if (days === 0) return;
  const details = { saleId, trackingKey, days };
  await raiseAlert(work, {
    kind: 'transfer',
    subject: `transfer:${trackingKey}`,
    reason: 'settled-undeposited',
    details,
  });
}

/** Books a new deposit of a sale whose deposit came back. The earlier attempt keeps its key, and the invoices stay in credit. */
export async function depositAgain(
  work: SaleWork,
  sale: SaleRecord,
  trackingKey: string,
  paidOn: IsoDate = work.today,
): Promise<void> {
  const { db, tenant, at } = work;
  const { saleId, currency } = sale;
  const items = sale.items.filter((item) => item.state === 'disbursed');
  await db
    .updateTable('sales')
    .set({ tracking_key: trackingKey, clabe: accountPaid(sale, trackingKey) })
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .execute();
  // A replaced CLABE had been given wrongly, so the days of waiting were the client's own fault. A deposit that was registered by mistake
  // is a first deposit that is late.
  await sql`
    update returned_payments back set paid_again_at = ${at}, paid_again_on = ${paidOn}::date,
      days_lost = case when not never_made and (went_elsewhere or back.clabe is not distinct from sales.clabe) then ${paidOn}::date - paid.value_date else 0 end
    from sales, ledger_entries paid
    where back.client_id = ${tenant} and back.sale_id = ${saleId} and paid_again_at is null
      and sales.client_id = back.client_id and sales.sale_id = back.sale_id
      and paid.client_id = back.client_id and paid.entry_number = back.entry_number`.execute(db);
  await alertOfOwedDays(work, sale, trackingKey);
  await book(work, sale, { event: 'disbursement', items, valueDate: paidOn });
  await closeAlertsOf(work, { saleId, reasons: unpaidReasons }, 'paid');
  await endFiled(work, { kind: 'deposit', subject: saleId, currency }, trackingKey);
  await tellOfDeposit(work, sale, items, trackingKey);
  const details = { trackingKey, invoices: items.length };
  await writeAudit(work, { action: 'sale.deposit-again', subject: `sale:${saleId}`, details });
  await announceSales(work, [sale]);
}

/** Tells everybody of the client who wants to know. */
async function tellOfDeposit(
  work: SaleWork,
  { saleId, numberOfSale, currency }: SaleRecord,
  items: readonly SaleItemRecord[],
  trackingKey: string,
): Promise<void> {
  const deposits = items.map(({ price }) => price.deposit);
  const about = { object: 'sale', objectId: numberOfSale, label: numberOfSale, count: items.length } as const;
  const amount = sum<FinancedCurrency>(currency, deposits);
  await putNotice(work, { event: 'sale-deposited', ...about, amount, trackingKey }, (userId) =>
    putMessage(work, 'sale-deposit', { saleId, userId }),
  );
}
