import type { ResponseOf } from '@anticipa/contract/route';
import type { SaleTerms } from '@anticipa/contract/sale-terms';
import { type getOpenSales, type Sale, setAsPreSell, stateOnWire } from '@anticipa/contract/sales';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome } from '@anticipa/domain/errors';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { type RejectionMotive, rejectionMotiveOf } from '@anticipa/domain/motives';
import type { ProductCode } from '@anticipa/domain/product';
import type { SaleState } from '@anticipa/domain/sale';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../platform/db/pool.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { answerUnder } from '../../platform/work/transaction.ts';
import type { ClientWork, Lock, WideWork, Work } from '../../platform/work/work.ts';
import { statedIn, termsById } from '../credit/sale-terms.ts';
import { priceColumns, type SaleItemFacts, toPrice, toSaleItem, toTotals } from './sale-item.ts';

/** An invoice of a sale with its booked figures. */
export interface SaleItemRecord extends SaleItemFacts {
  readonly companyId: string;
  readonly productId: string;
  readonly state: 'held' | 'authorised' | 'rejected' | 'disbursed' | 'released';
  readonly motive: RejectionMotive | null;
  /** Note of the operator who decided. */
  readonly note: string | null;
  readonly invoiceStatus: number;
  readonly verification: 'verified' | 'pending';
  readonly previous: {
    readonly status: 0 | 10 | 20;
    readonly motive: RejectionMotive | null;
    readonly rejectedAt: Date | null;
  };
}

/** Figures of a sale that its client sees. */
export interface SaleFigures
  extends Pick<SaleRecord, 'saleId' | 'numberOfSale' | 'product' | 'currency' | 'state' | 'expiresAt' | 'terms'> {
  readonly items: readonly SaleItemFacts[];
}

/** A sale with its invoices in the chosen order. */
export interface SaleRecord {
  readonly clientId: ClientId;
  readonly saleId: string;
  readonly numberOfSale: number;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly state: SaleState;
  readonly createdBy: string;
  /** The prepared sale that it is the acceptance of. */
  readonly preparedId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Terms in force on the day of the sale; null if none were decided by then. */
  readonly terms: SaleTerms | null;
  readonly termsVersion: string | null;
  readonly termsHash: string | null;
  readonly contractText: string | null;
  /** Number of sales in the contract text. */
  readonly contractSales: number | null;
  readonly requestedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
  /** The second person of an answer that needed one. */
  readonly confirmedBy: string | null;
  readonly disbursedAt: Date | null;
  readonly trackingKey: string | null;
  /** When its deposit arrives at the latest, as promised. */
  readonly promisedAt: Date | null;
  /** Grows with each change. */
  readonly version: number;
  readonly items: readonly SaleItemRecord[];
}

type SalesQuery = SelectQueryBuilder<DB, 'sales', object>;

/** The client's sales with these numbers; those of other clients are absent. */
export function salesByNumber(work: Work, numbers: readonly number[], lock: Lock): Promise<SaleRecord[]> {
  return readSales(work, lock, (query) =>
    query.where('client_id', '=', work.tenant).where('number_of_sale', '=', sql<number>`any(${numbers}::integer[])`),
  );
}

/** The person who prepared what a sale is the acceptance of; undefined if nobody did. */
export async function preparerOf(
  { db, tenant }: Work,
  sale: Pick<SaleRecord, 'preparedId'> | undefined,
): Promise<string | undefined> {
  if (!sale?.preparedId) return undefined;
  const row = await db
    .selectFrom('prepared_sales')
    .select('prepared_by')
    .where('client_id', '=', tenant)
    .where('prepared_id', '=', sale.preparedId)
    .executeTakeFirst();
  return row?.prepared_by;
}

/** Numbers in the stored answer of a hold, which an earlier version of the portal may have given. */
const heldSales = z.object({ sales: z.array(z.object({ numberOfSale: z.int() })) }).nullable();

/** The sales of the user's hold under a key as they are now; none if it has not been answered. */
export async function salesOfHold(work: ClientWork, key: string): Promise<Outcome<ResponseOf<typeof getOpenSales>>> {
  const held = heldSales.parse(await answerUnder(work, setAsPreSell, key));
  const numbers = held?.sales.map(({ numberOfSale }) => numberOfSale) ?? [];
  const sales = await salesByNumber(work, numbers, 'read');
  return done({ now: work.at.toISOString(), sales: sales.map(toSale) });
}

