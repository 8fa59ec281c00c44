/** Prepared sales, as the people of their client see them. */
import type { getPreparedSale, PreparedItem } from '@anticipa/contract/prepared-sales';
import type { ResponseOf } from '@anticipa/contract/route';
import type { listPreparedSales, PreparedSale } from '@anticipa/contract/to-accept';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { statusName } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { isSpent, type PreparedInvoice, preparedSteps } from '@anticipa/domain/prepared-sale';
import { mayAccept, pesosOf, type SaleGrant } from '@anticipa/domain/sale-right';
import { sql } from 'kysely';
import type { ClientId } from '../../../platform/work/caller.ts';
import type { ClientWork, WideWork, Work } from '../../../platform/work/work.ts';
import { rateOfToday } from '../../credit/queries.ts';
import { type SellingPerson, sellingPeople } from '../../users/queries.ts';
import { elsewhereOf } from './elsewhere-queries.ts';

const fullName = (person: 'maker' | 'ender') => {
  const [first, last] = [sql.ref(`${person}.first_name`), sql.ref(`${person}.last_name`)];
  return sql<string | null>`nullif(trim(concat_ws(' ', ${first}, ${last})), '')`;
};

const preparedRows = ({ db, tenant }: Work) =>
  db
    .selectFrom('prepared_sales as sale')
    .leftJoin('users as maker', (join) =>
      join.onRef('maker.client_id', '=', 'sale.client_id').onRef('maker.user_id', '=', 'sale.prepared_by'),
    )
    .leftJoin('users as ender', (join) =>
      join.onRef('ender.client_id', '=', 'sale.client_id').onRef('ender.user_id', '=', 'sale.ended_by'),
    )
    .selectAll('sale')
    .select([fullName('maker').as('maker_name'), fullName('ender').as('ender_name')])
    .where('sale.client_id', '=', tenant);

const itemRows = ({ db, tenant }: Work, preparedIds: readonly string[]) =>
  db
    .selectFrom('prepared_items as item')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.client_id', '=', 'item.client_id').onRef('invoices.document_id', '=', 'item.document_id'),
    )
    .leftJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'invoices.client_id').onRef('sales.sale_id', '=', 'invoices.sale_id'),
    )
    .selectAll('item')
    .select([
      'invoices.product',
      'invoices.currency',
      'invoices.receiver_name',
      'invoices.serie',
      'invoices.folio',
      'invoices.status',
      'sales.state as sale_state',
    ])
    .where('item.client_id', '=', tenant)
    .where('item.prepared_id', '=', sql<string>`any(${preparedIds}::uuid[])`)
    .orderBy('item.prepared_id')
    .orderBy('item.position')
    .execute();
type ItemRow = Awaited<ReturnType<typeof itemRows>>[number];

/** A prepared sale with its invoices, and who would accept it. */
export interface PreparedRecord {
  readonly preparedId: string;
  readonly state: PreparedSale['state'];
  readonly preparedById: string;
  readonly preparedBy: string;
  readonly preparedAt: Date;
  readonly note: string | null;
  readonly endedBy: string | null;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  readonly items: readonly PreparedItem[];
  readonly isSpent: boolean;
}

/** Invoices are financed in these currencies only, else they would not have been prepared. */
const currencyOf = (row: ItemRow): FinancedCurrency => (row.currency === 'USD' ? 'USD' : 'MXN');

const toItem = (row: ItemRow): PreparedItem => ({
  documentId: row.document_id,
  product: row.product,
  currency: currencyOf(row),
  receiverName: row.receiver_name,
  serie: row.serie,
  folio: row.folio,
  dueDate: row.due_date,
  purchaseOrder: row.purchase_order,
  total: row.total,
  comision: row.interest,
  initialDeposit: row.deposit,
});

const toInvoice = ({ due_date, status, sale_state }: ItemRow): PreparedInvoice => ({
  dueDate: dateOf(due_date),
  status: statusName(status),
  saleState: sale_state,
});

type RowsQuery = ReturnType<typeof preparedRows>;

async function readPrepared(work: Work, which: (query: RowsQuery) => RowsQuery): Promise<PreparedRecord[]> {
  const rows = await which(preparedRows(work)).orderBy('sale.prepared_at').orderBy('sale.prepared_id').execute();
  if (rows.length === 0) return [];
  const items = Map.groupBy(
    await itemRows(
      work,
      rows.map((row) => row.prepared_id),
    ),
    (item) => item.prepared_id,
  );
  return rows.map((row) => {
    const own = items.get(row.prepared_id) ?? [];
    const spent = isSpent(own.map(toInvoice), work.today);
    const isOpen = preparedSteps.expire.from.some((state) => state === row.state);
    return {
      preparedId: row.prepared_id,
      // The worker ends it a minute after midnight at the latest; until then it is shown as what it is.
      state: isOpen && spent ? 'expired' : row.state,
      preparedById: row.prepared_by,
      preparedBy: row.maker_name ?? '—',
      preparedAt: row.prepared_at,
      note: row.note,
      endedBy: row.ender_name,
      endedAt: row.ended_at,
      reason: row.reason,
      items: own.map(toItem),
      isSpent: spent,
    };
  });
}

