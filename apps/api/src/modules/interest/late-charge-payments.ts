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
import { unpaid } from './late-charges.ts';

/** A payment that needs a complement. */
export const dueComplement = z.object({
  invoice_id: z.string(),
  document_id: z.string(),
  iva_rate: decimal,
  currency: financedCurrency,
  sub_total: decimal,
  iva: decimal,
  paid_on: date,
  form: z.enum(paymentForms),
});
export type DueComplement = z.output<typeof dueComplement>;

/** The day on which the invoice was issued. */
export const emittedOn = sql`(invoice.emitted_at at time zone 'America/Mexico_City')::date`;

/** The latest value date of the payments of a financed invoice, also of its balance due. */
export const lastPaidOn = (table: 'document' | 'invoices') => sql`(
  select max(value_date) from collection_items share join collections using (client_id, collection_id)
  where share.client_id = ${sql.ref(table)}.client_id and share.document_id = ${sql.ref(table)}.document_id
    and reversed_at is null)`;

/** Invoices of late charges in force that were unpaid when they were issued, with a paid part that has no complement. */
export const paidLateCharges = sql`
  select invoice.client_id, invoice.invoice_id, invoices.document_id, line.iva_rate, invoice.currency, invoice.sub_total,
    invoice.iva, invoice.unpaid as unpaid_at_issue, due.unpaid, complemented.paid as complemented,
    greatest(invoices.payment_date, ${emittedOn}) as covered_on, greatest(${lastPaidOn('invoices')}, ${emittedOn}) as paid_on
  from interest_invoices invoice
  join interest_invoice_lines line using (client_id, invoice_id)
  join invoices using (client_id, document_id)
  cross join lateral (select ${unpaid} as unpaid) due
  cross join lateral (
    select coalesce(sum(made.sub_total + made.iva), 0)::numeric(18, 2) as paid from payment_complements made
    where made.client_id = invoice.client_id and made.invoice_id = invoice.invoice_id and made.active
  ) complemented
  where invoice.kind = 'late-charges' and invoice.unpaid > 0 and invoice.state = 'issued' and invoice.active
    and coalesce(invoice.cancel_state, 'rejected') = 'rejected'
    and invoice.sub_total + invoice.iva - due.unpaid > complemented.paid`;

const paidRow = dueComplement
  .omit({ form: true })
  .extend({ unpaid_at_issue: decimal, unpaid: decimal, complemented: decimal, covered_on: date });
type PaidRow = z.output<typeof paidRow>;

/** Books the IVA that was collected since; returns what needs a complement. In dollars both wait for an exchange rate. */
export async function bookLateChargePayments(work: Work, hasRate: boolean): Promise<DueComplement[]> {
  const { db, tenant } = work;
  await lockLedger(work);
  const rows = await rowsOf(db, paidRow)`
    select * from (${paidLateCharges}) paid where client_id = ${tenant} order by paid_on, invoice_id`;
  const due: DueComplement[] = [];
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

const complementsOf = (row: PaidRow): DueComplement[] =>
  partsToComplement(amountsOf(row)).map(({ form, subTotal, iva }) => ({
    ...row,
    form,
    sub_total: decimalOf(subTotal),
    iva: decimalOf(iva),
    paid_on: form === '17' ? row.covered_on : row.paid_on,
  }));

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
