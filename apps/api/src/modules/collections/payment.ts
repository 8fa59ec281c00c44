/** Books a payment for its invoices. */
import { randomUUID } from 'node:crypto';
import type { Collection, registerCollection } from '@anticipa/contract/collections';
import type { BodyOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, isPositive, type Money, moneyOf, sum, zero } from '@anticipa/domain/money';
import { allocate, payInvoice, type Settlement } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { agentOf, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { endExpired } from '../references/expiry.ts';
import { namedBy } from './match.ts';
import { bookedCollection, dueFor, type PayableInvoice, type ReferenceToPay } from './queries.ts';
import { type BookedReceipt, bookReceipts, positionsToday, settleInvoices } from './settle.ts';
import { tellOfMoney } from './tell.ts';

/** A payment with the receipt whose part it is; null if it came from the bank for one client. */
export type Payment = Omit<BodyOf<typeof registerCollection>, 'reason'> & {
  readonly unidentifiedId: string | null;
  readonly part: number;
};

/** Work on the paying client, of an operator or the worker. */
export type PaymentWork = Work<Principal>;

/**
 * Books a payment for its locked invoices, in order of due date. An invoice of which nothing is owed any more is settled; a
 * short payment leaves the rest owed, and a surplus is returned with the devolución.
 */
export async function bookPayment(
  work: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  payable: readonly PayableInvoice[],
): Promise<Outcome<Collection>> {
  const problem = paymentProblem(work, payment, payable);
  if (problem) return problem;
  return done(await bookedCollection(work, await book(work, payment, reference, payable)));
}

/** Why money cannot pay these invoices. */
export function paymentProblem(
  { today }: WideWork,
  { currency, valueDate }: Pick<Payment, 'currency' | 'valueDate'>,
  invoices: readonly Pick<PayableInvoice, 'documentId' | 'owed'>[],
): Refused | null {
  const foreign = invoices.filter(({ owed }) => owed.currency !== currency);
  if (foreign.length > 0) return refuseEach('COLLECTION_CURRENCY_DIFFERS', idsOf(foreign));
  return valueDate > today ? refuse('VALUE_DATE_IN_FUTURE') : null;
}

const idsOf = (invoices: readonly Pick<PayableInvoice, 'documentId'>[]): string[] =>
  invoices.map(({ documentId }) => documentId);

async function book(
  work: PaymentWork,
  payment: Payment,
  reference: ReferenceToPay | null,
  payable: readonly PayableInvoice[],
): Promise<string> {
  const { currency, unidentifiedId, payer = 'debtor' } = payment;
  const from = unidentifiedId === null ? 'BANCOS' : 'ENTRE_DIARIOS';
  const collectionId = randomUUID();
  const valueDate = dateOf(payment.valueDate);
  await endExpired(work, idsOf(payable), valueDate, reference?.referenceId);
  await insertCollection(work, payment, reference, collectionId);
  const positions = await positionsToday(work, idsOf(payable));
  const shares = allocate(
    moneyOf<FinancedCurrency>(payment.amount, currency),
    payable.map((invoice) => ({ ...invoice, asked: dueFor(invoice, reference?.validUntil ?? null) })),
  );
  const receipts = shares.map(({ invoice, amount }) => {
    const position = positions.get(invoice.documentId);
    if (!position) throw new Error(`invoice ${invoice.documentId} is not in the ledger`);
    const received = { amount, valueDate, from, payer } as const;
    return { invoice, paid: amount, ...payInvoice(invoice.documentId, position, received, invoice) };
  });
  const settled = await bookReceipts(work, { event: 'collection', collectionId, currency, valueDate }, receipts);
  await insertItems(
    work,
    collectionId,
    receipts.map(({ invoice: { documentId }, ...receipt }) => ({
      documentId,
      ...receipt,
      ...(settled.get(documentId) ?? { finalDeposit: zero(currency), balanceDue: zero(currency) }),
    })),
  );
  await settleInvoices(work, receipts, settled);
  await tellOfPayment(work, currency, receipts, settled);
  await auditPayment(work, payment, { collectionId, invoices: receipts.length });
  return collectionId;
}

type PaidShare = Pick<BookedReceipt & { readonly paid: Money<FinancedCurrency> }, 'invoice' | 'paid' | 'position'>;

/** Tells the client of what a payment has paid off, and of what it has left to pay, of the receiver or of the client. */
async function tellOfPayment(
  work: PaymentWork,
  currency: FinancedCurrency,
  shares: readonly PaidShare[],
  settled: ReadonlyMap<string, Settlement>,
): Promise<void> {
  const leftOf = ({ invoice, position }: PaidShare): Money<FinancedCurrency> =>
    settled.get(invoice.documentId)?.balanceDue ?? position.owed;
  const paying = shares.filter(({ paid }) => isPositive(paid));
  for (const event of ['paid', 'part-paid'] as const) {
    const told = paying.filter((share) => isPositive(leftOf(share)) === (event === 'part-paid'));
    await tellOfMoney(work, event, {
      documentIds: told.map(({ invoice }) => invoice.documentId),
      amount: sum(
        currency,
        told.map(({ paid }) => paid),
      ),
      ...(event === 'part-paid' && { left: sum(currency, told.map(leftOf)) }),
    });
  }
}

export async function auditPayment(
  work: PaymentWork,
  { trackingKey, amount, currency, valueDate }: Payment,
  { collectionId, invoices }: { readonly collectionId: string; readonly invoices: number },
): Promise<void> {
  const details = { trackingKey, amount: decimalOf(moneyOf(amount, currency)), currency, valueDate, invoices };
  await writeAudit(work, { action: 'collection.register', subject: `collection:${collectionId}`, details });
}

export async function insertCollection(
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
      payer: payment.payer ?? 'debtor',
      reference_id: reference?.referenceId ?? null,
      named_ids: 'documentIds' in payment.pays ? namedBy(payment.pays).toSorted() : null,
      unidentified_id: payment.unidentifiedId,
      part: payment.part,
      registered_by: agentOf(actor).id,
      registered_at: at,
    })
    .execute();
}

interface Share
  extends Pick<BookedReceipt, 'lateCharges' | 'lateChargesIva'>,
    Pick<Settlement, 'finalDeposit' | 'balanceDue'> {
  readonly documentId: string;
  readonly paid: Money<FinancedCurrency>;
}

/** Inserts each invoice's share of the payment. */
export async function insertItems({ db, tenant }: Work, collectionId: string, shares: readonly Share[]): Promise<void> {
  const rows = shares.map(({ documentId, paid, lateCharges, lateChargesIva, finalDeposit, balanceDue }) => ({
    document: documentId,
    paid: decimalOf(paid),
    late_charges: decimalOf(lateCharges),
    iva: decimalOf(lateChargesIva),
    returned: decimalOf(finalDeposit),
    due: decimalOf(balanceDue),
  }));
  await sql`
    insert into collection_items (client_id, collection_id, document_id, paid_amount, late_charges, late_charges_iva, final_deposit, balance_due)
    select ${tenant}, ${collectionId}, document, paid, late_charges, iva, returned, due
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(
      document uuid, paid numeric, late_charges numeric, iva numeric, returned numeric, due numeric
    )`.execute(db);
}
