/** Clients whose interest is to be invoiced or credited. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { lastDayOf, type Month } from '@anticipa/domain/month';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, flag, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { uninvoicedInterest } from './earned-queries.ts';

/** SQL for an `item`: interest that the cuts of the given months have invoiced, less credit notes. */
const invoicedIn = (months: RawBuilder<unknown>) => sql`coalesce((
  select sum(case when invoice_type then line.sub_total else -line.sub_total end)
  from interest_invoice_lines line join interest_invoices invoice using (client_id, invoice_id)
  where line.client_id = item.client_id and line.document_id = item.document_id and invoice.kind = 'interest' and invoice.active
    and ${months}), 0)`;
const invoicedInterest = invoicedIn(sql`true`);

/** SQL: deposited invoices (`item`) whose invoiced interest differs from their whole interest, including the days to come. */
export const interestNotInvoiced = (through: IsoDate) => sql`
  select item.client_id from sale_items item
  join invoices using (client_id, sale_id, document_id)
  where item.state = 'disbursed' and deposited_on <= ${through}::date and item.interest - invoices.rebate <> ${invoicedInterest}`;

/** Clients with interest still to invoice, now or later, interest to credit, or an invoice to stamp. */
export const clientsToInvoice = async ({ db }: WideWork, through: IsoDate): Promise<ClientId[]> => {
  return await valuesOf(db, clientIdColumn)`
    select client_id from (
      ${interestNotInvoiced(through)}
      union
      select client_id from interest_invoices where state = 'pending' and active
    ) due order by client_id`;
};

/** SQL for an `item`: interest that the journal has earned through a day. */
const earnedInterestOf = (through: IsoDate) => sql`coalesce((
  select sum(credit - debit) from ledger_lines line join ledger_entries using (client_id, entry_number)
  where line.client_id = item.client_id and line.document_id = item.document_id and account = 'INGRESO_INTERES'
    and value_date <= ${through}::date), 0)`;

const clientToCut = z.object({ clientId: clientIdColumn, isCertain: flag });

/**
 * Clients that a cut of a month would invoice or credit, or that have an invoice to stamp. A later cut may already have invoiced the
 * interest that earlier cuts missed, so a client with more earned than invoiced is computed in detail.
 */
export async function clientsToCut(work: WideWork, month: Month): Promise<ClientId[]> {
  const through = lastDayOf(month);
  const found = await rowsOf(work.db, clientToCut)`
    select client_id as "clientId", bool_or(is_certain) as "isCertain" from (
      select client_id, true as is_certain from interest_invoices where state = 'pending' and active
      union all
      select client_id, true from (${interestNotInvoiced(through)} and item.interest - invoices.rebate < ${invoicedInterest}) credited
      union all
      select client_id, false from (
        ${interestNotInvoiced(through)} and ${earnedInterestOf(through)} > ${invoicedIn(sql`month_cut <= ${through}::date`)}
      ) earned
    ) due group by client_id order by client_id`;
  const due: ClientId[] = [];
  for (const { clientId, isCertain } of found) {
    if (isCertain || (await uninvoicedInterest(narrowTo(work, clientId), month)).length > 0) due.push(clientId);
  }
  return due;
}
