/** Invoices to remind of. */
import { financedCurrency } from '@anticipa/contract/wire';
import { dateOf, daysBetween, type ExtraHolidays, type IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { type ReminderReader, type ReminderStep, remindedDates, reminderStep } from '@anticipa/domain/reminder';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { isOwedByReceiver, owed } from '../ledger/queries.ts';
import { folio } from '../log/queries.ts';

/** For an invoice in a query: its receiver owes something, nobody disputes it, and no payment is promised for today or later. */
export const isReminded = (
  today: IsoDate,
) => sql`not invoices.is_settled and invoices.status = ${sql.lit(invoiceStatus.CREDITO)} and ${isOwedByReceiver}
  and not exists (select from disputes where disputes.client_id = invoices.client_id
    and disputes.document_id = invoices.document_id and disputes.closed_at is null)
  and coalesce((select pay_on from payment_promises promise where promise.client_id = invoices.client_id
    and promise.document_id = invoices.document_id order by promise_number desc limit 1), '-infinity') < ${today}::date`;

/** Steps of the due date in force that went out to a kind of reader. */
export const sentSteps = (reader: ReminderReader) => sql`array(select step from reminders sent
  where sent.client_id = invoices.client_id and sent.document_id = invoices.document_id
    and sent.reader = ${reader} and sent.due_date = invoices.due_date)`;

const candidateRow = z.object({
  clientId: clientIdColumn,
  documentId: text,
  dueDate: text,
  sentSteps: z.array(whole),
});

/** The rows with the step that goes out today; the others are left out. */
export const withStep = <R extends { readonly dueDate: string; readonly sentSteps: readonly number[] }>(
  rows: readonly R[],
  { today }: WideWork,
  holidays: ExtraHolidays,
): (R & { readonly step: ReminderStep })[] =>
  rows.flatMap((row) => {
    const step = reminderStep(dateOf(row.dueDate), today, holidays);
    return step === null || row.sentSteps.includes(step) ? [] : [{ ...row, step }];
  });

/** The invoices of clients without a reminder today whose due date can have one. */
export const reminderCandidates = ({ db, today }: WideWork) => {
  const { from, to } = remindedDates(today);
  return rowsOf(db, candidateRow)`
    select invoices.client_id as "clientId", invoices.document_id as "documentId", invoices.due_date as "dueDate",
      ${sentSteps('client')} as "sentSteps"
    from invoices
    where invoices.client_id in (select client_id from pair_exposures where owed > 0)
      and invoices.due_date between ${from}::date and ${to}::date and ${isReminded(today)}
      and not exists (select from reminders sent where sent.client_id = invoices.client_id and sent.reader = 'client'
        and sent.sent_on = ${today}::date)
    order by invoices.client_id, invoices.due_date, invoices.document_id`;
};

const remindedRow = z.object({
  documentId: text,
  folio: text,
  receiver: text,
  dueDate: text,
  currency: financedCurrency,
  owed: decimal,
  moratoryRate: text,
  daysInYear: z.literal([360, 365]),
});

export interface RemindedInvoice {
  readonly documentId: string;
  readonly folio: string;
  readonly receiver: string;
  readonly dueDate: IsoDate;
  readonly owed: Money<FinancedCurrency>;
  /** With late charges. */
  readonly amountDue: Money<FinancedCurrency>;
  /** Below one before the due date. */
  readonly daysLate: number;
}

/** The invoices among these of which the client is still to be reminded. */
export async function remindedInvoices(
  { db, tenant, today }: Work,
  documentIds: readonly string[],
): Promise<RemindedInvoice[]> {
  const rows = await rowsOf(db, remindedRow)`
    select invoices.document_id as "documentId", ${folio} as folio,
      invoices.receiver_name as receiver, invoices.due_date as "dueDate", invoices.currency, ${owed}::numeric(18, 2) as owed,
      trim_scale(item.moratory_rate)::text as "moratoryRate", item.days_in_year as "daysInYear"
    from invoices
    join sale_items item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id and item.document_id = invoices.document_id
    where invoices.client_id = ${tenant} and invoices.document_id = any(${documentIds}::uuid[]) and ${isReminded(today)}
    order by invoices.due_date, invoices.document_id`;
  return rows.map(({ documentId, folio, receiver, dueDate: due, currency, owed: left, moratoryRate, daysInYear }) => {
    const dueDate = dateOf(due);
    const amount = moneyOf<FinancedCurrency>(left, currency);
    const amountDue = amountAsked({ owed: amount, dueDate, moratoryRate, daysInYear }, today);
    return { documentId, folio, receiver, dueDate, owed: amount, amountDue, daysLate: daysBetween(dueDate, today) };
  });
}
