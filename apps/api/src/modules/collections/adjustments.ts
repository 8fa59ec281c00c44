/** Changes of the debt of an invoice that no transfer makes, booked at once or after a second person confirms them. */
import type {
  AdjustmentWanted,
  adjustInvoice,
  listAdjustments,
  previewAdjustment,
} from '@anticipa/contract/adjustments';
import type { Changes } from '@anticipa/contract/approvals';
import type { BodyOf, QueryOf, ResponseOf } from '@anticipa/contract/route';
import {
  type Adjusted,
  type AdjustmentKind,
  adjustmentKinds,
  buyBackAmount,
  creditInvoice,
  endOfWriteOff,
  isGrave,
  payToClient,
  recourse,
  writeOff,
} from '@anticipa/domain/adjustment';
import { addDays, dateOf, type IsoDate, nextBusinessDay } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { estimateLines } from '@anticipa/domain/estimate';
import type { LedgerLine } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency, isPositive, type Money, moneyOf, zero } from '@anticipa/domain/money';
import {
  owedByReceiver,
  type Position,
  type Rebate,
  rebateOf,
  type Settlement,
  settle,
} from '@anticipa/domain/settlement';
import { isBackdated, needsSecondPerson } from '@anticipa/domain/typed-payment';
import { type Lock, narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { submit } from '../approvals/submit.ts';
import { extraHolidays } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { type AdjustmentEvent, appendEntries } from '../ledger/commands.ts';
import { estimatedOf } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { type Change, type Found, findInCredit, insertAdjustment, setRebate, tellClient } from './adjustment.ts';
import { adjustmentById, adjustmentsOf, isNoteUsed, unusedNotes } from './adjustment-queries.ts';
import { withdrawalOf } from './adjustment-withdrawal.ts';
import { clientOfInvoice, type PayableInvoice } from './queries.ts';
import { bookReceipts, settleInvoices } from './settle.ts';

/** Business days that the contract gives the client to buy an invoice back (clause 7). */
const DAYS_TO_BUY_BACK = 5;

const events: Readonly<Record<AdjustmentKind, AdjustmentEvent>> = {
  recourse: 'recourse',
  'credit-note': 'supplier-credit',
  'paid-to-client': 'paid-to-client',
  'write-off': 'write-off',
};

interface Adjusting extends Found {
  readonly adjusted: Adjusted & { readonly end?: Settlement };
  readonly valueDate: IsoDate;
  readonly rebate: Rebate;
  /** Lines that take the estimate of an invoice to what is written off. */
  readonly estimate: readonly LedgerLine[];
}

/** The entries that an adjustment would book. */
async function adjusting(
  wide: OperatorWork,
  documentId: string,
  { kind, amount, cfdiUuid, paidOn }: AdjustmentWanted & { readonly kind: AdjustmentKind },
  lock: Lock,
): Promise<Outcome<Adjusting>> {
  const found = await findInCredit(wide, documentId, lock);
  if (!found.ok) return found;
  const { work, invoice, position } = found.value;
  const { today } = work;
  const { currency } = position.owed;
  const none = { interest: zero(currency), iva: zero(currency) };
  const typed = moneyOf<FinancedCurrency>(amount ?? '0.00', currency);
  const valueDate = paidOn === undefined ? today : dateOf(paidOn);
  if (valueDate > today) return refuse('VALUE_DATE_IN_FUTURE');
  if (valueDate < invoice.depositedOn) return refuse('PAID_BEFORE_DEPOSIT');
  const isReceivers = kind !== 'write-off';
  if (isReceivers && owedByReceiver(position).cents === 0n) return refuse('NOTHING_OWED_BY_RECEIVER');
  if (typed.cents > owedByReceiver(position).cents) return refuse('ADJUSTMENT_EXCEEDS_DEBT');
  if (cfdiUuid !== undefined && (await isNoteUsed(wide, cfdiUuid))) return refuse('CREDIT_NOTE_USED');
  const rest = { ...found.value, valueDate, rebate: none, estimate: [] };
  if (kind === 'recourse') {
    const rebate = invoice.hasRebate ? rebateOf(invoice.price, today, invoice) : none;
    return done({ ...rest, rebate, adjusted: recourse(documentId, position, { on: today, rebate }, invoice) });
  }
  if (kind === 'credit-note') {
    return done({ ...rest, adjusted: creditInvoice(documentId, position, { on: today, amount: typed }, invoice) });
  }
  if (kind === 'paid-to-client') return done({ ...rest, adjusted: payToClient(documentId, position, typed) });
  const off = writeOff(documentId, position, today);
  if (off.amount.cents === 0n) return refuse('NOTHING_TO_WRITE_OFF');
  const estimate = estimateLines(documentId, await estimatedOf(work, documentId, currency), off.loss);
  return done({ ...rest, estimate, adjusted: { ...off, end: endOfWriteOff(off, invoice.givenBack) } });
}

const isOf = (wanted: AdjustmentWanted): wanted is AdjustmentWanted & { readonly kind: AdjustmentKind } =>
  wanted.kind !== 'withdrawal';

/** A change that can be made now, with its effect. */
async function changeOf(
  wide: OperatorWork,
  documentId: string,
  wanted: AdjustmentWanted,
  lock: Lock,
): Promise<Outcome<Change>> {
  if (!isOf(wanted)) return withdrawalOf(wide, documentId, wanted.withdraws ?? '', lock);
  const found = await adjusting(wide, documentId, wanted, lock);
  if (!found.ok) return found;
  const { invoice, adjusted } = found.value;
  const { amount, covered, position } = adjusted;
  return done({
    found: found.value,
    position,
    amount,
    covered,
    lines: [...found.value.estimate, ...adjusted.rebateLines, ...adjusted.lines, ...adjusted.lateChargeLines],
    needsSecondPerson:
      isGrave(wanted.kind) ||
      needsSecondPerson(amount, invoice.price.total) ||
      isBackdated(found.value.valueDate, found.value.work.today),
    end: adjusted.end ?? (position.owed.cents === 0n ? settle(documentId, position) : null),
    book: (reason) => bookAdjustment(wanted, found.value, reason),
  });
}

async function bookAdjustment(
  { kind, cfdiUuid }: AdjustmentWanted & { readonly kind: AdjustmentKind },
  { work, invoice, adjusted, valueDate, rebate, estimate }: Adjusting,
  reason: string,
): Promise<string> {
  const { documentId } = invoice;
  const { amount, covered } = adjusted;
  const adjustmentId = await insertAdjustment(work, {
    documentId,
    kind,
    amount,
    covered,
    valueDate,
    payBy: kind === 'recourse' ? await lastDayToBuyBack(work) : null,
    cfdiUuid: cfdiUuid ?? null,
    reason,
  });
  const about = { event: events[kind], adjustmentId, currency: amount.currency, valueDate } as const;
  const receipts = [{ invoice: { ...invoice, givenBack: rebateAfter(invoice, rebate) }, ...adjusted }];
  if (estimate.length > 0) await appendEntries(work, [{ ...about, event: 'estimate', lines: estimate }]);
  const settled = await bookReceipts(work, about, receipts);
  await setRebate(work, documentId, rebateAfter(invoice, rebate));
  await settleInvoices(work, receipts, settled);
  if (kind === 'write-off') await markWrittenOff(work, documentId, amount);
  await tellClient(work, adjustmentId);
  return adjustmentId;
}

const rebateAfter = ({ givenBack }: PayableInvoice, rebate: Rebate): Rebate =>
  rebate.interest.cents === 0n ? givenBack : rebate;

async function markWrittenOff(
  { db, tenant }: Work,
  documentId: string,
  amount: Money<FinancedCurrency>,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ written_off: decimalOf(amount) })
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .execute();
}

