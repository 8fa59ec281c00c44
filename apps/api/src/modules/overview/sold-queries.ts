/** Every invoice that the lender has bought. */

import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { listSoldInvoices, SOLD_PAGE, type SoldInvoice } from '@anticipa/contract/sold-invoices';
import { sql } from 'kysely';
import { decimal, pageOf, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { byFolio, folio } from '../log/queries.ts';
import { isFound } from './portfolio-queries.ts';

type Filter = Omit<QueryOf<typeof listSoldInvoices>, 'after'>;

const soldRow = listSoldInvoices.response.shape.data.element.extend({ total: decimal, deposit: decimal });

/** SQL: one row per sale of an invoice, because an invoice whose authorisation was withdrawn may be sold again. */
const bought = (
  { today }: Pick<WideWork, 'today'>,
  { state, clientId, companyId, product, currency, search }: Filter,
) => sql`
  select * from (
    select invoices.document_id as "documentId", ${folio} as folio, invoices.client_id as "clientId", clients.rfc as "clientRFC",
      entity_name as "entityName", invoices.company_id as "companyId", invoices.receiver_name as "receiverName", sales.product, sales.currency,
      sales.sale_id as "saleId", number_of_sale as "numberOfSale", item.total, item.initial_deposit as deposit,
      case when item.state = 'disbursed' then invoices.due_date else item.due_date end as "dueDate",
      case when item.state = 'disbursed' then invoices.deposited_on end as "depositedOn",
      case when item.state = 'disbursed' and invoices.is_settled then invoices.payment_date end as "endedOn",
      case
        when item.state = 'rejected' then 'withdrawn'
        when item.state = 'authorised' then 'to-deposit'
        when invoices.is_settled and invoices.written_off > 0 then 'written-off'
        when invoices.is_settled then 'paid'
        when invoices.due_date < ${today}::date then 'overdue'
        else 'in-credit'
      end as state
    from sale_items item
    join sales on sales.client_id = item.client_id and sales.sale_id = item.sale_id
    join invoices on invoices.client_id = item.client_id and invoices.document_id = item.document_id
    join clients on clients.client_id = item.client_id
    where (item.state in ('authorised', 'disbursed') or item.state = 'rejected' and exists (
        select from ledger_lines line join ledger_entries entry using (client_id, entry_number)
        where line.client_id = item.client_id and line.document_id = item.document_id and event = 'withdrawal' and entry.sale_id = item.sale_id))
      and ${clientId === undefined ? sql`true` : sql`item.client_id = ${clientId}`}
      and ${companyId === undefined ? sql`true` : sql`invoices.company_id = ${companyId}`}
      and ${product === undefined ? sql`true` : sql`sales.product = ${product}`}
      and ${currency === undefined ? sql`true` : sql`sales.currency = ${currency}`}
      and ${search === undefined ? sql`true` : isFound(search)}
  ) bought
  where ${state === undefined ? sql`true` : sql`state = ${state}`}`;

const inOrder = sql`"dueDate" desc, ${byFolio(sql`folio`)}, "documentId", "saleId"`;

/** A page of the bought invoices, latest due date first. It begins after the last row of the previous page. */
export async function soldInvoices(
  work: WideWork,
  { after, ...filter }: QueryOf<typeof listSoldInvoices>,
): Promise<ResponseOf<typeof listSoldInvoices>> {
  const [documentId, saleId] = after?.split('.') ?? [];
  const rows = await rowsOf(work.db, soldRow)`
    with listed as (select bought.*, row_number() over (order by ${inOrder}) as place from (${bought(work, filter)}) bought)
    select "documentId", folio, "clientId", "clientRFC", "entityName", "companyId", "receiverName", product, currency, "saleId", "numberOfSale",
      total, deposit, "dueDate", "depositedOn", "endedOn", state
    from listed
    where ${
      after === undefined
        ? sql`true`
        : sql`place > (select place from listed where "documentId" = ${documentId}::uuid and "saleId" = ${saleId}::uuid)`
    }
    order by place limit ${SOLD_PAGE + 1}`;
  return pageOf(rows, SOLD_PAGE, (row) => `${row.documentId}.${row.saleId}`);
}

/** All bought invoices for a file, in the order of the pages. */
export const allSoldInvoices = (work: WideWork, filter: Filter): Promise<SoldInvoice[]> =>
  rowsOf(work.db, soldRow)`${bought(work, filter)} order by ${inOrder}`;
