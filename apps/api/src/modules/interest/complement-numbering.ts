/** Numbers the payment complements of what is collected: one for a day and currency of a client, with an instalment of each CFDI. */
import { randomUUID } from 'node:crypto';
import { date } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { taxedPart } from '@anticipa/domain/iva';
import { add, decimalOf, type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { instalmentsOf, type PaymentForm, paymentForms } from '@anticipa/domain/payment-complement';
import { sql } from 'kysely';
import { z } from 'zod';
import type { InvoicingRefused, PaymentOrder } from '../../gateways/invoicing/port.ts';
import { decimal, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { rateOfToday } from '../credit/queries.ts';
import { rateOfCfdi } from './dates.ts';
import { bookLateChargePayments, type DueLine, dueLine, emittedOn, lastPaidOn } from './late-charge-payments.ts';
import { lockCuts } from './numbering.ts';

/** Series of payment complements. */
const SERIE = 'PAG';

/**
 * Lines of interest invoices in force that are collected and have no complement: the billed invoice is settled, the client
 * owes nothing for it, and what a rebate gave back is credited. One of a deposit was paid when it was issued, and what was written off
 * is not collected. Amounts are less the credit notes.
 */
export const collected = sql`
  select line.client_id, line.invoice_id, line.document_id, line.iva_rate, invoice.currency, '17' as form,
    line.sub_total - credited.sub_total as sub_total, line.iva - credited.iva as iva,
    greatest(${lastPaidOn('document')}, ${emittedOn}) as paid_on
  from interest_invoice_lines line
  join interest_invoices invoice using (client_id, invoice_id)
  join invoices document using (client_id, document_id)
  cross join lateral (
    select coalesce(sum(note.sub_total), 0) as sub_total, coalesce(sum(note.iva), 0) as iva
    from interest_invoice_lines note join interest_invoices credit using (client_id, invoice_id)
    where note.client_id = line.client_id and note.document_id = line.document_id
      and credit.credits = line.invoice_id and credit.state = 'issued' and credit.active
  ) credited
  where invoice.kind = 'interest' and invoice.sale_id is null and invoice.invoice_type and invoice.state = 'issued' and invoice.active
    and coalesce(invoice.cancel_state, 'rejected') = 'rejected'
    and document.status = 40 and document.written_off = 0 and line.sub_total > credited.sub_total
    and not exists (
      select from complement_lines made
      where made.client_id = line.client_id and made.invoice_id = line.invoice_id and made.document_id = line.document_id and made.active)
    and (
      select coalesce(sum(debit - credit), 0) from ledger_lines owed
      where owed.client_id = line.client_id and owed.document_id = line.document_id and owed.account = 'CLIENTE') <= 0
    and (
      select sum(case when billed.invoice_type then part.sub_total else -part.sub_total end)
      from interest_invoice_lines part join interest_invoices billed using (client_id, invoice_id)
      where part.client_id = line.client_id and part.document_id = line.document_id
        and billed.kind = 'interest' and billed.state = 'issued' and billed.active
    ) <= document.interest - document.rebate`;

/** Numbers the complements of days that are over; those in dollars wait for an exchange rate. */
export async function numberComplements(work: Work): Promise<void> {
  const { db, tenant, today } = work;
  await lockCuts(work, tenant);
  const rows = await rowsOf(db, dueLine)`
    select * from (${collected}) due where client_id = ${tenant} order by paid_on, invoice_id, document_id`;
  const hasRate = (await rateOfToday(work)) !== null;
  const lines = [...rows.map(asStated), ...(await bookLateChargePayments(work, hasRate))];
  const rates = new Map<string, string | null>();
  for (const { currency, paid_on: day } of lines)
    if (currency !== 'MXN' && !rates.has(day)) rates.set(day, await rateOfCfdi(work, dateOf(day)));
  const isReady = ({ currency, paid_on: day }: DueLine): boolean =>
    day < today && (currency === 'MXN' || (rates.get(day) ?? null) !== null);
  const due = lines.filter(isReady);
  const totals = await totalsOf(
    work,
    due.map((line) => line.invoice_id),
  );
  const numbered = totals.flatMap((invoice) =>
    numberedOf(
      invoice,
      due.filter((line) => line.invoice_id === invoice.invoice_id),
    ),
  );
  const groups = Map.groupBy(numbered, ({ paidOn, currency }) => `${paidOn} ${currency}`);
  for (const [, instalments] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await insertComplement(work, instalments, rates);
}

/** A collected line less its credit notes, each of them rounded, as one document may state it. */
function asStated(due: DueLine): DueLine {
  const { subTotal, iva, ivaRate } = amountsOf(due);
  const part = taxedPart(add(subTotal, iva), iva, ivaRate);
  return { ...due, sub_total: decimalOf(part.subTotal), iva: decimalOf(part.iva) };
}

const amountsOf = ({ sub_total, iva, iva_rate: ivaRate, currency }: DueLine) => ({
  subTotal: moneyOf<FinancedCurrency>(sub_total, currency),
  iva: moneyOf<FinancedCurrency>(iva, currency),
  ivaRate,
});
const totalOf = (line: DueLine): Money<FinancedCurrency> => {
  const { subTotal, iva } = amountsOf(line);
  return add(subTotal, iva);
};

const invoiceTotal = z.object({
  invoice_id: z.string(),
  currency: dueLine.shape.currency,
  /** Total of the invoice less its credit notes. */
  total: decimal,
  taken: z.array(z.object({ instalment: z.int(), paid: decimal })),
});

const totalsOf = ({ db, tenant }: Work, invoiceIds: readonly string[]) => rowsOf(db, invoiceTotal)`
  select invoice_id, currency, (sub_total + iva - (
      select coalesce(sum(credit.sub_total + credit.iva), 0) from interest_invoices credit
      where credit.client_id = invoice.client_id and credit.credits = invoice.invoice_id and credit.state = 'issued' and credit.active
    ))::numeric(18, 2) as total, (
      select coalesce(jsonb_agg(jsonb_build_object('instalment', instalment, 'paid', paid::text)), '[]') from (
        select instalment, sum(sub_total + iva) as paid
        from complement_instalments made join complement_lines line using (client_id, complement_id, invoice_id, form)
        where made.client_id = invoice.client_id and made.invoice_id = invoice.invoice_id and made.active
        group by instalment
      ) taken
    ) as taken
  from interest_invoices invoice where client_id = ${tenant} and invoice_id = any(${invoiceIds}::uuid[]) order by invoice_id`;

interface Numbered {
  readonly invoiceId: string;
  readonly paidOn: string;
  readonly currency: FinancedCurrency;
  readonly form: PaymentForm;
  readonly instalment: number;
  readonly balanceBefore: string;
  readonly lines: readonly DueLine[];
}

/** The due lines of an invoice as instalments: one for each day and form; on one day what the aforo covered comes first. */
function numberedOf(invoice: z.output<typeof invoiceTotal>, due: readonly DueLine[]): Numbered[] {
  const { currency, invoice_id: invoiceId } = invoice;
  const inOrder = due.toSorted((a, b) =>
    a.paid_on === b.paid_on ? b.form.localeCompare(a.form) : a.paid_on.localeCompare(b.paid_on),
  );
  const payments = [...Map.groupBy(inOrder, (line) => `${line.paid_on} ${line.form}`).values()].map((lines) => ({
    lines,
    paid: lines.map(totalOf).reduce((sum, one) => add(sum, one)),
  }));
  const taken = invoice.taken.map(({ instalment, paid }) => ({
    instalment,
    paid: moneyOf<FinancedCurrency>(paid, currency),
  }));
  const made = instalmentsOf(moneyOf<FinancedCurrency>(invoice.total, currency), taken, payments);
  return made.flatMap(({ instalment, balanceBefore, payments: group }) => {
    const lines = group.flatMap((one) => one.lines);
    const last = lines.at(-1);
    if (!last) return [];
    const { paid_on: paidOn, form } = last;
    return {
      invoiceId,
      paidOn,
      currency,
      form,
      instalment,
      balanceBefore: decimalOf(balanceBefore),
      lines: byDocument(lines),
    };
  });
}

/** Payments of one line that share the last instalment are one. */
const byDocument = (lines: readonly DueLine[]): DueLine[] =>
  [...Map.groupBy(lines, ({ document_id }) => document_id).values()].map((group) =>
    group.reduce((one, other) => ({
      ...other,
      sub_total: decimalOf(add(amountsOf(one).subTotal, amountsOf(other).subTotal)),
      iva: decimalOf(add(amountsOf(one).iva, amountsOf(other).iva)),
    })),
  );

async function insertComplement(
  work: Work,
  instalments: readonly Numbered[],
  rates: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { db, tenant, at } = work;
  const [first] = instalments;
  if (!first) return;
  const { paidOn, currency } = first;
  const rate = currency === 'MXN' ? null : (rates.get(paidOn) ?? null);
  const complementId = await insertHeader(work, { paidOn, rate, emittedAt: at });
  const parts = instalments.map(({ invoiceId, form, instalment, balanceBefore }) => ({
    invoice_id: invoiceId,
    form,
    instalment,
    balance_before: balanceBefore,
  }));
  await sql`
    insert into complement_instalments (client_id, complement_id, invoice_id, form, instalment, balance_before)
    select ${tenant}, ${complementId}, part.* from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part(
      invoice_id uuid, form text, instalment integer, balance_before numeric)`.execute(db);
  const lines = instalments.flatMap((part) => part.lines.map((line) => ({ ...line, form: part.form })));
  await sql`
    insert into complement_lines (client_id, complement_id, invoice_id, form, document_id, iva_rate, sub_total, iva)
    select ${tenant}, ${complementId}, line.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(
      invoice_id uuid, form text, document_id uuid, iva_rate numeric, sub_total numeric, iva numeric)`.execute(db);
}

interface Header {
  readonly paidOn: string;
  readonly rate: string | null;
  readonly emittedAt: Date;
}

async function insertHeader({ db, tenant }: Work, { paidOn, rate, emittedAt }: Header): Promise<string> {
  const [id = ''] = await valuesOf(db, z.string())`
    insert into payment_complements (client_id, complement_id, serie, folio, state, paid_on, exchange_rate, emitted_at)
    values (${tenant}, ${randomUUID()}, ${SERIE}, nextval('payment_complement_numbers')::text, 'pending', ${paidOn}, ${rate}, ${emittedAt})
    returning complement_id`;
  return id;
}

/** A pending complement, and the keys of the instalments in its order's places. */
export interface PendingComplement {
  readonly order: PaymentOrder;
  readonly instalments: readonly { readonly invoiceId: string; readonly form: PaymentForm }[];
}

/** Codes of refusals that are about one of the documents that are paid. */
const OF_A_DOCUMENT = /\bCRP202[3-6]\d\b/;

/** Places to be sent apart: those that the provider names, or, if it does not say of which document it speaks, one half. */
function suspectsIn({ reason, concepts }: InvoicingRefused, count: number): readonly number[] {
  if (concepts.length > 0 && concepts.length < count) return concepts;
  return OF_A_DOCUMENT.test(reason) ? Array.from({ length: Math.floor(count / 2) }, (_, place) => place) : [];
}

const header = z.object({ paidOn: date, rate: decimal.nullable(), emittedAt: z.date() });

/**
 * Divides a complement that the provider refused for some of what it pays, and was therefore not stamped: what is refused waits in
 * one of its own. False if it is refused as a whole.
 */
export async function divideComplement(
  work: Work,
  { order, instalments }: PendingComplement,
  refused: InvoicingRefused,
): Promise<boolean> {
  const { db, tenant, at } = work;
  const apart = new Set(suspectsIn(refused, instalments.length));
  if (apart.size === 0) return false;
  const [old] = await rowsOf(db, header)`
    update payment_complements set active = false, cancelled_at = ${at}, cancel_motive = '02'
    where client_id = ${tenant} and complement_id = ${order.id} and state = 'pending' and active
    returning paid_on as "paidOn", exchange_rate as rate, emitted_at as "emittedAt"`;
  if (!old) return true;
  for (const isApart of [false, true]) {
    const keys = instalments.flatMap(({ invoiceId, form }, place) =>
      apart.has(place) === isApart ? `${invoiceId} ${form}` : [],
    );
    const id = await insertHeader(work, old);
    await sql`
      insert into complement_instalments (client_id, complement_id, invoice_id, form, instalment, balance_before)
      select client_id, ${id}, invoice_id, form, instalment, balance_before from complement_instalments
      where client_id = ${tenant} and complement_id = ${order.id} and invoice_id || ' ' || form = any(${keys}::text[])`.execute(
      db,
    );
    await sql`
      insert into complement_lines (client_id, complement_id, invoice_id, form, document_id, iva_rate, sub_total, iva)
      select client_id, ${id}, invoice_id, form, document_id, iva_rate, sub_total, iva from complement_lines
      where client_id = ${tenant} and complement_id = ${order.id} and invoice_id || ' ' || form = any(${keys}::text[])`.execute(
      db,
    );
  }
  return true;
}

export const paymentForm = z.enum(paymentForms);