/** Prepared sales that wait or were returned; those that are spent end soon. */
export const openPrepared = (work: Work): Promise<PreparedRecord[]> =>
  readPrepared(work, (query) => query.where('sale.state', 'in', preparedSteps.expire.from));

/** The open ones with any of these invoices, locked before their invoices are read: of two who sell the last ones, one sees both sales. */
export const lockPreparedOf = (work: Work, documentIds: readonly string[]): Promise<PreparedRecord[]> =>
  readPrepared(work, (query) =>
    query
      .where('sale.state', 'in', preparedSteps.expire.from)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('prepared_items as wanted')
            .select('wanted.position')
            .whereRef('wanted.client_id', '=', 'sale.client_id')
            .whereRef('wanted.prepared_id', '=', 'sale.prepared_id')
            .where('wanted.document_id', '=', sql<string>`any(${documentIds}::uuid[])`),
        ),
      )
      .forUpdate('sale'),
  );

export const preparedByIds = (work: Work, preparedIds: readonly string[]): Promise<PreparedRecord[]> =>
  readPrepared(work, (query) => query.where('sale.prepared_id', '=', sql<string>`any(${preparedIds}::uuid[])`));

export const preparedById = async (work: Work, preparedId: string): Promise<PreparedRecord | undefined> =>
  (await preparedByIds(work, [preparedId]))[0];

/** Clients with prepared sales that were not accepted: they wait, were returned, or came to nothing. */
export async function clientsWithPrepared({ db }: WideWork): Promise<ClientId[]> {
  const open = db.selectFrom('prepared_sales').where('state', '<>', 'accepted');
  return (await open.select('client_id').distinct().execute()).map((row) => row.client_id);
}

const totalOf = ({ total, currency }: PreparedItem): Money<FinancedCurrency> => moneyOf(total, currency);

/** Face value of prepared invoices in pesos by the rate in force. */
export const pesosOfItems = (items: readonly PreparedItem[], pesosPerDollar: string | null): Money<'MXN'> | null =>
  pesosOf(items.map(totalOf), pesosPerDollar);

/** The people who may accept a prepared sale, without one of them. */
export const acceptorsOf = (
  people: readonly SellingPerson[],
  pesos: Money<'MXN'> | null,
  butFor: string,
): SellingPerson[] => people.filter((person) => person.userId !== butFor && mayAccept(person, pesos));

interface Reader extends SaleGrant {
  readonly userId: string;
}

export function preparedOnWire(
  record: PreparedRecord,
  reader: Reader,
  known: { readonly people: readonly SellingPerson[]; readonly pesosPerDollar: string | null },
): PreparedSale {
  const { items } = record;
  const pesos = pesosOfItems(items, known.pesosPerDollar);
  const groups = Map.groupBy(items, ({ product, currency }) => `${product} ${currency}`);
  return {
    preparedId: record.preparedId,
    state: record.state,
    preparedBy: record.preparedBy,
    isOwn: record.preparedById === reader.userId,
    preparedAt: record.preparedAt.toISOString(),
    note: record.note,
    endedBy: record.endedBy,
    endedAt: record.endedAt?.toISOString() ?? null,
    reason: record.reason,
    count: items.length,
    documentIds: items.map(({ documentId }) => documentId),
    lastDueDate:
      items
        .map(({ dueDate }) => dueDate)
        .toSorted()
        .at(-1) ?? '',
    totals: [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { product, currency } = first;
      const added = (figure: 'total' | 'initialDeposit') =>
        decimalOf(
          sum(
            currency,
            group.map((item) => moneyOf(item[figure], currency)),
          ),
        );
      return [
        { product, currency, count: group.length, total: added('total'), initialDeposit: added('initialDeposit') },
      ];
    }),
    pesos: pesos && decimalOf(pesos),
    mayAccept: mayAccept(reader, pesos),
    acceptors: acceptorsOf(known.people, pesos, reader.userId).map(({ name }) => name),
  };
}

/** The people who sell, and the rate of today. */
export const knownTo = async (work: Work) => {
  const rate = await rateOfToday(work);
  return { people: await sellingPeople(work), pesosPerDollar: rate?.tipoCambio ?? null };
};

export async function preparedSales(work: ClientWork): Promise<ResponseOf<typeof listPreparedSales>> {
  const known = await knownTo(work);
  const open = (await openPrepared(work)).filter((one) => !one.isSpent);
  return {
    data: open.map((one) => preparedOnWire(one, work.actor, known)),
    acceptors: known.people.map(({ name, acceptUpTo }) => ({ name, acceptUpTo })),
  };
}

export async function preparedSale(
  work: ClientWork,
  preparedId: string,
): Promise<Outcome<ResponseOf<typeof getPreparedSale>>> {
  const record = await preparedById(work, preparedId);
  if (!record) return refuse('NOT_FOUND');
  const elsewhere = await elsewhereOf(work, preparedId);
  const items = record.items.map((item) => ({ ...item, elsewhere: elsewhere.get(item.documentId) ?? null }));
  return done({ data: { ...preparedOnWire(record, work.actor, await knownTo(work)), items } });
}
