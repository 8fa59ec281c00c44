/** The debt for invoices at the end of any day, of receivers and of clients that buy back, from the journal. */
import {
  type AgedInvoice,
  type Ageing,
  agedInvoice,
  ages,
  type exportAgeing,
  listAgeing,
} from '@anticipa/contract/portfolio';
import type { QueryOf } from '@anticipa/contract/route';
import { dateOf, endOfDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { dueDateOn } from '../follow-up/queries.ts';
import { byFolio, folio } from '../log/queries.ts';

type Filter = Omit<QueryOf<typeof exportAgeing>, 'format'>;

/**
 * Invoices of which something was owed on the day, with their age. An invoice is in credit from the day of its deposit or opening, and
 * an extension counts from the day on which it was agreed.
 */
function agedInvoices({ today }: WideWork, filter: Filter) {
  const { asOf, knownOn = today, clientId, companyId, product, currency } = filter;
  const until = endOfDate(dateOf(knownOn), MEXICO_CITY);
  return sql`
    with owing as (
      select line.client_id, line.document_id, sum(debit - credit) filter (where account in ('CARTERA', 'RECOMPRA'))::numeric(18, 2) as owed
      from ledger_lines line join ledger_entries entry using (client_id, entry_number)
      where account in ('CARTERA', 'RECOMPRA', 'BANCOS', 'APERTURA') and value_date <= ${asOf}::date and recorded_at < ${until}
        and ${clientId === undefined ? sql`true` : sql`line.client_id = ${clientId}`}
        and ${currency === undefined ? sql`true` : sql`entry.currency = ${currency}`}
      group by line.client_id, line.document_id
      having sum(debit - credit) filter (where account in ('CARTERA', 'RECOMPRA')) > 0
        and sum(credit - debit) filter (where event in ('disbursement', 'opening') and account not in ('CARTERA', 'RECOMPRA')) > 0
    )
    select owing.document_id as "documentId", ${folio} as folio,
      owing.client_id as "clientId", clients.rfc as "clientRFC", entity_name as "entityName", invoices.company_id as "companyId",
      invoices.receiver_name as "receiverName", sales.product, sales.currency, number_of_sale as "numberOfSale", item.total, owed,
      due.date as "dueDate", ${asOf}::date - due.date as "daysLate",
      (${sql.val([...ages])}::text[])[1 + width_bucket(${asOf}::date - due.date, array[1, 31, 61, 91])] as age
    from owing
    join invoices on invoices.client_id = owing.client_id and invoices.document_id = owing.document_id
    join clients on clients.client_id = owing.client_id
    join sale_items item on item.client_id = owing.client_id and item.document_id = owing.document_id and item.state = 'disbursed'
    join sales on sales.client_id = item.client_id and sales.sale_id = item.sale_id
    cross join lateral ${dueDateOn({ asOf, until })} due
    where ${companyId === undefined ? sql`true` : sql`invoices.company_id = ${companyId}`}
      and ${product === undefined ? sql`true` : sql`sales.product = ${product}`}`;
}

const ageingRow = listAgeing.response.shape.data.element;

const groups = {
  client: { id: sql`"clientId"::text`, name: sql`"entityName"` },
  // Clients may write the name of a receiver in their own way.
  receiver: { id: sql`"companyId"::text`, name: sql`min("receiverName")` },
  product: { id: sql`product`, name: sql`product` },
} as const;

/** The sums of each group and currency, the largest first. */
export async function ageing(work: WideWork, { by, ...filter }: QueryOf<typeof listAgeing>): Promise<Ageing> {
  const { id, name } = groups[by];
  return await rowsOf(work.db, ageingRow)`
    with aged as (${agedInvoices(work, filter)})
    select id, min(name) as name, currency, sum(count)::integer as count, sum(owed)::numeric(18, 2) as owed,
      jsonb_object_agg(age, owed::text) as ages
    from (
      select ${id} as id, ${name} as name, currency, age, count(*)::integer as count, sum(owed)::numeric(18, 2) as owed
      from aged group by ${id}, ${by === 'client' ? sql`"entityName",` : sql``} currency, age
    ) sums
    group by id, currency order by currency, sum(owed) desc, id`;
}

/** Rows of a file are read at once: an ageing is smaller than its year of payments. */
export async function agedRows(work: WideWork, filter: Filter): Promise<AgedInvoice[]> {
  return await rowsOf(
    work.db,
    agedInvoice,
  )`${agedInvoices(work, filter)} order by "dueDate", ${byFolio()}, "documentId"`;
}
