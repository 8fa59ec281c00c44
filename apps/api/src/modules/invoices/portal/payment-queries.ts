/** Payments of the client's invoices: arrived, due, and left. */
import { type getInvoiceBalance, type getPaymentInformation, nextPayments } from '@anticipa/contract/payments';
import type { ResponseOf } from '@anticipa/contract/route';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import { rowsOf } from '../../../platform/db/rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { sumsOfDue } from '../../ledger/queries.ts';

type Arrived = ResponseOf<typeof getPaymentInformation>['data'];
type Due = ResponseOf<typeof nextPayments>['data'];
type Balance = ResponseOf<typeof getInvoiceBalance>['data'];

/** Fiscal UUIDs among these that are no invoices of the client. */
export async function unknownUuids({ db, tenant }: Work, uuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('uuid')
    .where('client_id', '=', tenant)
    .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
    .execute();
  const known = new Set(rows.map(({ uuid }) => uuid));
  return uuids.filter((uuid) => !known.has(uuid));
}

/** Arrival of the payments of settled invoices, by UUID. */
export async function arrivedPayments({ db, tenant }: Work, uuids: readonly string[]): Promise<Arrived> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('collections', (join) =>
      join
        .onRef('collections.client_id', '=', 'invoices.client_id')
        .onRef('collections.collection_id', '=', 'invoices.collection_id'),
    )
    .select(['invoices.uuid', 'collections.source', 'collections.bank'])
    .where('invoices.client_id', '=', tenant)
    .where('invoices.uuid', '=', sql<string>`any(${uuids}::text[])`)
    .orderBy('invoices.uuid')
    .execute();
  return rows.map(({ uuid, source, bank }) => ({ uuid, paymentOrder: { source, bankName: bank } }));
}

/** Sums of the invoices in credit by due date, product and currency. */
export async function duePayments(
  { db, tenant, today }: Work,
  products: readonly ProductCode[] | undefined,
): Promise<Due> {
  return await rowsOf(db, nextPayments.response.shape.data.element)`
    select due_date as "dueDate", due_date <= ${today}::date as "isOverdue", product, currency, ${sumsOfDue}
    from invoices
    where client_id = ${tenant} and not is_settled and status = ${invoiceStatus.CREDITO}
      and ${products === undefined ? sql`true` : sql`product = any(${products}::text[])`}
    group by due_date, product, currency order by due_date, product, currency`;
}

const balances = ({ db, tenant }: Work) =>
  db
    .selectFrom('invoices')
    .select([
      'uuid',
      'payment_date as fully_paid_at',
      sql<string>`coalesce(invoices.paid_amount, (
        select sum(share.paid_amount) from collection_items share join collections using (client_id, collection_id)
        where share.client_id = invoices.client_id and share.document_id = invoices.document_id and reversed_at is null), 0)::numeric(18, 2)`.as(
        'credited_amount',
      ),
    ])
    .where('client_id', '=', tenant);

/** The balance of an invoice by its id or fiscal UUID; undefined if the client has no such invoice. */
export const balanceOf = (work: Work, id: string): Promise<Balance | undefined> =>
  balances(work)
    .where((eb) => eb.or([eb('uuid', '=', id.toUpperCase()), eb('document_id', '=', id.toLowerCase())]))
    .executeTakeFirst();

/** The balances of the client's financed invoices, newest first. */
export const financedBalances = (work: Work): Promise<Balance[]> =>
  balances(work)
    .where('status', 'in', [invoiceStatus.CREDITO, invoiceStatus.LIQUIDADO])
    .orderBy('created_at', 'desc')
    .orderBy('document_id')
    .execute();
