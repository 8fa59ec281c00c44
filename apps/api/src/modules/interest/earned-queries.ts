/** Interest that the journal booked: by month for its detail, and not yet invoiced for the month cut. */

import type { InterestRow } from '@anticipa/contract/interest';
import { financedCurrency } from '@anticipa/contract/wire';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import {
  type Billing,
  daysOfInterest,
  interestBooked,
  interestByMonth,
  interestOfOneDocument,
  interestToInvoice,
  ivaOfDocuments,
  type MonthInterest,
  sumOfMonths,
} from '@anticipa/domain/interest';
import { add, decimalOf, type FinancedCurrency, type Money, moneyOf, subtract } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { formatFolio } from '@anticipa/texts/format';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { Work } from '../../platform/work/work.ts';

interface Accrual {
  /** Both inclusive. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly products: readonly ProductCode[];
}

/** Interest of one financed invoice in one month, or in one document. */
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
      'sale_items.sale_id',
      'sale_items.iva_regime',
      sql<string>`invoices.deposited_on`.as('deposited_on'),
      sql<string | null>`case when invoices.is_settled then invoices.iva - invoices.iva_rebate end`.as('documents_iva'),
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
    const depositMonth = depositMonthOf(row);
    const parts =
      depositMonth === null ? interestByMonth(months, row.iva_rate) : interestOfOneDocument(months, row.iva_rate);
    return parts.map((earned) => ({
      ...earned,
      ...factsOf(row),
      invoiceFolio: row.invoice_folios[depositMonth ?? earned.month] ?? null,
      receiverName: row.receiver_name,
      days: daysOfInterest(earned.interest, {
        interest: moneyOf(row.charged, row.currency),
        days: row.payment_days,
      }),
    }));
  });
};

type FinancedRow = Awaited<ReturnType<ReturnType<typeof financed>['execute']>>[number];

/** The month of the deposit, if one document bills the interest of the sale on that day; null if each month is invoiced. */
const depositMonthOf = (row: Pick<FinancedRow, 'iva_regime' | 'deposited_on'>): Month | null =>
  row.iva_regime === 'flujo' ? monthOf(dateOf(row.deposited_on)) : null;

const billingOf = (
  row: FinancedRow & { readonly months: unknown; readonly invoiced_months: unknown },
  cut: ReadonlySet<string>,
): Billing => {
  const inCurrency = (text: string) => moneyOf(text, row.currency);
  return {
    currency: row.currency,
    ivaRate: row.iva_rate,
    months: monthsInOrder(
      earnedTexts.parse(row.months).map(({ month, until }) => ({
        month: depositMonthOf(row) ?? monthOf(dateOf(`${month}-01`)),
        earned: inCurrency(until),
      })),
    ),
    invoiced: invoicedTexts.parse(row.invoiced_months).map(({ month, interest, iva }) => ({
      month: monthOf(dateOf(`${month}-01`)),
      interest: inCurrency(interest),
      iva: inCurrency(iva),
    })),
    isCut: (month) => depositMonthOf(row) === null && cut.has(`${row.product} ${row.currency} ${month}`),
    iva: row.documents_iva === null ? null : inCurrency(row.documents_iva),
  };
};

const factsOf = (row: FinancedRow) => ({
  documentId: row.document_id,
  folio: formatFolio(row),
  product: row.product,
  productName: row.display_name,
  ivaRate: row.iva_rate,
});

/** The months of the client that are invoiced, each with its product and currency. */
async function cutsOf(work: Work): Promise<ReadonlySet<string>> {
  const cuts = await work.db
    .selectFrom('interest_invoices')
    .select(['product', 'currency', sql<string>`to_char(month_cut, 'YYYY-MM')`.as('month')])
    .where('client_id', '=', work.tenant)
    .where('kind', '=', 'interest')
    .where('invoice_type', '=', true)
    .where('active', '=', true)
    .where('sale_id', 'is', null)
    .execute();
  return new Set(cuts.map(({ product, currency, month }) => `${product} ${currency} ${month}`));
}

/** Interest of a financed invoice that is not invoiced. */
export type UninvoicedInterest = Omit<EarnedInterest, 'invoiceFolio' | 'receiverName' | 'days'>;

