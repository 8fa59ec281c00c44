/** Promises, disputes and extensions of invoices. */
import type { FollowUp, Promised } from '@anticipa/contract/follow-up';
import type { Dispute } from '@anticipa/contract/invoice-sheet';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { disputeOutcomes, promiseState } from '@anticipa/domain/promise';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, instant, rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { isOwedByReceiver } from '../ledger/queries.ts';
import { operatorName } from '../log/queries.ts';

/** Money that came for a promise, by value date: what was paid in the days from its record to the promised one. */
const received = sql`(
  select coalesce(sum(line.debit - line.credit), 0) from ledger_lines line
  join ledger_entries entry using (client_id, entry_number)
  left join ledger_entries reversed on reversed.client_id = entry.client_id and reversed.entry_number = entry.reverses
  where line.client_id = promise.client_id and line.document_id = promise.document_id
    and line.account in ('BANCOS', 'ENTRE_DIARIOS') and 'collection' in (entry.event, reversed.event)
    and entry.value_date between promise.recorded_on and promise.pay_on)::numeric(18, 2)`;

const storedPromise = z.object({
  amount: decimal,
  payOn: z.string(),
  promisedBy: text,
  received: decimal,
});

/** Column of the last promise of a row of `invoices`; null without one, or if it was taken back. */
export const lastPromise = sql`(
  select case when promise.amount is not null then json_build_object('amount', promise.amount::text, 'payOn', promise.pay_on,
    'promisedBy', promise.promised_by, 'received', ${received}::text) end
  from payment_promises promise
  where promise.client_id = invoices.client_id and promise.document_id = invoices.document_id
  order by promise.promise_number desc limit 1)`;
export const lastPromiseColumn = storedPromise.nullable();

/** Whether the last promise of a row of `invoices` was not kept. */
export const isPromiseBroken = (today: IsoDate) => sql<boolean>`(
  select amount is not null and pay_on < ${today}::date and ${received} < amount from payment_promises promise
  where promise.client_id = invoices.client_id and promise.document_id = invoices.document_id
  order by promise_number desc limit 1)`;

/**
 * SQL: the due date of an `item` of a sale at the end of a day, in a column `date`. An extension counts from the day on which it was
 * agreed, if it was recorded before an instant.
 */
export const dueDateOn = ({ asOf, until }: { readonly asOf: string; readonly until: Date }) => sql`(
  select coalesce((
    select due_date from extensions where extensions.client_id = item.client_id and extensions.document_id = item.document_id
      and agreed_on <= ${asOf}::date and agreed_at < ${until} order by extension_number desc limit 1
  ), item.due_date) as date)`;

/** Whether the last promise of an invoice of the client was not taken back. */
export async function hasPromise({ db, tenant }: Work, documentId: string): Promise<boolean> {
  const last = await db
    .selectFrom('payment_promises')
    .select('amount')
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .orderBy('promise_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && last.amount !== null;
}

/** Column of the open dispute about a row of `invoices`. */
export const openDispute = sql<Dispute | null>`(
  select json_build_object('since', opened_on, 'raisedBy', raised_by, 'reason', reason) from disputes
  where disputes.client_id = invoices.client_id and disputes.document_id = invoices.document_id and closed_at is null)`;

/** A stored promise with its state today: open, kept, broken or replaced. */
export function promisedOf(
  stored: z.output<typeof storedPromise>,
  { currency, today, replacedOn = null }: { currency: FinancedCurrency; today: IsoDate; replacedOn?: IsoDate | null },
): Promised {
  const { amount, payOn, promisedBy } = stored;
  const promise = { amount: moneyOf(amount, currency), payOn: dateOf(payOn), replacedOn };
  return { amount, payOn, promisedBy, state: promiseState(promise, moneyOf(stored.received, currency), today) };
}

const promiseRow = storedPromise.partial().extend({
  amount: decimal.nullable(),
  payOn: z.string().nullable(),
  promisedBy: text.nullable(),
  received: decimal,
  note: text.nullable(),
  by: text,
  at: instant,
  recordedOn: z.string(),
});

const disputeRow = z.object({
  since: z.string(),
  raisedBy: text,
  reason: text,
  by: text,
  outcome: z.enum(disputeOutcomes).nullable(),
  note: text.nullable(),
  closedBy: text.nullable(),
  closedOn: z.string().nullable(),
});

const reminderRow = z.object({ reader: z.enum(['client', 'receiver']), step: whole, on: z.string() });

const extensionRow = z.object({
  dueBefore: z.string(),
  dueDate: z.string(),
  rate: decimal,
  at: instant,
  reason: text,
  by: text,
  approvedBy: text,
});

/** The promises, disputes and extensions of an invoice of any client; null unless it was sold. */
export async function followUpOf({ db, today }: WideWork, documentId: string): Promise<FollowUp | null> {
  const invoice = await db
    .selectFrom('invoices')
    .select(['client_id', 'currency', 'status', 'due_date', isOwedByReceiver.as('isOwed')])
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  const currency = financedCurrencies.find((each) => each === invoice?.currency);
  if (!invoice || !currency || invoice.due_date === null) return null;
  const of = sql`client_id = ${invoice.client_id} and document_id = ${documentId}`;
  const promises = await rowsOf(db, promiseRow)`
    select amount::text, pay_on as "payOn", promised_by as "promisedBy", ${received}::text as received, note,
      ${operatorName('promise.recorded_by')} as by, recorded_at as at, recorded_on as "recordedOn"
    from payment_promises promise where ${of} order by promise_number desc`;
  const disputes = await rowsOf(db, disputeRow)`
    select opened_on as since, raised_by as "raisedBy", reason, ${operatorName('dispute.opened_by')} as by, outcome, note,
      ${operatorName('dispute.closed_by')} as "closedBy", closed_on as "closedOn"
    from disputes dispute where ${of} order by dispute_number desc`;
  const extensions = await rowsOf(db, extensionRow)`
    select due_before as "dueBefore", due_date as "dueDate", trim_scale(interest_rate)::text as rate, agreed_at as at, reason,
      ${operatorName('approvals.proposed_by')} as by, ${operatorName('approvals.decided_by')} as "approvedBy"
    from extensions join approvals using (approval_id)
    where extensions.client_id = ${invoice.client_id} and document_id = ${documentId} order by extension_number desc`;
  const reminders = await rowsOf(db, reminderRow)`
    select reader, step, sent_on as "on" from reminders where ${of} order by sent_on desc, reader`;
  return {
    currency,
    today,
    dueDate: invoice.due_date,
    extensions,
    reminders,
    isOpen: invoice.status === invoiceStatus.CREDITO,
    isOwed: invoice.status === invoiceStatus.CREDITO && invoice.isOwed,
    promises: promises.map(({ amount, payOn, promisedBy, received: came, note, by, at }, place) => {
      const later = promises[place - 1]?.recordedOn;
      const replacedOn = later === undefined ? null : dateOf(later);
      const promise =
        amount !== null && payOn !== null && promisedBy !== null
          ? promisedOf({ amount, payOn, promisedBy, received: came }, { currency, today, replacedOn })
          : null;
      return { promise, note, by, at };
    }),
    disputes: disputes.map(({ outcome, note, closedBy, closedOn, ...dispute }) => ({
      ...dispute,
      end:
        outcome !== null && note !== null && closedBy !== null && closedOn !== null
          ? { outcome, note, by: closedBy, on: closedOn }
          : null,
    })),
  };
}
