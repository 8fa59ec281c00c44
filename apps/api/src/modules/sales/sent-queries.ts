/** Sales sent to the lender, as their client follows them. */
import type { ResponseOf } from '@anticipa/contract/route';
import { type Sale, stateOnWire } from '@anticipa/contract/sales';
import {
  type getSale,
  type listSales,
  SALES_PER_PAGE,
  type SentItem,
  type SentSale,
} from '@anticipa/contract/sent-sales';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { ProductCode } from '@anticipa/domain/product';
import type { SaleState } from '@anticipa/domain/sale';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/pool.ts';
import { pageOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { constanciaOf } from '../conservation/queries.ts';
import { type SaleItemRecord, salesByNumber } from './queries.ts';
import { returnsOf } from './return-queries.ts';
import { toSaleItem, totalsOf } from './sale-item.ts';
import { hasTransferIn, stateForClient } from './transfer-queries.ts';

/** A page of the client's sales, newest first, from below the number `before`. */
export async function sentSales(work: Work, before: number | undefined): Promise<ResponseOf<typeof listSales>> {
  const rows = await readSent(work, { below: before, limit: SALES_PER_PAGE + 1 });
  return pageOf(rows, SALES_PER_PAGE, ({ numberOfSale }) => numberOfSale);
}

/** One sale with its invoices; NOT_FOUND unless it was sent to the lender. */
export async function sentSale(work: Work, number: number): Promise<Outcome<ResponseOf<typeof getSale>>> {
  const [sent] = await readSent(work, { below: number + 1, limit: 1 });
  const [sale] = await salesByNumber(work, [number], 'read');
  if (sent?.numberOfSale !== number || !sale || sale.termsVersion === null || sale.termsHash === null)
    return refuse('NOT_FOUND');
  const { items, termsVersion: version, termsHash: hash } = sale;
  const [latest] = sent.isReturned ? await returnsOf(work, sale.saleId) : [];
  const correction = latest
    ? { message: latest.message, documentIds: latest.document_ids, at: latest.returned_at.toISOString() }
    : null;
  const products = await productsSentAt(work, sent.requestedAt);
  const constancia = await constanciaOf(work, hash);
  const hasProof = await hasTransferIn(work, sale.saleId, ['paid']);
  return done({
    data: {
      ...sent,
      totals: totalsOf(sale),
      products,
      correction,
      items: items.map((item) => toSentItem(item, sent.state)),
      terms: { version, hash },
      constancia,
      hasProof,
    },
  });
}

/** The products of the sales that were accepted at an instant, in one step. */
async function productsSentAt({ db, tenant }: Work, instant: string): Promise<ProductCode[]> {
  const rows = await db
    .selectFrom('sales')
    .select('product')
    .distinct()
    .where('client_id', '=', tenant)
    .where('requested_at', '=', new Date(instant))
    .orderBy('product')
    .execute();
  return rows.map(({ product }) => product);
}

const toSentItem = (item: SaleItemRecord, ofSale: SentSale['state']): SentItem => ({
  ...toSaleItem(item),
  state: item.state === 'disbursed' && ofSale === 'answered' ? 'authorised' : item.state,
  motive: item.motive && motiveTexts[item.motive].reason,
});

/** The text of a sale: the accepted one, or the one to accept; null if there is neither. */
export async function contractOf({ db, tenant }: Work, number: number): Promise<Contract | null> {
  const row = await db
    .selectFrom('sales')
    .leftJoin('acceptances as accepted', (join) =>
      join.onRef('accepted.client_id', '=', 'sales.client_id').onRef('accepted.sale_id', '=', 'sales.sale_id'),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'accepted.client_id').onRef('users.user_id', '=', 'accepted.user_id'),
    )
    .select(preparerOf.as('preparedBy'))
    .select([
      'sales.contract_text as text',
      'sales.terms_hash as hash',
      'accepted.accepted_at as acceptedAt',
      'accepted.address',
      'users.first_name',
      'users.last_name',
    ])
    .where('sales.client_id', '=', tenant)
    .where('sales.number_of_sale', '=', number)
    .where((eb) => eb.or([eb('sales.state', '=', 'quoted'), eb('accepted.accepted_at', 'is not', null)]))
    .executeTakeFirst();
  if (!row || row.text === null || row.hash === null) return null;
  const { text, hash, acceptedAt: at, address, preparedBy } = row;
  const by = `${row.first_name} ${row.last_name}`;
  return { text, hash, acceptance: at === null || address === null ? null : { at, by, address, preparedBy } };
}