async function lastDayToBuyBack(work: Work): Promise<IsoDate> {
  const holidays = await extraHolidays(work);
  let day = work.today;
  for (let count = 0; count < DAYS_TO_BUY_BACK; count += 1) day = nextBusinessDay(addDays(day, 1), holidays);
  return day;
}

/** Balances of an invoice in credit, and what buys it back today. */
const standingOf = ({ work, invoice }: Found, position: Position) => ({
  currency: position.owed.currency,
  receiver: decimalOf(owedByReceiver(position)),
  buyBack: decimalOf(position.buyBack),
  aforo: decimalOf(position.aforo),
  toBuyBack: decimalOf(buyBackAmount(position, invoice, work.today)),
});

const possibleOf = ({ work, invoice, position }: Found): AdjustmentKind[] =>
  adjustmentKinds.filter((kind) => {
    const left =
      kind === 'write-off' ? writeOff(invoice.documentId, position, work.today).amount : owedByReceiver(position);
    return isPositive(left);
  });

/** Balances and adjustments of an invoice. */
export async function listed(
  wide: OperatorWork,
  documentId: string,
): Promise<Outcome<ResponseOf<typeof listAdjustments>>> {
  const tenant = await clientOfInvoice(wide, documentId);
  if (!tenant) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  const [facts] = await invoiceFacts(work, [documentId], 'read');
  const found = await findInCredit(wide, documentId, 'read');
  return done({
    today: work.today,
    currency: facts?.currency === 'USD' ? 'USD' : 'MXN',
    standing: found.ok ? standingOf(found.value, found.value.position) : null,
    possible: found.ok ? possibleOf(found.value) : [],
    data: await adjustmentsOf(work, documentId),
    creditNotes: await unusedNotes(work, documentId),
  });
}

