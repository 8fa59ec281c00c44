import { randomUUID } from 'node:crypto';
import type { Collection, registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { collectionLines, releaseLines } from '@anticipa/domain/ledger';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { type Settlement, settlementOf } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { announceAll } from '../../lib/live/events.ts';
import type { ClientId, OperatorActor } from '../../lib/session/context.ts';
import { narrowTo, type OperatorWork, type Work } from '../../lib/work.ts';
import { repayHolds } from '../credit/commands.ts';
import { creditLines } from '../credit/queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../invoices/queries.ts';
import { applyTransition } from '../invoices/transition.ts';
import { appendEntry } from '../ledger/commands.ts';
import { closePaidReferences } from '../references/commands.ts';
import { invoiceIdsOfReference } from '../references/queries.ts';
import {
  clientOfInvoice,
  collectionByKey,
  dueFor,
  type PayableInvoice,
  payableInvoices,
  type ReferenceToPay,
  referenceToPay,
} from './queries.ts';

type Payment = BodyOf<typeof registerCollection>;
type Registered = ResponseOf<typeof registerCollection>;

/** The target of a payment, looked up before locking. */
interface Target {
  readonly tenant: ClientId;
  readonly documentIds: readonly string[];
  readonly reference: ReferenceToPay | null;
}

/** The operator's work on the paying client. */
type PaymentWork = Work<OperatorActor>;

interface SettledInvoice {
  readonly invoice: PayableInvoice;
  readonly settlement: Settlement;
}

/**
 * Books a payment in full and settles its invoices: each becomes LIQUIDADO, its credit is released and its devolución
 * returned. Any other amount is refused with the right one. Repeating a tracking key with the same payment repeats the
 * answer; with a different payment it is refused.
 */
export async function register(wide: OperatorWork, payment: Payment): Promise<Outcome<Registered>> {
  const target = await targetOf(wide, payment.pays);
  if ('ok' in target) return target;
  const work = narrowTo(wide, target.tenant);
  // Lock lines before invoices, as everywhere; concurrent payments of the same client wait here.
  await creditLines(work, 'update');
  const known = await collectionByKey(work, payment.trackingKey);
  if (known) return isSamePayment(known, payment) ? done({ collection: known }) : refuse('TRACKING_KEY_REUSED');
  return settle(work, payment, target);
}

async function targetOf(work: OperatorWork, pays: Payment['pays']): Promise<Target | Refused> {
  if ('reference' in pays) {
    const reference = await referenceToPay(work, referenceText(pays.reference));
    if (!reference) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    const { clientId: tenant, referenceId } = reference;
    return { tenant, reference, documentIds: await invoiceIdsOfReference(narrowTo(work, tenant), referenceId) };
  }
  const documentIds = [...new Set(pays.documentIds.map((id) => id.toLowerCase()))];
  const tenant = await clientOfInvoice(work, documentIds[0] ?? '');
  return tenant ? { tenant, documentIds, reference: null } : refuseEach('NOT_FOUND', documentIds);
}

const referenceText = (typed: string): string => typed.trim().toUpperCase();

function isSamePayment(known: Collection, { pays, ...payment }: Payment): boolean {
  const isSameTarget =
    'reference' in pays
      ? known.reference === referenceText(pays.reference)
      : known.reference === null &&
        listed(pays.documentIds) === listed(known.invoices.map(({ documentId }) => documentId));
  return (
    isSameTarget &&
    known.currency === payment.currency &&
    known.amount === decimalOf(moneyOf(payment.amount, payment.currency)) &&
    known.valueDate === payment.valueDate &&
    known.source === payment.source &&
    known.bank === payment.bank
  );
}

/** Canonical text of a set of ids. */
const listed = (ids: readonly string[]): string => [...new Set(ids.map((id) => id.toLowerCase()))].toSorted().join(' ');

async function settle(work: PaymentWork, payment: Payment, target: Target): Promise<Outcome<Registered>> {
  const { documentIds, reference } = target;
  const problem = unpayable(await invoiceFacts(work, documentIds, 'update'), target);
  if (problem) return problem;
  const payable = (await payableInvoices(work, documentIds)).filter(
    ({ referenceId }) => reference === null || referenceId === reference.referenceId,
  );
  const refusal = paymentProblem(work, payment, target, payable);
  if (refusal) return refusal;
  const valueDate = dateOf(payment.valueDate);
  const settled = payable.map((invoice) => {
    const paid = dueFor(invoice, reference?.madeOn ?? null);
    return { invoice, settlement: settlementOf({ ...invoice, valueDate, paid }) };
  });
  await book(work, payment, reference, settled);
  const collection = await collectionByKey(work, payment.trackingKey);
  if (!collection) throw new Error(`payment ${payment.trackingKey} was not stored`);
  return done({ collection });
}

/** All listed invoices must exist and be in credit; invoices of a reference that were paid otherwise are skipped. */
function unpayable(invoices: readonly InvoiceFacts[], { documentIds, reference }: Target): Refused | null {
  if (reference !== null) {
    const covered = invoices.filter((invoice) => invoice.referenceId === reference.referenceId);
    if (covered.length === 0) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    const isPayable = covered.some((invoice) => invoice.status === 'CREDITO');
    return isPayable
      ? null
      : refuseEach(
          'INVOICE_NOT_IN_CREDIT',
          covered.map(({ documentId }) => documentId),
        );
  }
  const found = new Set(invoices.map(({ documentId }) => documentId));
  const missing = documentIds.filter((id) => !found.has(id));
  if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
  const others = invoices.filter((invoice) => invoice.status !== 'CREDITO').map(({ documentId }) => documentId);
  return others.length > 0 ? refuseEach('INVOICE_NOT_IN_CREDIT', others) : null;
}

function paymentProblem(
  { today }: Work,
  payment: Payment,
  target: Target,
  invoices: readonly PayableInvoice[],
): Refused | null {
  const { currency, valueDate } = payment;
  const foreign = invoices.filter(({ price }) => price.total.currency !== currency);
  if (foreign.length > 0) return refuseEach('COLLECTION_CURRENCY_DIFFERS', idsOf(foreign));
  if (valueDate > today) return refuse('VALUE_DATE_IN_FUTURE');
  const early = invoices.filter(({ depositedOn }) => valueDate < depositedOn);
  if (early.length > 0) return refuseEach('VALUE_DATE_BEFORE_DEPOSIT', idsOf(early));
  const due = sum(
    currency,
    invoices.map((invoice) => dueFor(invoice, target.reference?.madeOn ?? null)),
  );
  if (moneyOf(payment.amount, currency).cents === due.cents) return null;
  const code = 'COLLECTION_AMOUNT_DIFFERS';
  return refuse(code, [{ path: 'amount', code, expected: decimalOf(due) }]);
}

const idsOf = (invoices: readonly PayableInvoice[]): string[] => invoices.map(({ documentId }) => documentId);

async function book(
  work: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  settled: readonly SettledInvoice[],
): Promise<void> {
  const collectionId = randomUUID();
  const documentIds = settled.map(({ invoice }) => invoice.documentId);
  await insertCollection(work, payment, reference, collectionId);
  await writeFigures(work, payment.valueDate, settled, collectionId);
  if ((await applyTransition(work, 'settle', documentIds)) !== documentIds.length) {
    throw new Error(`an invoice of collection ${collectionId} could not be settled`);
  }
  const saleIds = [...new Set(settled.map(({ invoice }) => invoice.saleId))];
  await repayHolds(work, saleIds, documentIds);
  await bookEntries(work, payment, settled, collectionId);
  const references = [...new Set(settled.flatMap(({ invoice }) => invoice.referenceId ?? []))];
  await closePaidReferences(work, references);
  const details = {
    trackingKey: payment.trackingKey,
    amount: decimalOf(moneyOf(payment.amount, payment.currency)),
    currency: payment.currency,
    valueDate: payment.valueDate,
    invoices: documentIds.length,
  };
  await writeAudit(work, { action: 'collection.register', subject: `collection:${collectionId}`, details });
  await announceAll(work, { invoices: documentIds, references, credit: [] });
}

async function insertCollection(
  { db, tenant, actor, at }: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  collectionId: string,
): Promise<void> {
  await db
    .insertInto('collections')
    .values({
      client_id: tenant,
      collection_id: collectionId,
      tracking_key: payment.trackingKey,
      currency: payment.currency,
      amount: payment.amount,
      value_date: payment.valueDate,
      source: payment.source,
      bank: payment.bank,
      reference_id: reference?.referenceId ?? null,
      registered_by: actor.operatorId,
      registered_at: at,
    })
    .execute();
}

/** Updates all invoices in one statement, before their 'settle'. */
async function writeFigures(
  { db, tenant }: Work,
  valueDate: string,
  settled: readonly SettledInvoice[],
  collectionId: string,
): Promise<void> {
  const rows = settled.map(({ invoice, settlement }) => ({
    document: invoice.documentId,
    paid: decimalOf(settlement.paid),
    recargos: decimalOf(settlement.lateCharges),
    iva: decimalOf(settlement.lateChargesIva),
    returned: decimalOf(settlement.finalDeposit),
  }));
  await sql`
    update invoices set
      collection_id = ${collectionId}, payment_date = ${valueDate}, paid_amount = settled.paid,
      recargos = settled.recargos, iva_recargos = settled.iva, final_deposit = settled.returned
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled(
      document uuid, paid numeric, recargos numeric, iva numeric, returned numeric
    )
    where client_id = ${tenant} and document_id = settled.document`.execute(db);
}

/** Books two entries for the whole collection: the payment and, with an aforo, the release. */
async function bookEntries(
  work: Work,
  { currency }: Payment,
  settled: readonly SettledInvoice[],
  collectionId: string,
): Promise<void> {
  const paid = settled.map(({ invoice, settlement }) => ({ documentId: invoice.documentId, settlement }));
  await appendEntry(work, { event: 'collection', collectionId, currency, lines: paid.flatMap(collectionLines) });
  const lines = paid.flatMap(releaseLines);
  if (lines.length > 0) await appendEntry(work, { event: 'release', collectionId, currency, lines });
}