/** The client's sales in which any of these invoices is live. */
export function salesOfInvoices(work: Work, documentIds: readonly string[], lock: Lock): Promise<SaleRecord[]> {
  return readSales(work, lock, (query) =>
    query
      .where('client_id', '=', work.tenant)
      // As an array, which is found before: with a join the planner may read all sales of the client.
      .where(
        'sale_id',
        '=',
        sql<string>`any(array(
          select distinct sale_id from sale_items
          where client_id = ${work.tenant} and document_id = any(${documentIds}::uuid[]) and is_live
        ))`,
      ),
  );
}

/** Sales of any client by id, for the lender and the worker. */
export function salesById(work: WideWork, saleIds: readonly string[], lock: Lock): Promise<SaleRecord[]> {
  return readSales(work, lock, (query) => query.where('sale_id', '=', sql<string>`any(${saleIds}::uuid[])`));
}

/** The oldest sales of all clients in a state, by request time. */
export async function salesInState(work: WideWork, state: SaleState, limit: number): Promise<SaleRecord[]> {
  const found = await readSales(work, 'read', (query) =>
    query
      // A parameter would keep the index of waiting sales from being used.
      .where('state', '=', sql.lit(state))
      .orderBy('requested_at')
      .orderBy('created_at')
      .limit(limit),
  );
  return found.toSorted((a, b) => instantOf(a) - instantOf(b) || a.numberOfSale - b.numberOfSale);
}

const instantOf = (sale: SaleRecord): number => (sale.requestedAt ?? sale.createdAt).getTime();

/** Locks by sale id. */
export async function readSales(
  work: WideWork,
  lock: Lock,
  which: (query: SalesQuery) => SalesQuery,
): Promise<SaleRecord[]> {
  const { db } = work;
  const selected = which(db.selectFrom('sales')).selectAll().orderBy('sale_id');
  const rows = await (lock === 'update' ? selected.forUpdate() : selected).execute();
  if (rows.length === 0) return [];
  const items = await itemRows(db, rows);
  const terms = await termsById(work, [...new Set(rows.flatMap((row) => row.terms_id ?? []))]);
  const bySale = Map.groupBy(items, (item) => item.sale_id);
  return rows
    .map((row) => ({
      clientId: row.client_id,
      saleId: row.sale_id,
      numberOfSale: row.number_of_sale,
      product: row.product,
      currency: row.currency,
      state: row.state,
      createdBy: row.created_by,
      preparedId: row.prepared_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      terms: (row.terms_id && terms.get(row.terms_id)) || null,
      termsVersion: row.terms_version,
      termsHash: row.terms_hash,
      contractText: row.contract_text,
      contractSales: row.contract_sales,
      requestedAt: row.requested_at,
      answeredAt: row.answered_at,
      answeredBy: row.answered_by,
      confirmedBy: row.confirmed_by,
      disbursedAt: row.disbursed_at,
      trackingKey: row.tracking_key,
      promisedAt: row.promised_at,
      version: row.version,
      items: (bySale.get(row.sale_id) ?? []).map((item) => toItemRecord(item, row)),
    }))
    .toSorted((a, b) => a.numberOfSale - b.numberOfSale);
}

interface SaleKey {
  readonly client_id: ClientId;
  readonly sale_id: string;
}

/**
 * The items of sales, each with its invoice and its hold. Each table is read once: a join would search invoice, hold and line of every item
 * by itself, which took ten pages of the database instead of one.
 */
