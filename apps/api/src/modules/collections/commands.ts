import { randomUUID } from 'node:crypto';
import type { registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { allocate, payInvoice, type Settlement } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import type { ClientId, OperatorActor } from '../../lib/session/context.ts';
import { narrowTo, type OperatorWork, type Work } from '../../lib/work.ts';
import { creditLines } from '../credit/queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../invoices/queries.ts';
import { invoiceIdsOfReference } from '../references/queries.ts';
import {
  clientOfInvoice,
  collectionByKey,
  dueFor,
  type KnownCollection,
  type PayableInvoice,
  payableInvoices,
  type ReferenceToPay,
  referenceToPay,
} from './queries.ts';
import { type BookedReceipt, bookReceipts, positionsToday, settleInvoices } from './settle.ts';

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

/**
 * Books a payment for its invoices, in order of due date. An invoice of which nothing is owed any more is settled; a short
 * payment leaves the rest owed, and a surplus is returned with the devolución. Repeating a tracking key with the same payment
 * repeats the answer; with a different payment it is refused.
 */
export async function register(wide: OperatorWork, payment: Payment): Promise<Outcome<Registered>> {
  const target = await targetOf(wide, payment.pays);
  if ('ok' in target) return target;
  const work = narrowTo(wide, target.tenant);
  // Lock lines before invoices, as everywhere; concurrent payments of the same client wait here.
  await creditLines(work, 'update');
  const known = await collectionByKey(work, payment.trackingKey);
  if (known) {
    return isSamePayment(known, payment) ? done({ collection: known.collection }) : refuse('TRACKING_KEY_REUSED');
  }
  return bookPayment(work, payment, target);
}

async function targetOf(work: OperatorWork, pays: Payment['pays']): Promise<Target | Refused> {
  if ('reference' in pays) {
    const reference = await referenceToPay(work, referenceText(pays.reference));
    if (!reference) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    const { clientId: tenant, referenceId } = reference;
    return { tenant, reference, documentIds: await invoiceIdsOfReference(narrowTo(work, tenant), referenceId) };
  }
  const documentIds = namedBy(pays);
  const tenant = await clientOfInvoice(work, documentIds[0] ?? '');
  return tenant ? { tenant, documentIds, reference: null } : refuseEach('NOT_FOUND', documentIds);
}

const referenceText = (typed: string): string => typed.trim().toUpperCase();

function isSamePayment({ collection: known, namedIds }: KnownCollection, { pays, ...payment }: Payment): boolean {
  const isSameTarget =
    'reference' in pays
      ? known.reference === referenceText(pays.reference)
      : namedIds?.join(' ') === namedBy(pays).toSorted().join(' ');
  return (
    isSameTarget &&
    known.currency === payment.currency &&
    known.amount === decimalOf(moneyOf(payment.amount, payment.currency)) &&
    known.valueDate === payment.valueDate &&
    known.source === payment.source &&
    known.bank === payment.bank
  );
}

/** The invoices that a payment names, each once. */
const namedBy = ({ documentIds }: { readonly documentIds: readonly string[] }): string[] => [
  ...new Set(documentIds.map((id) => id.toLowerCase())),
];

async function bookPayment(work: PaymentWork, payment: Payment, target: Target): Promise<Outcome<Registered>> {
  const { documentIds, reference } = target;
  const problem = unpayable(await invoiceFacts(work, documentIds, 'update'), target);
  if (problem) return problem;
  const payable = (await payableInvoices(work, documentIds)).filter(
    ({ referenceId }) => reference === null || referenceId === reference.referenceId,
  );
  const refusal = paymentProblem(work, payment, payable);
  if (refusal) return refusal;
  await book(work, payment, reference, payable);
  const booked = await collectionByKey(work, payment.trackingKey);
  if (!booked) throw new Error(`payment ${payment.trackingKey} was not stored`);
  return done({ collection: booked.collection });
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
  { currency, valueDate }: Payment,
  invoices: readonly PayableInvoice[],
): Refused | null {
  const foreign = invoices.filter(({ price }) => price.total.currency !== currency);
  if (foreign.length > 0) return refuseEach('COLLECTION_CURRENCY_DIFFERS', idsOf(foreign));
  if (valueDate > today) return refuse('VALUE_DATE_IN_FUTURE');
  const early = invoices.filter(({ depositedOn }) => valueDate < depositedOn);
  return early.length > 0 ? refuseEach('VALUE_DATE_BEFORE_DEPOSIT', idsOf(early)) : null;
}

const idsOf = (invoices: readonly PayableInvoice[]): string[] => invoices.map(({ documentId }) => documentId);

async function book(
  work: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  payable: readonly PayableInvoice[],
): Promise<void> {
  const { currency } = payment;
  const collectionId = randomUUID();
  const valueDate = dateOf(payment.valueDate);
  await insertCollection(work, payment, reference, collectionId);
  const positions = await positionsToday(work, idsOf(payable));
  const shares = allocate(
    moneyOf<FinancedCurrency>(payment.amount, currency),
    payable.map((invoice) => ({ ...invoice, asked: dueFor(invoice, reference?.validUntil ?? null) })),
  );
  const receipts = shares.map(({ invoice, amount }) => {
    const position = positions.get(invoice.documentId);
    if (!position) throw new Error(`invoice ${invoice.documentId} is not in the ledger`);
    return { invoice, paid: amount, ...payInvoice(invoice.documentId, position, { amount, valueDate }, invoice) };
  });
  const settled = await bookReceipts(work, { event: 'collection', collectionId, currency, valueDate }, receipts);
  await insertItems(work, collectionId, receipts, settled);
  await settleInvoices(work, receipts, settled);
  const details = {
    trackingKey: payment.trackingKey,
    amount: decimalOf(moneyOf(payment.amount, currency)),
    currency,
    valueDate,
    invoices: receipts.length,
  };
  await writeAudit(work, { action: 'collection.register', subject: `collection:${collectionId}`, details });
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
      named_ids: 'documentIds' in payment.pays ? namedBy(payment.pays).toSorted() : null,
      registered_by: actor.operatorId,
      registered_at: at,
    })
    .execute();
}

/** Inserts each invoice's share of the payment. */
async function insertItems(
  { db, tenant }: Work,
  collectionId: string,
  receipts: readonly (BookedReceipt & { readonly paid: Money<FinancedCurrency> })[],
  settled: ReadonlyMap<string, Settlement>,
): Promise<void> {
  const rows = receipts.map(({ invoice: { documentId }, paid, lateCharges, lateChargesIva }) => {
    const settlement = settled.get(documentId);
    return {
      document: documentId,
      paid: decimalOf(paid),
      recargos: decimalOf(lateCharges),
      iva: decimalOf(lateChargesIva),
      returned: settlement ? decimalOf(settlement.finalDeposit) : '0.00',
      due: settlement ? decimalOf(settlement.balanceDue) : '0.00',
    };
  });
  await sql`
    insert into collection_items (client_id, collection_id, document_id, paid_amount, recargos, iva_recargos, final_deposit, balance_due)
    select ${tenant}, ${collectionId}, document, paid, recargos, iva, returned, due
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(
      document uuid, paid numeric, recargos numeric, iva numeric, returned numeric, due numeric
    )`.execute(db);
}