/** Disbursed invoices of which less is invoiced than their interest. */
const notInvoiced = (work: Work) =>
  financed(work, productCodes)
    .leftJoin(invoicedSums, (join) =>
      join
        .onRef('invoiced.client_id', '=', 'sale_items.client_id')
        .onRef('invoiced.document_id', '=', 'sale_items.document_id'),
    )
    .select(invoicedMonths)
    .where(sql<boolean>`sale_items.interest - invoices.rebate > coalesce(invoiced.interest, 0)`);

/** Interest earned up to the end of a month and not invoiced, by the month whose cut invoices it. */
export async function uninvoicedInterest(work: Work, last: Month): Promise<UninvoicedInterest[]> {
  const cut = await cutsOf(work);
  const rows = await notInvoiced(work)
    .select(earnedMonths({ from: firstDayOf(last), to: work.today }))
    .where('invoices.deposited_on', '<=', lastDayOf(last))
    .where('sale_items.iva_regime', '<>', 'flujo')
    .execute();
  return rows.flatMap((row) =>
    interestToInvoice(billingOf(row, cut))
      .filter(({ month }) => month <= last)
      .map((earned) => ({ ...earned, ...factsOf(row) })),
  );
}

/** Interest that deposits kept back, of sales that are invoiced then, and that no document bills. */
export async function interestOfDeposits(
  work: Work,
): Promise<(UninvoicedInterest & { readonly saleId: string; readonly depositedOn: IsoDate })[]> {
  const rows = await notInvoiced(work)
    .select(sql<string>`(sale_items.interest - invoices.rebate)::numeric(18, 2)`.as('whole'))
    .where('sale_items.iva_regime', '=', 'flujo')
    .execute();
  return rows.flatMap(({ whole, ...row }) => {
    const depositedOn = dateOf(row.deposited_on);
    const months = [{ month: `${monthOf(depositedOn)}`, before: '0.00', until: whole }];
    return interestToInvoice(billingOf({ ...row, months }, new Set())).map((part) => ({
      ...part,
      ...factsOf(row),
      saleId: row.sale_id,
      depositedOn,
    }));
  });
}

/** The end of an invoice's interest: what it earns at once on a day. */
export interface InterestEnd {
  readonly documentId: string;
  readonly rest: Money<FinancedCurrency>;
  readonly on: IsoDate;
}

/** IVA of the interest of an invoice that ends. */
export interface DocumentsIva {
  /** IVA of all its documents, less their credit notes. */
  readonly total: Money<FinancedCurrency>;
  /** IVA of those that are still to be stamped, and not kept back yet. Below zero, more was invoiced than is due. */
  readonly toCome: Money<FinancedCurrency>;
}

const EVER = dateOf('3000-12-31');

/** IVA of the documents of invoices that end, by document id. */
export async function documentsIva(
  work: Work,
  ends: readonly InterestEnd[],
): Promise<ReadonlyMap<string, DocumentsIva>> {
  if (ends.length === 0) return new Map();
  const documentIds = ends.map(({ documentId }) => documentId);
  const cut = await cutsOf(work);
  const rows = await financed(work, productCodes)
    // All that is booked, whatever its day.
    .select([earnedMonths({ from: EVER, to: EVER }), invoicedMonths, invoicedLines, ivaTaken])
    .where('sale_items.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.document_id, row]));
  return new Map(
    ends.flatMap(({ documentId, rest, on }) => {
      const row = byId.get(documentId);
      if (!row) return [];
      const billing = billingOf(row, cut);
      const months = [...billing.months, { month: depositMonthOf(row) ?? monthOf(on), earned: rest }];
      const lines = invoicedLineTexts.parse(row.invoiced_lines).map(({ invoiceId, interest, iva }) => ({
        invoiceId,
        interest: moneyOf(interest, row.currency),
        iva: moneyOf(iva, row.currency),
      }));
      const total = ivaOfDocuments({ ...billing, months: monthsInOrder(months) }, lines);
      return [[documentId, { total, toCome: subtract(total, moneyOf(row.iva_taken, row.currency)) }]] as const;
    }),
  );
}

/** One sum a month. */
const monthsInOrder = (months: Billing['months']): Billing['months'] =>
  [...Map.groupBy(months, ({ month }) => month)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, parts]) => ({ month, earned: parts.map(({ earned }) => earned).reduce((a, b) => add(a, b)) }));

