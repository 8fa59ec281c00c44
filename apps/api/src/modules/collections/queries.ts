import type { Collection, listDueReferences, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import type { Price } from '@anticipa/domain/price';
import { amountAsked, type PaymentTerms, type Rebate } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { extensionsColumn, toExtensions } from '../invoices/extension-queries.ts';
import { balanceDue, owed } from '../ledger/queries.ts';
import { leftOf } from '../references/left-queries.ts';
import { priceColumns, toPrice } from '../sales/sale-item.ts';

/** An invoice in credit with everything needed to pay it. */
export interface PayableInvoice extends PaymentTerms {
  readonly documentId: string;
  readonly saleId: string;
  readonly price: Price;
  readonly interestRate: string;
  /** The total without what has been paid, and without what the aforo has covered. */
  readonly owed: Money<FinancedCurrency>;
  /** Interest and IVA that a recourse gave back. */
  readonly givenBack: Rebate;
  readonly depositedOn: IsoDate;
  /** Whether its early payment gives back the interest of the days that are left. */
  readonly hasRebate: boolean;
  /** Days that the client waited for a deposit that went to a wrong account, or came back through no fault of the client. */
  readonly daysLost: number;
  readonly referenceId: string | null;
}

/** A payment reference with its client. */
export interface ReferenceToPay {
  readonly clientId: ClientId;
  readonly referenceId: string;
  readonly reference: string;
  /** Last day whose late charges its amount includes. */
  readonly validUntil: IsoDate;
  /** Whether it is for the balance due of a settled invoice. */
  readonly ofBalance: boolean;
}

/** Amount due for an invoice: what is owed, or with a reference the amount until the end of its validity. */
export const dueFor = (invoice: PayableInvoice, validUntil: IsoDate | null): Money<FinancedCurrency> =>
  validUntil === null ? invoice.owed : amountAsked(invoice, validUntil);

/** The client of an invoice; null if there is no such invoice. */
export const clientOfInvoice = async (work: WideWork, documentId: string): Promise<ClientId | null> =>
  (await clientsOfInvoices(work, [documentId])).get(documentId) ?? null;

/** The clients of invoices; those that do not exist are absent. */
export const clientsOfInvoices = async (
  { db }: WideWork,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, ClientId>> => {
  const rows = await db
    .selectFrom('invoices')
    .select(['document_id', 'client_id'])
    .where('document_id', 'in', documentIds)
    .execute();
  return new Map(rows.map((row) => [row.document_id, row.client_id]));
};

/** A payment reference of any client by its text; null if there is none. */
export const referenceToPay = async ({ db }: WideWork, reference: string): Promise<ReferenceToPay | null> => {
  const row = await db
    .selectFrom('payment_references')
    .select(['client_id', 'reference_id', 'reference', 'valid_until', 'of_balance'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!row) return null;
  return {
    clientId: row.client_id,
    referenceId: row.reference_id,
    reference: row.reference,
    validUntil: dateOf(row.valid_until),
    ofBalance: row.of_balance,
  };
};

/** The state of a reference. */
export async function stateOf({ db, tenant }: Work, referenceId: string) {
  const { state } = await db
    .selectFrom('payment_references')
    .select('state')
    .where('client_id', '=', tenant)
    .where('reference_id', '=', referenceId)
    .executeTakeFirstOrThrow();
  return state;
}

/** The client's invoices in credit among these, with the terms of their sales, by due date in force. */
export async function payableInvoices({ db, tenant }: Work, documentIds: readonly string[]): Promise<PayableInvoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('sale_items as item', (join) =>
      join
        .onRef('item.client_id', '=', 'invoices.client_id')
        .onRef('item.sale_id', '=', 'invoices.sale_id')
        .onRef('item.document_id', '=', 'invoices.document_id'),
    )
    .innerJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'item.client_id').onRef('sales.sale_id', '=', 'item.sale_id'),
    )
    .where('invoices.client_id', '=', tenant)
    .where('invoices.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .where('invoices.status', '=', invoiceStatus.CREDITO)
    .orderBy('invoices.due_date')
    .orderBy('invoices.document_id')
    .select((eb) => [
      'item.document_id',
      'item.sale_id',
      ...priceColumns,
      extensionsColumn().as('extensions'),
      eb.fn<string>('trim_scale', ['item.interest_rate']).as('interest_rate'),
      'sales.currency',
      'invoices.reference_id',
      'invoices.rebate',
      'invoices.iva_rebate',
      eb.ref('invoices.deposited_on').$notNull().as('deposited_on'),
      eb.fn<string>('trim_scale', ['item.iva_rate']).as('iva_rate'),
      eb.fn<string>('trim_scale', ['item.moratory_rate']).as('moratory_rate'),
      owed.as('owed'),
      sql<string>`(select coalesce(sum(days_lost), 0) from returned_payments back
        where back.client_id = item.client_id and back.sale_id = item.sale_id)`.as('days_lost'),
    ])
    .execute();
  return rows.map((row) => ({
    documentId: row.document_id,
    saleId: row.sale_id,
    depositedOn: dateOf(row.deposited_on),
    hasRebate: row.early_rebate,
    daysLost: Number(row.days_lost),
    referenceId: row.reference_id,
    dueDate: dateOf(row.due_date),
    extensions: toExtensions(row.extensions),
    interestRate: row.interest_rate,
    daysInYear: row.days_in_year,
    ivaRate: row.iva_rate,
    moratoryRate: row.moratory_rate,
    price: toPrice(row, row.currency),
    owed: moneyOf(row.owed, row.currency),
    givenBack: { interest: moneyOf(row.rebate, row.currency), iva: moneyOf(row.iva_rebate, row.currency) },
  }));
}

/** A settled invoice with its balance due. */
export interface BalanceDue {
  readonly documentId: string;
  readonly owed: Money<FinancedCurrency>;
  readonly depositedOn: IsoDate;
  readonly isWrittenOff: boolean;
  /** The last reference for it. */
  readonly referenceId: string | null;
}

/** The balance due of a settled invoice; null without one. */
export async function balanceDueOf({ db, tenant }: Work, documentId: string): Promise<BalanceDue | null> {
  const row = await db
    .selectFrom('invoices')
    .select((eb) => [
      eb.ref('currency').$castTo<FinancedCurrency>().as('currency'),
      eb.ref('deposited_on').$notNull().as('deposited_on'),
      balanceDue.as('owed'),
      eb('written_off', '>', '0').as('is_written_off'),
      'balance_reference_id',
    ])
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .where('status', '=', invoiceStatus.LIQUIDADO)
    .executeTakeFirst();
  const owed = row && moneyOf<FinancedCurrency>(row.owed, row.currency);
  if (!row || !owed || owed.cents === 0n) return null;
  return {
    documentId,
    owed,
    depositedOn: dateOf(row.deposited_on),
    isWrittenOff: Boolean(row.is_written_off),
    referenceId: row.balance_reference_id,
  };
}

/** References that can be paid today, with their amounts due, oldest first. */
export const dueReferences = async (work: WideWork): Promise<ResponseOf<typeof listDueReferences>['data']> => {
  const references = await work.db
    .selectFrom('payment_references')
    .innerJoin('clients', 'clients.client_id', 'payment_references.client_id')
    .select([
      'reference_id',
      'reference',
      'payment_references.client_id',
      'rfc',
      'currency',
      'payment_references.created_at',
    ])
    .where('state', '=', 'live')
    .where('valid_until', '>=', work.today)
    .orderBy('payment_references.created_at')
    .orderBy('reference_id')
    .execute();
  const lefts = await leftOf(
    work,
    references.map((row) => row.reference_id),
  );
  return references.flatMap((row) => {
    const left = lefts.get(row.reference_id);
    if (!left) return [];
    return [
      {
        reference: row.reference,
        clientId: row.client_id,
        clientRFC: row.rfc,
        currency: row.currency,
        amount: decimalOf(left.amount),
        count: left.count,
        invoices: [...left.invoices],
        date: row.created_at.toISOString(),
      },
    ];
  });
};

/** A registered payment with the share of each invoice. */
export interface KnownCollection {
  readonly collection: Collection;
  /** The invoices it named, also those without a share; null if it carried a reference. */
  readonly namedIds: readonly string[] | null;
}

/** Payments in force: one that was reversed does not count. */
const registered = ({ db }: WideWork) =>
  db
    .selectFrom('collections')
    .leftJoin('payment_references as reference', (join) =>
      join
        .onRef('reference.client_id', '=', 'collections.client_id')
        .onRef('reference.reference_id', '=', 'collections.reference_id'),
    )
    .selectAll('collections')
    .select('reference.reference')
    .where('collections.reversed_at', 'is', null);

const toKnown = async (
  work: WideWork,
  row: Awaited<ReturnType<ReturnType<typeof registered>['execute']>>[number],
): Promise<KnownCollection> => ({
  collection: {
    collectionId: row.collection_id,
    clientId: row.client_id,
    trackingKey: row.tracking_key,
    currency: row.currency,
    amount: row.amount,
    valueDate: row.value_date,
    source: row.source,
    bank: row.bank,
    payer: row.payer,
    reference: row.reference,
    invoices: await sharesOf(work, row),
  },
  namedIds: row.named_ids,
});

/** A registered payment of any client by tracking key; of a receipt with several parts, the first one. */
export const collectionByKey = async (work: WideWork, trackingKey: string): Promise<KnownCollection | null> => {
  const row = await registered(work).where('tracking_key', '=', trackingKey).orderBy('part').executeTakeFirst();
  return row ? toKnown(work, row) : null;
};

/** Payments that were booked together of a receipt, from a part on; none without that part. */
export async function bookedFrom(work: WideWork, trackingKey: string, part: number): Promise<KnownCollection[]> {
  const rows = await registered(work)
    .where('tracking_key', '=', trackingKey)
    .where('part', '>=', part)
    .orderBy('part')
    .execute();
  const [first] = rows;
  if (first?.part !== part) return [];
  const together = rows.filter((row) => row.registered_at.getTime() === first.registered_at.getTime());
  return Promise.all(together.map((row) => toKnown(work, row)));
}

/** Ids of the parts that were booked when their receipt was registered. */
export async function bookedWith(
  work: WideWork,
  { trackingKey, registeredAt }: Pick<UnidentifiedPayment, 'trackingKey' | 'registeredAt'>,
): Promise<string[]> {
  const rows = await registered(work)
    .where('tracking_key', '=', trackingKey)
    .where('registered_at', '=', new Date(registeredAt))
    .execute();
  return rows.map((row) => row.collection_id);
}

/** A payment that was registered in this transaction. */
export async function bookedCollection(work: Work, collectionId: string): Promise<Collection> {
  const row = await registered(work)
    .where('collections.client_id', '=', work.tenant)
    .where('collections.collection_id', '=', collectionId)
    .executeTakeFirstOrThrow();
  return (await toKnown(work, row)).collection;
}

const sharesOf = (
  { db }: WideWork,
  collection: { readonly client_id: ClientId; readonly collection_id: string },
): Promise<Collection['invoices']> =>
  db
    .selectFrom('collection_items')
    .select([
      'document_id as documentId',
      'paid_amount as paidAmount',
      'late_charges as recargos',
      'late_charges_iva as ivaRecargos',
      'final_deposit as finalDeposit',
      'balance_due as balanceDue',
    ])
    .where('client_id', '=', collection.client_id)
    .where('collection_id', '=', collection.collection_id)
    .orderBy('document_id')
    .execute();