/** The entries that an adjustment would book now. */
export async function preview(
  wide: OperatorWork,
  documentId: string,
  wanted: QueryOf<typeof previewAdjustment>,
): Promise<Outcome<ResponseOf<typeof previewAdjustment>>> {
  const found = await changeOf(wide, documentId, wanted, 'read');
  if (!found.ok) return found;
  const { lines, position, end, needsSecondPerson: needs } = found.value;
  return done({
    lines: lines.map(({ account, debit, credit }) => ({ account, debit: decimalOf(debit), credit: decimalOf(credit) })),
    after: standingOf(found.value.found, position),
    finalDeposit: end && decimalOf(end.finalDeposit),
    needsSecondPerson: needs,
  });
}

/** `reason`: of the proposal if a second person confirms it. */
async function book(
  wide: OperatorWork,
  documentId: string,
  wanted: AdjustmentWanted,
  { reason, isConfirmed }: { readonly reason: string; readonly isConfirmed: boolean },
): Promise<Outcome<{ readonly adjustmentId: string }>> {
  const found = await changeOf(wide, documentId, wanted, 'update');
  if (!found.ok) return found;
  const {
    amount,
    covered,
    found: { work },
  } = found.value;
  if (found.value.needsSecondPerson && !isConfirmed) return refuse('SECOND_PERSON_NEEDED');
  const adjustmentId = await found.value.book(reason);
  const { kind, cfdiUuid, withdraws } = wanted;
  await writeAudit(work, {
    action: 'adjustment.book',
    subject: `invoice:${documentId}`,
    details: {
      kind,
      amount: decimalOf(amount),
      currency: amount.currency,
      aforo: decimalOf(covered),
      reason,
      ...(cfdiUuid !== undefined && { cfdiUuid }),
      ...(withdraws !== undefined && { withdraws }),
    },
  });
  return done({ adjustmentId });
}

type Proposed = Changes['adjustment']['proposed'];

const wantedOf = ({ adjustment: kind, amount, cfdiUuid, paidOn, withdraws }: Proposed): AdjustmentWanted => ({
  kind,
  amount,
  cfdiUuid,
  paidOn,
  withdraws,
});

async function standing(wide: OperatorWork, documentId: string, lock: Lock): Promise<Changes['adjustment']['before']> {
  const found = await findInCredit(wide, documentId, lock);
  if (!found.ok) return null;
  const { toBuyBack: _, ...values } = standingOf(found.value, found.value.position);
  return values;
}

/** Possible while it could still be booked. */
export const invoiceAdjustment: Handler<'adjustment'> = {
  standing: (work, { about }, lock) => standing(work, about.documentId, lock),
  isPossible: async (work, { about, proposed }) =>
    (await changeOf(work, about.documentId, wantedOf(proposed), 'update')).ok,
  apply: async (work, { about, proposed }, { approvalId }) => {
    const reason = approvalId === null ? '' : await reasonOf(work, approvalId);
    return book(work, about.documentId, wantedOf(proposed), { reason, isConfirmed: true });
  },
};

const reasonOf = async ({ db }: OperatorWork, approvalId: string): Promise<string> =>
  (await db.selectFrom('approvals').select('reason').where('approval_id', '=', approvalId).executeTakeFirstOrThrow())
    .reason;

/** Books an adjustment, or proposes it. */
export async function adjust(
  work: OperatorWork,
  documentId: string,
  { reason, ...wanted }: BodyOf<typeof adjustInvoice>,
): Promise<Outcome<ResponseOf<typeof adjustInvoice>>> {
  const booked = await book(work, documentId, wanted, { reason, isConfirmed: false });
  if (booked.ok) return done({ adjustment: await adjustmentById(work, booked.value.adjustmentId), proposal: null });
  if (booked.code !== 'SECOND_PERSON_NEEDED') return booked;
  const found = await changeOf(work, documentId, wanted, 'update');
  const before = await standing(work, documentId, 'update');
  if (!found.ok || before === null) throw new Error('an adjustment disappeared');
  const { kind, ...typed } = wanted;
  const proposed = {
    invoices: [documentId],
    adjustment: kind,
    effect: decimalOf(found.value.amount),
    currency: before.currency,
    ...typed,
  };
  const change = { kind: 'adjustment', about: { documentId }, before, proposed } as const;
  const submitted = await submit(work, invoiceAdjustment, change, reason);
  return submitted.ok ? done({ adjustment: null, ...submitted.value }) : submitted;
}
