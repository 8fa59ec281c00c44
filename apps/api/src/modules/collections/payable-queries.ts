/** Invoices that an operator may choose for received money. */
import { listPayableInvoices, MAX_PAYABLE, type PayableInvoice } from '@anticipa/contract/receipts';
import type { QueryOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { sentStates } from '@anticipa/domain/sale';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { extensionsColumn, storedExtensions, toExtensions } from '../invoices/extension-queries.ts';
import { owed } from '../ledger/queries.ts';
import { byFolio, folio } from '../log/queries.ts';

const { element } = listPayableInvoices.response.shape.data;

/** Invoices in credit, or sold and not deposited, whose client, receiver, folio or amount has the searched text. */
export async function payableBySearch(
  { db, today }: WideWork,
  { currency, search = '' }: QueryOf<typeof listPayableInvoices>,
): Promise<PayableInvoice[]> {
  const wanted = search.trim().toLowerCase();
  const row = element.extend({
    moratoryRate: z.string(),
    daysInYear: z.literal([360, 365]),
    extensions: storedExtensions,
  });
  const rows = await rowsOf(db, row)`
    select * from (
      select invoices.document_id as "documentId", invoices.client_id as "clientId", entity_name as "entityName",
        ${folio} as folio,
        invoices.receiver_name as "receiverName", invoices.currency, item.due_date as "dueDate",
        case invoices.status when ${sql.lit(invoiceStatus.CREDITO)} then ${owed} else invoices.total end::numeric(18, 2) as owed,
        invoices.status <> ${sql.lit(invoiceStatus.CREDITO)} as "isSold", trim_scale(item.moratory_rate)::text as "moratoryRate",
        item.days_in_year as "daysInYear", ${extensionsColumn()} as extensions
      from invoices
      join clients on clients.client_id = invoices.client_id
      join sales on sales.client_id = invoices.client_id and sales.sale_id = invoices.sale_id
      join sale_items item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id and item.document_id = invoices.document_id
      where not invoices.is_settled and invoices.currency = ${currency}
        and (invoices.status = ${sql.lit(invoiceStatus.CREDITO)}
          or invoices.status = ${sql.lit(invoiceStatus.PREVENTA)} and sales.state = any(${[...sentStates]}))
    ) payable
    where position(${wanted} in lower(concat_ws(' ', folio, replace(folio, '-', ''), "entityName", "receiverName", owed))) > 0
    order by "isSold", "dueDate", ${byFolio(sql`folio`)}, "documentId" limit ${MAX_PAYABLE}`;
  return rows.map(({ moratoryRate, daysInYear, extensions, ...invoice }) => {
    const left = moneyOf<FinancedCurrency>(invoice.owed, invoice.currency);
    const terms = { dueDate: dateOf(invoice.dueDate), moratoryRate, daysInYear, extensions: toExtensions(extensions) };
    const asked = invoice.isSold ? left : amountAsked({ owed: left, ...terms }, today);
    return { ...invoice, owed: decimalOf(asked) };
  });
}