/** The acceptance of a sale; null before, and for an unknown number. */
export const acceptanceOf = async (work: Work, number: number): Promise<Contract['acceptance']> =>
  (await contractOf(work, number))?.acceptance ?? null;

/** SQL: the person who prepared a sale for the one who accepted it. */
const preparerOf = sql<string | null>`(
  select concat_ws(' ', first_name, last_name) from prepared_sales
  join users preparer on preparer.client_id = prepared_sales.client_id and preparer.user_id = prepared_by
  where prepared_sales.client_id = sales.client_id and prepared_sales.prepared_id = sales.prepared_id)`;

/** Sales with their acceptance and the person who accepted. */
const acceptedSales = (db: Executor) =>
  db
    .selectFrom('sales')
    .innerJoin('acceptances as accepted', (join) =>
      join.onRef('accepted.client_id', '=', 'sales.client_id').onRef('accepted.sale_id', '=', 'sales.sale_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'accepted.client_id').onRef('users.user_id', '=', 'accepted.user_id'),
    );

interface Contract {
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  /** When, by whom and from which address it was accepted; null before. */
  readonly acceptance: {
    readonly at: Date;
    readonly by: string;
    readonly address: string;
    readonly preparedBy: string | null;
  } | null;
}

async function readSent(
  { db, tenant }: Work,
  { below, limit }: { readonly below: number | undefined; readonly limit: number },
): Promise<SentSale[]> {
  const rows = await acceptedSales(db)
    .innerJoinLateral(
      (eb) => {
        // A sale that ended without a deposit shows all that was asked for.
        const isKept = sql<boolean>`item.state <> 'rejected' or sales.state = 'cancelled'`;
        return eb
          .selectFrom('sale_items as item')
          .select((fields) => [
            fields.fn.countAll<string>().filterWhere('item.state', '<>', 'rejected').as('count'),
            fields.fn.countAll<string>().filterWhere('item.state', '=', 'rejected').as('rejected'),
            fields.fn.sum<string>('item.total').filterWhere(isKept).as('total'),
            fields.fn.sum<string>('item.initial_deposit').filterWhere(isKept).as('initial_deposit'),
          ])
          .whereRef('item.client_id', '=', 'sales.client_id')
          .whereRef('item.sale_id', '=', 'sales.sale_id')
          .as('items');
      },
      (join) => join.onTrue(),
    )
    .selectAll('items')
    .select([
      'sales.number_of_sale',
      'sales.product',
      'sales.currency',
      stateForClient.as('state'),
      'sales.requested_at',
      'sales.answered_at',
      'sales.disbursed_at',
      'sales.cancelled_at',
      'sales.tracking_key',
      'users.first_name',
      'users.last_name',
      preparerOf.as('prepared_by'),
    ])
    .where('sales.client_id', '=', tenant)
    .$if(below !== undefined, (query) => query.where('sales.number_of_sale', '<', below ?? 0))
    .orderBy('sales.number_of_sale', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(sentOnWire).flatMap(({ state, isReturned, requested_at, ...row }) =>
    requested_at !== null
      ? {
          numberOfSale: row.number_of_sale,
          product: row.product,
          currency: row.currency,
          state,
          requestedAt: requested_at.toISOString(),
          requestedBy: `${row.first_name} ${row.last_name}`,
          preparedBy: row.prepared_by,
          answeredAt: row.answered_at?.toISOString() ?? null,
          disbursedAt: state === 'disbursed' ? (row.disbursed_at?.toISOString() ?? null) : null,
          cancelledAt: row.cancelled_at?.toISOString() ?? null,
          trackingKey: state === 'disbursed' ? row.tracking_key : null,
          count: Number(row.count),
          rejected: Number(row.rejected),
          isReturned,
          total: row.total ?? '0.00',
          initialDeposit: row.initial_deposit ?? '0.00',
        }
      : [],
  );
}

const isSent = (state: Sale['state']): state is SentSale['state'] => !['held', 'quoted', 'expired'].includes(state);

/** A sale that was sent to the lender, with its state on the wire; empty for another one. */
export function sentOnWire<T extends { readonly state: SaleState }>(sale: T) {
  const state = stateOnWire(sale.state);
  return isSent(state) ? [{ ...sale, state, isReturned: sale.state === 'returned' }] : [];
}
