import type { ResponseOf } from '@anticipa/contract/route';
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
  extends Pick<SaleRecord, 'saleId' | 'numberOfSale' | 'product' | 'currency' | 'state' | 'expiresAt'> {
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
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
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
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('sale_items')
            .select('sale_items.document_id')
            .where('sale_items.client_id', '=', work.tenant)
            .whereRef('sale_items.sale_id', '=', 'sales.sale_id')
            .where('sale_items.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
            .where('sale_items.is_live', '=', true),
        ),
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
  { db }: WideWork,
  lock: Lock,
  which: (query: SalesQuery) => SalesQuery,
): Promise<SaleRecord[]> {
  const selected = which(db.selectFrom('sales')).selectAll().orderBy('sale_id');
  const rows = await (lock === 'update' ? selected.forUpdate() : selected).execute();
  if (rows.length === 0) return [];
  const items = await itemRows(db, rows);
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
      createdAt: row.created_at,
      expiresAt: row.expires_at,
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

const itemRows = (db: Executor, sales: readonly SaleKey[]) =>
  db
    .selectFrom('sale_items as item')
    // Lateral: right after thousands of uploads the statistics are stale, and a join would compare every item with every
    // invoice of the client.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoices')
          .selectAll()
          .whereRef('invoices.client_id', '=', 'item.client_id')
          .whereRef('invoices.document_id', '=', 'item.document_id')
          .limit(1)
          .as('invoice'),
      (join) => join.onTrue(),
    )
    .innerJoin('products', 'products.code', 'invoice.product')
    .innerJoin('credit_holds as hold', (join) =>
      join
        .onRef('hold.client_id', '=', 'item.client_id')
        .onRef('hold.sale_id', '=', 'item.sale_id')
        .onRef('hold.document_id', '=', 'item.document_id'),
    )
    .innerJoin('credit_lines as line', (join) =>
      join.onRef('line.client_id', '=', 'hold.client_id').onRef('line.credit_line_id', '=', 'hold.credit_line_id'),
    )
    .select((eb) => [
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
      'invoice.company_id',
      'products.product_id',
      'invoice.receiver_name',
      'invoice.receiver_rfc',
      'invoice.serie',
      'invoice.folio',
      'invoice.status',
      'invoice.verification',
      'hold.credit_line_id',
      'hold.amount as credit_amount',
      'line.currency as credit_currency',
      eb.fn<string>('trim_scale', ['item.interest_rate']).as('interest_rate'),
      eb.fn<string>('trim_scale', ['item.advance_percent']).as('advance_percent'),
      eb.fn<string>('trim_scale', ['hold.exchange_rate']).as('exchange_rate'),
    ])
    // Filters by both columns of the key: a sale id alone would search the items of each client.
    .where('item.client_id', '=', sql<ClientId>`any(${sales.map((sale) => sale.client_id)}::uuid[])`)
    .where('item.sale_id', '=', sql<string>`any(${sales.map((sale) => sale.sale_id)}::uuid[])`)
    .orderBy('item.sale_id')
    .orderBy('item.position')
    .execute();

type ItemRow = Awaited<ReturnType<typeof itemRows>>[number];

function toItemRecord(row: ItemRow, sale: Pick<SaleRecord, 'product' | 'currency'>): SaleItemRecord {
  const { currency } = sale;
  return {
    documentId: row.document_id,
    product: sale.product,
    creditLineId: row.credit_line_id,
    receiverName: row.receiver_name,
    receiverRfc: row.receiver_rfc,
    folio: row.folio,
    serie: row.serie,
    purchaseOrder: row.purchase_order,
    emittedOn: dateOf(row.emitted_on),
    dueDate: dateOf(row.due_date),
    interestRate: row.interest_rate,
    advancePercent: row.advance_percent,
    daysInYear: row.days_in_year,
    hasRebate: row.early_rebate,
    price: toPrice(row, currency),
    credit: moneyOf(row.credit_amount, row.credit_currency),
    exchangeRate: row.exchange_rate,
    companyId: row.company_id,
    productId: row.product_id,
    state: row.state,
    motive: rejectionMotiveOf(row.motive),
    note: row.note,
    invoiceStatus: row.status,
    verification: row.verification,
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
  };
}
