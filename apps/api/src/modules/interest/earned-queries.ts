/** Interest that the journal booked: by month for its detail, and not yet invoiced for the month cut. */

import type { InterestRow } from '@anticipa/contract/interest';
import { date, financedCurrency } from '@anticipa/contract/wire';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import {
  daysOfInterest,
  interestBooked,
  interestByMonth,
  interestToInvoice,
  type MonthInterest,
} from '@anticipa/domain/interest';
import { decimalOf, type FinancedCurrency, moneyOf, subtract } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { formatFolio } from '@anticipa/texts/format';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, flag, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';

interface Accrual {
  /** Both inclusive. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly products: readonly ProductCode[];
}

/** Interest of one financed invoice in one month. */
export interface EarnedInterest extends MonthInterest {
  readonly documentId: string;
  readonly folio: string;
  readonly product: ProductCode;
  readonly productName: string;
  readonly ivaRate: string;
  readonly invoiceFolio: string | null;
  readonly receiverName: string;
  readonly days: number;
}

/** Folios of the interest invoices in force for a document, by month. */
const invoiceFolios = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(to_char(month_cut, 'YYYY-MM'), concat_ws('-', invoice.serie, invoice.folio)), '{}')
  from interest_invoice_lines line join interest_invoices invoice using (client_id, invoice_id)
  where line.client_id = sale_items.client_id and line.document_id = sale_items.document_id
    and invoice.kind = 'interest' and invoice.state = 'issued' and invoice.invoice_type and invoice.active)`.as(
  'invoice_folios',
);

/** Disbursed invoices of the client with what was booked for them, less a rebate, in order of sale. */
const financed = ({ db, tenant }: Work, products: readonly ProductCode[]) =>
  db
    .selectFrom('sale_items')
    .innerJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'sale_items.client_id').onRef('sales.sale_id', '=', 'sale_items.sale_id'),
    )
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.client_id', '=', 'sale_items.client_id')
        .onRef('invoices.document_id', '=', 'sale_items.document_id'),
    )
    .innerJoin('products', 'products.code', 'sales.product')
    .select((eb) => [
      'sale_items.document_id',
      sql<string>`sale_items.interest - invoices.rebate`.as('interest'),
      sql<string>`sale_items.iva - invoices.iva_rebate`.as('iva'),
      eb.fn<string>('trim_scale', ['sale_items.iva_rate']).as('iva_rate'),
      'invoices.serie',
      'invoices.folio',
      'invoices.receiver_name',
      'sale_items.interest as charged',
      'sale_items.payment_days',
      'sales.product',
      'sales.currency',
      'products.display_name',
    ])
    .where('sale_items.client_id', '=', tenant)
    .where('sale_items.state', '=', 'disbursed')
    .where('sales.product', '=', sql<ProductCode>`any(${products}::text[])`)
    .orderBy('sales.number_of_sale')
    .orderBy('sale_items.position');

const earnedTexts = z.array(z.object({ month: z.string(), before: decimal, until: decimal }));

/** Interest that the journal booked for a document up to a day, by month, with the part before another day. */
const earnedMonths = ({ from, to }: { from: IsoDate; to: IsoDate }) =>
  sql<unknown>`(
  select coalesce(jsonb_agg(jsonb_build_object('month', month, 'before', before::text, 'until', until::text) order by month), '[]')
  from (
    select to_char(value_date, 'YYYY-MM') as month, sum(credit - debit) as until,
      coalesce(sum(credit - debit) filter (where value_date < ${from}::date), 0.00) as before
    from ledger_lines line join ledger_entries using (client_id, entry_number)
    where line.client_id = sale_items.client_id and line.document_id = sale_items.document_id
      and account = 'INGRESO_INTERES' and value_date <= ${to}::date
    group by 1
  ) by_month)`.as('months');

/** Interest that the journal booked for each disbursed invoice of the client between two dates, by month. */
const earnedInterest = async (work: Work, { from, to, products }: Accrual): Promise<EarnedInterest[]> => {
  const rows = await financed(work, products)
    .select([invoiceFolios, earnedMonths({ from, to })])
    .where('invoices.deposited_on', '<=', to)
    .where(sql<boolean>`greatest(sale_items.due_date, invoices.deposited_on) >= ${from}`)
    .execute();
  return rows.flatMap((row) => {
    const months = earnedTexts.parse(row.months).map(({ month, before, until }) => ({
      month: monthOf(dateOf(`${month}-01`)),
      before: moneyOf(before, row.currency),
      until: moneyOf(until, row.currency),
    }));
    return interestByMonth(booked(row), months).map((earned) => ({
      ...earned,
      ...factsOf(row),
      invoiceFolio: row.invoice_folios[earned.month] ?? null,
      receiverName: row.receiver_name,
      days: daysOfInterest(earned.interest, {
        interest: moneyOf(row.charged, row.currency),
        days: row.payment_days,
      }),
    }));
  });
};

type FinancedRow = Awaited<ReturnType<ReturnType<typeof financed>['execute']>>[number];

const booked = (row: FinancedRow) => ({
  interest: moneyOf(row.interest, row.currency),
  iva: moneyOf(row.iva, row.currency),
  ivaRate: row.iva_rate,
});

const factsOf = (row: FinancedRow) => ({
  documentId: row.document_id,
  folio: formatFolio(row),
  product: row.product,
  productName: row.display_name,
  ivaRate: row.iva_rate,
});

/** Interest earned up to the end of a month and not invoiced, by the month whose cut invoices it. */
export async function uninvoicedInterest(
  work: Work,
  last: Month,
): Promise<Omit<EarnedInterest, 'invoiceFolio' | 'receiverName' | 'days'>[]> {
  const cuts = await work.db
    .selectFrom('interest_invoices')
    .select(['product', 'currency', sql<string>`to_char(month_cut, 'YYYY-MM')`.as('month')])
    .where('client_id', '=', work.tenant)
    .where('kind', '=', 'interest')
    .where('invoice_type', '=', true)
    .where('active', '=', true)
    .execute();
  const cut = new Set(cuts.map(({ product, currency, month }) => `${product} ${currency} ${month}`));
  const rows = await financed(work, productCodes)
    .leftJoin(invoicedSums, (join) =>
      join
        .onRef('invoiced.client_id', '=', 'sale_items.client_id')
        .onRef('invoiced.document_id', '=', 'sale_items.document_id'),
    )
    .select([earnedMonths({ from: firstDayOf(last), to: work.today }), invoicedMonths])
    .where('invoices.deposited_on', '<=', lastDayOf(last))
    .where(sql<boolean>`sale_items.interest - invoices.rebate > coalesce(invoiced.interest, 0)`)
    .execute();
  return rows.flatMap((row) =>
    interestToInvoice(
      booked(row),
      earnedTexts.parse(row.months).map(({ month, until }) => ({
        month: monthOf(dateOf(`${month}-01`)),
        earned: moneyOf(until, row.currency),
      })),
      {
        invoiced: invoicedTexts.parse(row.invoiced_months).map(({ month, interest, iva }) => ({
          month: monthOf(dateOf(`${month}-01`)),
          interest: moneyOf(interest, row.currency),
          iva: moneyOf(iva, row.currency),
        })),
        isCut: (month) => cut.has(`${row.product} ${row.currency} ${month}`),
        last,
      },
    ).map((earned) => ({ ...earned, ...factsOf(row) })),
  );
}

/** Lines of interest invoices in force; those of credit notes are negative. */
const billedLines = sql`(
  select line.client_id, line.document_id, month_cut, line.sub_total * side as interest, line.iva * side as iva
  from interest_invoice_lines line join interest_invoices invoice using (client_id, invoice_id)
  cross join lateral (select case when invoice_type then 1 else -1 end as side) sided
  where invoice.kind = 'interest' and invoice.active)`;

const invoicedSums = sql<Pick<Selectable<DB['interest_invoice_lines']>, 'client_id' | 'document_id'>>`(
  select client_id, document_id, sum(interest) as interest from ${billedLines} billed group by 1, 2)`.as<'invoiced'>(
  'invoiced',
);

const invoicedTexts = z.array(z.object({ month: z.string(), interest: decimal, iva: decimal }));
const invoicedMonths = sql<unknown>`(
  select coalesce(jsonb_agg(jsonb_build_object('month', to_char(month_cut, 'YYYY-MM'), 'interest', interest::text, 'iva', iva::text)), '[]')
  from (
    select month_cut, sum(interest) as interest, sum(iva) as iva from ${billedLines} billed
    where client_id = sale_items.client_id and document_id = sale_items.document_id group by 1
  ) by_month)`.as('invoiced_months');

/** Earned interest as rows of the wire. */
export const interestRows = async (work: Work, accrual: Accrual): Promise<InterestRow[]> =>
  (await earnedInterest(work, accrual)).map(toInterestRow);

const toInterestRow = (earned: EarnedInterest): InterestRow => ({
  documentId: earned.documentId,
  periodo: earned.month,
  folioInvoice: earned.folio,
  receiverName: earned.receiverName,
  days: earned.days,
  interest: decimalOf(earned.interest),
  iva: decimalOf(earned.iva),
  currency: earned.interest.currency,
  productName: earned.productName,
  invoiceFolio: earned.invoiceFolio,
});

const bookedRow = z.object({
  currency: financedCurrency,
  interest: decimal,
  iva: decimal,
  iva_rate: decimal,
  rebate: decimal,
  iva_rebate: decimal,
  rebated_on: date.nullable(),
  months: earnedTexts,
});

/** Interest that was booked in a period for each invoice, and its IVA, as known at an instant. */
export async function interestBookedIn(
  { db, tenant }: Work,
  { from, to, knownAt }: { readonly from: IsoDate; readonly to: IsoDate; readonly knownAt: Date },
): Promise<Pick<z.output<typeof bookedRow>, 'currency' | 'interest' | 'iva'>[]> {
  const rows = await rowsOf(db, bookedRow)`
    with earned as (
      select line.document_id, to_char(value_date, 'YYYY-MM') as month,
        sum(credit - debit) as until, coalesce(sum(credit - debit) filter (where booked_on < ${from}::date), 0.00) as before,
        max(booked_on) as booked_on
      from ledger_entries entry join ledger_lines line using (client_id, entry_number)
      where entry.client_id = ${tenant} and account = 'INGRESO_INTERES' and booked_on <= ${to}::date and recorded_at <= ${knownAt}
      group by 1, 2
    )
    select sales.currency, item.interest, item.iva, trim_scale(item.iva_rate)::text as iva_rate, invoices.rebate, invoices.iva_rebate, rebated_on,
      jsonb_agg(jsonb_build_object('month', month, 'before', before::text, 'until', until::text) order by month) as months
    from earned
    join sale_items item on item.client_id = ${tenant} and item.document_id = earned.document_id and item.state = 'disbursed'
    join sales on sales.client_id = ${tenant} and sales.sale_id = item.sale_id
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = earned.document_id
    cross join lateral (
      select min(entry.booked_on) as rebated_on
      from ledger_lines line join ledger_entries entry using (client_id, entry_number)
      where line.client_id = ${tenant} and line.document_id = earned.document_id and account = 'CLIENTE' and event = 'rebate'
        and recorded_at <= ${knownAt}
    ) rebated
    group by sales.currency, item.client_id, item.sale_id, item.document_id, invoices.client_id, invoices.document_id, rebated_on
    having max(earned.booked_on) >= ${from}::date`;
  return rows.map((row) => {
    const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
    const sold = (isRebated: boolean) => ({
      interest: subtract(amount(row.interest), amount(isRebated ? row.rebate : '0.00')),
      iva: subtract(amount(row.iva), amount(isRebated ? row.iva_rebate : '0.00')),
      ivaRate: row.iva_rate,
    });
    const on = row.rebated_on;
    const { interest, iva } = interestBooked(
      { before: sold(on !== null && on < from), until: sold(on !== null && on <= to) },
      row.months.map(({ month, before, until }) => ({
        month: monthOf(dateOf(`${month}-01`)),
        before: amount(before),
        until: amount(until),
      })),
    );
    return { currency: row.currency, interest: decimalOf(interest), iva: decimalOf(iva) };
  });
}

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