/** IVA of an invoice's interest that its stamped documents have charged or the release of its aforo has kept back. */
const ivaTaken = sql<string>`(
  select coalesce(sum(credit - debit), 0)::numeric(18, 2)
  from ledger_lines line join ledger_entries using (client_id, entry_number)
  where line.client_id = sale_items.client_id and line.document_id = sale_items.document_id
    and (account = 'IVA_POR_FACTURAR'
      or account in ('IVA_COBRADO', 'IVA_NO_COBRADO') and event in ('interest-invoice', 'credit-note', 'interest-cancellation')))`.as(
  'iva_taken',
);

/** Lines of interest invoices in force; those of credit notes are negative, and belong to the invoice that they credit. */
const billedLines = sql`(
  select line.client_id, line.document_id, month_cut, line.sub_total * side as interest, line.iva * side as iva,
    coalesce(credits, invoice.invoice_id) as invoice_id, case when invoice_type then emitted_at end as emitted_at
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

const invoicedLineTexts = z.array(z.object({ invoiceId: z.string(), interest: decimal, iva: decimal }));
/** The newest first. */
const invoicedLines = sql<unknown>`(
  select coalesce(jsonb_agg(jsonb_build_object('invoiceId', invoice_id, 'interest', interest::text, 'iva', iva::text) order by emitted_at desc), '[]')
  from (
    select invoice_id, sum(interest) as interest, sum(iva) as iva, max(emitted_at) as emitted_at from ${billedLines} billed
    where client_id = sale_items.client_id and document_id = sale_items.document_id group by 1
  ) by_invoice)`.as('invoiced_lines');

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
  document_id: z.string(),
  currency: financedCurrency,
  iva_rate: decimal,
  is_of_deposit: z.boolean(),
  months: earnedTexts,
});

/** Interest that was booked in a period for each invoice, and its IVA, as known at an instant. */
export async function interestBookedIn(
  { db, tenant }: Work,
  { from, to, knownAt }: { readonly from: IsoDate; readonly to: IsoDate; readonly knownAt: Date },
): Promise<{ documentId: string; currency: FinancedCurrency; interest: string; iva: string }[]> {
  const rows = await rowsOf(db, bookedRow)`
    with of_period as (
      select distinct line.document_id from ledger_entries entry join ledger_lines line using (client_id, entry_number)
      where entry.client_id = ${tenant} and account = 'INGRESO_INTERES' and booked_on between ${from}::date and ${to}::date
        and recorded_at <= ${knownAt}
    ), earned as (
      select line.document_id, to_char(value_date, 'YYYY-MM') as month,
        sum(credit - debit) as until, coalesce(sum(credit - debit) filter (where booked_on < ${from}::date), 0.00) as before
      from of_period
      join ledger_lines line on line.client_id = ${tenant} and line.document_id = of_period.document_id and account = 'INGRESO_INTERES'
      join ledger_entries entry on entry.client_id = ${tenant} and entry.entry_number = line.entry_number
      where booked_on <= ${to}::date and recorded_at <= ${knownAt}
      group by 1, 2
    )
    select item.document_id, sales.currency, trim_scale(item.iva_rate)::text as iva_rate, item.iva_regime = 'flujo' as is_of_deposit,
      jsonb_agg(jsonb_build_object('month', month, 'before', before::text, 'until', until::text) order by month) as months
    from earned
    join sale_items item on item.client_id = ${tenant} and item.document_id = earned.document_id and item.state = 'disbursed'
    join sales on sales.client_id = ${tenant} and sales.sale_id = item.sale_id
    group by sales.currency, item.client_id, item.sale_id, item.document_id`;
  return rows.map((row) => {
    const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
    const months = row.months.map(({ month, before, until }) => ({
      month: monthOf(dateOf(`${month}-01`)),
      before: amount(before),
      until: amount(until),
    }));
    // One document has the IVA of all of its months.
    const parts = row.is_of_deposit ? sumOfMonths(months) : months;
    const { interest, iva } = interestBooked<FinancedCurrency>(parts, row.iva_rate, row.currency);
    return {
      documentId: row.document_id,
      currency: row.currency,
      interest: decimalOf(interest),
      iva: decimalOf(iva),
    };
  });
}