async function itemRows(db: Executor, sales: readonly SaleKey[]) {
  const clientIds = [...new Set(sales.map((sale) => sale.client_id))];
  // An array of one client beside the policy's condition would hide the right index from the planner.
  const ofClients =
    clientIds.length === 1 ? sql<ClientId>`${clientIds[0]}::uuid` : sql<ClientId>`any(${clientIds}::uuid[])`;
  // Next to the client: a sale id alone would search the rows of each client.
  const ofSales = sql<string>`any(${sales.map((sale) => sale.sale_id)}::uuid[])`;
  const items = await db
    .selectFrom('sale_items as item')
    .select((eb) => [
      'item.client_id',
      'item.sale_id',
      'item.document_id',
      'item.state',
      'item.motive',
      'item.note',
      'item.previous_status',
      'item.previous_motive',
      'item.previous_rejected_at',
      'item.purchase_order',
      'item.emitted_on',
      ...priceColumns,
      eb.fn<string>('trim_scale', ['item.interest_rate']).as('interest_rate'),
      eb.fn<string>('trim_scale', ['item.advance_percent']).as('advance_percent'),
    ])
    .where('item.client_id', '=', ofClients)
    .where('item.sale_id', '=', ofSales)
    .orderBy('item.sale_id')
    .orderBy('item.position')
    .execute();
  const invoices = await db
    .selectFrom('invoices')
    .innerJoin('products', 'products.code', 'invoices.product')
    .select(['client_id', 'document_id', 'company_id', 'product_id', 'receiver_name', 'receiver_rfc', 'serie', 'folio'])
    .select(['status', 'verification'])
    .where('client_id', '=', ofClients)
    .where('document_id', '=', sql<string>`any(${items.map((item) => item.document_id)}::uuid[])`)
    .execute();
  const holds = await db
    .selectFrom('credit_holds')
    .select(['client_id', 'sale_id', 'document_id', 'credit_line_id', 'amount'])
    .select((eb) => eb.fn<string>('trim_scale', ['exchange_rate']).as('exchange_rate'))
    .where('client_id', '=', ofClients)
    .where('sale_id', '=', ofSales)
    .execute();
  const lines = await db
    .selectFrom('credit_lines')
    .select(['client_id', 'credit_line_id', 'currency'])
    .where('client_id', '=', ofClients)
    .execute();
  const invoiceOf = byKey(invoices, (invoice) => [invoice.client_id, invoice.document_id]);
  const holdOf = byKey(holds, (hold) => [hold.client_id, hold.sale_id, hold.document_id]);
  const lineOf = byKey(lines, (line) => [line.client_id, line.credit_line_id]);
  return items.map((item) => {
    const invoice = invoiceOf(item.client_id, item.document_id);
    const hold = holdOf(item.client_id, item.sale_id, item.document_id);
    const line = lineOf(item.client_id, hold.credit_line_id);
    return { ...item, invoice, hold, line };
  });
}

/** Finds rows by their key; throws if there is none, which a foreign key excludes. */
function byKey<T>(rows: readonly T[], keyOf: (row: T) => readonly string[]) {
  const known = new Map(rows.map((row) => [keyOf(row).join(), row]));
  return (...key: readonly string[]): T => {
    const row = known.get(key.join());
    if (row === undefined) throw new Error(`no row has the key ${key.join()}`);
    return row;
  };
}

type ItemRow = Awaited<ReturnType<typeof itemRows>>[number];

function toItemRecord(row: ItemRow, sale: Pick<SaleRecord, 'product' | 'currency'>): SaleItemRecord {
  const { currency } = sale;
  return {
    documentId: row.document_id,
    product: sale.product,
    creditLineId: row.hold.credit_line_id,
    receiverName: row.invoice.receiver_name,
    receiverRfc: row.invoice.receiver_rfc,
    folio: row.invoice.folio,
    serie: row.invoice.serie,
    purchaseOrder: row.purchase_order,
    emittedOn: dateOf(row.emitted_on),
    dueDate: dateOf(row.due_date),
    interestRate: row.interest_rate,
    advancePercent: row.advance_percent,
    daysInYear: row.days_in_year,
    hasRebate: row.early_rebate,
    price: toPrice(row, currency),
    credit: moneyOf(row.hold.amount, row.line.currency),
    exchangeRate: row.hold.exchange_rate,
    companyId: row.invoice.company_id,
    productId: row.invoice.product_id,
    state: row.state,
    motive: rejectionMotiveOf(row.motive),
    note: row.note,
    invoiceStatus: row.invoice.status,
    verification: row.invoice.verification,
    previous: {
      status: row.previous_status,
      motive: rejectionMotiveOf(row.previous_motive),
      rejectedAt: row.previous_rejected_at,
    },
  };
}

export function toSale(sale: SaleFigures): Sale {
  return {
    saleId: sale.saleId,
    numberOfSale: sale.numberOfSale,
    product: sale.product,
    currency: sale.currency,
    state: stateOnWire(sale.state),
    expiresAt: sale.expiresAt?.toISOString() ?? null,
    totals: toTotals(sale.currency, sale.items),
    items: sale.items.map(toSaleItem),
    ...(sale.terms && { terms: statedIn(sale.terms) }),
  };
}
