/** Payments of late charges that were invoiced unpaid: their IVA is collected, and each needs a payment complement. */
import { date, financedCurrency } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { collectedLines, uncollectedIva } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency, moneyOf, subtract } from '@anticipa/domain/money';
import { partsToComplement, paymentForms } from '@anticipa/domain/payment-complement';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { appendEntries, lockLedger } from '../ledger/commands.ts';
import { toPay, unpaid } from './late-charges.ts';

/** A paid line of an invoice that needs a complement. */
export const dueLine = z.object({
  invoice_id: z.string(),
  document_id: z.string(),
  iva_rate: decimal,
  currency: financedCurrency,
  sub_total: decimal,
  iva: decimal,
  paid_on: date,
  form: z.enum(paymentForms),
});
export type DueLine = z.output<typeof dueLine>;

/** The day on which the invoice was issued, or the first one in whose place it is. */
export const emittedOn = sql`(
  with recursive issued as (
    select invoice.emitted_at, invoice.substitutes
    union all
    select earlier.emitted_at, earlier.substitutes
    from issued join interest_invoices earlier on earlier.client_id = invoice.client_id and earlier.invoice_id = issued.substitutes
  )
  select (min(emitted_at) at time zone 'America/Mexico_City')::date from issued)`;

/** The latest value date of the payments of a financed invoice, also of its balance due. */
export const lastPaidOn = (table: 'document' | 'invoices') => sql`(
  select max(value_date) from collection_items share join collections using (client_id, collection_id)
  where share.client_id = ${sql.ref(table)}.client_id and share.document_id = ${sql.ref(table)}.document_id
    and reversed_at is null)`;

/** Invoices of late charges in force that were unpaid when they were issued, with a paid part that has no complement. */
export const paidLateCharges = sql`
  select invoice.client_id, invoice.invoice_id, invoices.document_id, line.iva_rate, invoice.currency, invoice.sub_total,
    invoice.iva, invoice.unpaid as unpaid_at_issue, due.unpaid, complemented.paid as complemented,
    greatest(invoices.payment_date, ${emittedOn}) as covered_on, greatest(${lastPaidOn('invoices')}, ${emittedOn}) as paid_on, (
      select coalesce(jsonb_agg(jsonb_build_object('on', greatest(on_day.value_date, ${emittedOn}), 'unpaid', greatest(on_day.unpaid, due.unpaid)::text)
        order by on_day.value_date), '[]')
      from (
        select value_date, ${toPay} - sum(sum(share.paid_amount)) over (order by value_date) as unpaid
        from collection_items share join collections using (client_id, collection_id)
        where share.client_id = invoices.client_id and share.document_id = invoices.document_id and reversed_at is null
        group by value_date
      ) on_day
    ) as paid_by_day
  from interest_invoices invoice
  join interest_invoice_lines line using (client_id, invoice_id)
  join invoices using (client_id, document_id)
  cross join lateral (select ${unpaid} as unpaid) due
  cross join lateral (
    select coalesce(sum(made.sub_total + made.iva), 0)::numeric(18, 2) as paid from complement_lines made
    where made.client_id = invoice.client_id and made.invoice_id = invoice.invoice_id and made.active
  ) complemented
  where invoice.kind = 'late-charges' and invoice.unpaid > 0 and invoice.state = 'issued' and invoice.active
    and coalesce(invoice.cancel_state, 'rejected') = 'rejected'
    and invoice.sub_total + invoice.iva - due.unpaid > complemented.paid`;

const paidRow = dueLine.omit({ form: true }).extend({
  unpaid_at_issue: decimal,
  unpaid: decimal,
  complemented: decimal,
  covered_on: date,
  paid_by_day: z.array(z.object({ on: date, unpaid: decimal })),
});
type PaidRow = z.output<typeof paidRow>;

/** Books the IVA that was collected since; returns what needs a complement. In dollars both wait for an exchange rate. */
export async function bookLateChargePayments(work: Work, hasRate: boolean): Promise<DueLine[]> {
  const { db, tenant } = work;
  await lockLedger(work);
  const rows = await rowsOf(db, paidRow)`
    select * from (${paidLateCharges}) paid where client_id = ${tenant} order by paid_on, invoice_id`;
  const due: DueLine[] = [];
  for (const row of rows) {
    if (row.currency !== 'MXN' && !hasRate) continue;
    await bookCollectedIva(work, row);
    due.push(...complementsOf(row));
  }
  return due;
}

const amountsOf = (row: PaidRow) => ({
  subTotal: moneyOf<FinancedCurrency>(row.sub_total, row.currency),
  iva: moneyOf<FinancedCurrency>(row.iva, row.currency),
  ivaRate: row.iva_rate,
  unpaidAtIssue: moneyOf<FinancedCurrency>(row.unpaid_at_issue, row.currency),
  unpaid: moneyOf<FinancedCurrency>(row.unpaid, row.currency),
  complemented: moneyOf<FinancedCurrency>(row.complemented, row.currency),
});

function complementsOf(row: PaidRow): DueLine[] {
  const { covered_on: coveredOn, paid_by_day: days, paid_on: on, unpaid, currency } = row;
  const payments = [...days, { on, unpaid }].map((day) => ({
    on: day.on,
    unpaid: moneyOf<FinancedCurrency>(day.unpaid, currency),
  }));
  return partsToComplement({ ...amountsOf(row), coveredOn, payments }).map(({ form, paidOn, subTotal, iva }) => ({
    ...row,
    form,
    sub_total: decimalOf(subTotal),
    iva: decimalOf(iva),
    paid_on: paidOn,
  }));
}

async function bookCollectedIva(work: Work, row: PaidRow): Promise<void> {
  const { invoice_id: invoiceId, document_id: documentId, currency } = row;
  const invoice = amountsOf(row);
  const [uncollected = '0.00'] = await valuesOf(work.db, decimal)`
    select coalesce(sum(credit - debit), 0)::numeric(18, 2) from ledger_lines line join ledger_entries entry using (client_id, entry_number)
    where entry.client_id = ${work.tenant} and entry.invoice_id = ${invoiceId} and document_id = ${documentId} and account = 'IVA_NO_COBRADO'`;
  const booked = moneyOf<FinancedCurrency>(uncollected, currency);
  const lines = collectedLines(documentId, subtract(booked, uncollectedIva(invoice, invoice.unpaid)));
  if (lines.length === 0) return;
  await appendEntries(work, [{ event: 'invoice-payment', invoiceId, currency, valueDate: dateOf(row.paid_on), lines }]);
}
