/** Invoices of which receivers are to be reminded. */
import { financedCurrency } from '@anticipa/contract/wire';
import { dateOf, daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { remindedDates } from '@anticipa/domain/reminder';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, flag, rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { shownName } from '../invoices/receivers.ts';
import { owed } from '../ledger/queries.ts';
import { folio } from '../log/queries.ts';
import { isReminded, sentSteps } from './queries.ts';

/** For an invoice in a query: the last notice of its client to its receiver stands. */
const isNotified = sql`coalesce((select given_on is not null from assignment_notices notice
  where notice.client_id = invoices.client_id and notice.company_id = invoices.company_id
  order by notice_number desc limit 1), false)`;

/** Joins to an invoice the account that it is paid to, as its client's statement has it: the receiver's own CLABE, or the lender's account. */
const destination = sql`
  left join lateral (
    select clabe from cost_centres where cost_centres.client_id = invoices.client_id
      and cost_centres.company_id = invoices.company_id and active and not is_main and invoices.currency = 'MXN'
    order by rfc_payer <> invoices.receiver_rfc, created_at limit 1
  ) own on true
  left join lender_accounts account on account.currency = invoices.currency`;

const candidateRow = z.object({
  companyId: text,
  company: text,
  clientId: clientIdColumn,
  documentId: text,
  dueDate: text,
  sentSteps: z.array(whole),
  /** The switch of the receiver. */
  isOn: flag,
  isNotified: flag,
  hasContact: flag,
  hasAccount: flag,
});
export type ReceiverCandidate = z.output<typeof candidateRow>;

/** Nothing but the switches keeps it from going out. */
export const isSendable = (invoice: ReceiverCandidate): boolean =>
  invoice.isNotified && invoice.hasContact && invoice.hasAccount;

/** The invoices of receivers without a reminder today whose due date can have one. */
export const receiverCandidates = ({ db, today }: WideWork) => {
  const { from, to } = remindedDates(today);
  return rowsOf(db, candidateRow)`
    select companies.company_id as "companyId", ${shownName} as company, invoices.client_id as "clientId",
      invoices.document_id as "documentId", invoices.due_date as "dueDate", ${sentSteps('receiver')} as "sentSteps",
      companies.reminders_on as "isOn", ${isNotified} as "isNotified", coalesce(own.clabe, account.clabe) is not null as "hasAccount",
      exists (select from receiver_contacts contact where contact.company_id = companies.company_id) as "hasContact"
    from invoices join companies using (company_id) ${destination}
    where invoices.client_id in (select client_id from pair_exposures where owed > 0)
      and invoices.due_date between ${from}::date and ${to}::date and ${isReminded(today)}
      and invoices.company_id not in (
        select told.company_id from reminders sent
        join invoices told on told.client_id = sent.client_id and told.document_id = sent.document_id
        where sent.reader = 'receiver' and sent.sent_on = ${today}::date)
    order by company, companies.company_id, invoices.due_date, invoices.document_id`;
};

const owedRow = z.object({
  clientId: clientIdColumn,
  client: text,
  folio: text,
  dueDate: text,
  currency: financedCurrency,
  owed: decimal,
  clabe: text,
  concept: text,
});

export interface OwedInvoice {
  readonly clientId: string;
  readonly client: string;
  readonly folio: string;
  readonly dueDate: IsoDate;
  /** Without late charges, which its client owes. */
  readonly owed: Money<FinancedCurrency>;
  readonly clabe: string;
  /** The payment reference of the client, or the folio. */
  readonly concept: string;
  /** Below one before the due date. */
  readonly daysLate: number;
}

export interface NamedInvoice {
  readonly clientId: string;
  readonly documentId: string;
}

/** The invoices among these of which their receiver is still to be reminded, by client and due date. */
export async function invoicesOwedBy(
  { db, today }: WideWork,
  companyId: string,
  named: readonly NamedInvoice[],
): Promise<OwedInvoice[]> {
  const rows = await rowsOf(db, owedRow)`
    select invoices.client_id as "clientId", entity_name as client, folios.folio, invoices.due_date as "dueDate",
      invoices.currency, ${owed}::numeric(18, 2) as owed, coalesce(own.clabe, account.clabe) as clabe,
      case when own.clabe is null then coalesce(made.reference, spoken) else spoken end as concept
    from unnest(${named.map(({ clientId }) => clientId)}::uuid[], ${named.map(({ documentId }) => documentId)}::uuid[]) wanted (client_id, document_id)
    join invoices using (client_id, document_id)
    join clients using (client_id)
    cross join lateral (select ${folio} as folio, translate(${folio}, '-', '') as spoken) folios
    left join payment_references made on made.client_id = invoices.client_id and made.reference_id = invoices.reference_id
      and made.state = 'live' and made.valid_until >= ${today}::date
    ${destination}
    where invoices.company_id = ${companyId} and ${isReminded(today)} and ${isNotified}
      and coalesce(own.clabe, account.clabe) is not null
    order by entity_name, invoices.client_id, invoices.due_date, invoices.document_id`;
  return rows.map(({ dueDate: due, owed: left, currency, ...row }) => {
    const dueDate = dateOf(due);
    return { ...row, dueDate, owed: moneyOf<FinancedCurrency>(left, currency), daysLate: daysBetween(dueDate, today) };
  });
}
