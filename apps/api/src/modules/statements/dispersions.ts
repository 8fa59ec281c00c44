/** The transfers to the client for the invoices of a credit line, by month. */
import type { ResponseOf } from '@anticipa/contract/route';
import type { dispersions } from '@anticipa/contract/statements';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, sum } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { formatAmount, formatDate, formatFolio, formatMonth, formatTableDate } from '@anticipa/texts/format';
import { transferConceptOf } from '@anticipa/texts/movement';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import { type PdfColumn, type PdfPage, renderPdf } from '../../platform/documents/pdf.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Work } from '../../platform/work/work.ts';
import { letterheadOf } from '../brand/queries.ts';
import type { Deps } from '../deps.ts';
import { ofDeposit } from '../sales/transfer-queries.ts';

interface LineRow {
  readonly product: string;
  readonly currency: FinancedCurrency;
}

const dispersionRow = z.object({
  date: z.string(),
  /** Null for a devolución. */
  number_of_sale: z.int().nullable(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  receiver_name: z.string(),
  tracking_key: z.string(),
  amount: decimal,
  currency: z.enum(financedCurrencies),
});
type DispersionRow = z.output<typeof dispersionRow>;

/** A credit line of the client. */
export const lineOf = ({ db, tenant }: Work, creditLineId: string): Promise<LineRow | undefined> =>
  db
    .selectFrom('credit_lines')
    .innerJoin('products', 'products.code', 'credit_lines.product')
    .select(['products.display_name as product', 'credit_lines.currency'])
    .where('client_id', '=', tenant)
    .where('credit_line_id', '=', creditLineId)
    .executeTakeFirst();

/** Each invoice's part of the transfers booked in the month. An invoice belongs to the line that its sale drew on. */
async function transferredIn({ db, tenant }: Work, creditLineId: string, month: Month): Promise<DispersionRow[]> {
  return await rowsOf(db, dispersionRow)`
    select booked_on as date, sales.number_of_sale, invoices.serie, invoices.folio, receiver_name,
      coalesce(${ofDeposit('tracking_key')}, payouts.tracking_key) as tracking_key, entry.currency, sum(credit - debit)::numeric(18, 2) as amount
    from ledger_entries entry
    join ledger_lines line using (client_id, entry_number)
    join invoices on invoices.client_id = entry.client_id and invoices.document_id = line.document_id
    join sale_items item on item.client_id = entry.client_id and item.document_id = line.document_id and item.is_live
    join credit_holds hold
      on hold.client_id = entry.client_id and hold.sale_id = item.sale_id and hold.document_id = line.document_id
    left join sales on sales.client_id = entry.client_id and sales.sale_id = entry.sale_id
    left join payouts on payouts.client_id = entry.client_id and payouts.payout_id = entry.payout_id
    where entry.client_id = ${tenant} and event in ('disbursement', 'payout') and line.account = 'BANCOS'
      and booked_on between ${firstDayOf(month)}::date and ${lastDayOf(month)}::date
      and hold.credit_line_id = ${creditLineId}
    group by entry.client_id, entry.entry_number, sales.sale_id, sales.client_id, invoices.client_id, invoices.document_id, payouts.tracking_key
    order by booked_on, entry.entry_number, invoices.serie, invoices.folio, invoices.document_id`;
}

const columns: readonly PdfColumn<DispersionRow>[] = [
  { title: 'Fecha', share: 0.13, text: ({ date }) => formatDate(date) },
  {
    title: 'Concepto',
    share: 0.2,
    text: ({ number_of_sale: sale }) => transferConceptOf(sale),
  },
  { title: 'Factura', share: 0.11, text: formatFolio },
  { title: 'Deudor', share: 0.22, text: ({ receiver_name: name }) => name },
  { title: 'Clave de rastreo', share: 0.18, text: ({ tracking_key: key }) => key },
  {
    title: 'Importe',
    share: 0.16,
    align: 'right',
    text: ({ amount, currency }) => formatAmount(amount, currency),
  },
];

/** The totals and the transfers in one currency; nothing without any. */
function drawCurrency(page: PdfPage, currency: FinancedCurrency, all: readonly DispersionRow[]): void {
  const rows = all.filter((row) => row.currency === currency);
  if (rows.length === 0) return;
  const total = (of: readonly DispersionRow[]): string => {
    const amounts = of.map(({ amount }) => moneyOf<FinancedCurrency>(amount, currency));
    return formatAmount(decimalOf(sum<FinancedCurrency>(currency, amounts)), currency);
  };
  page.heading(`Transferencias en ${currency}`);
  page.facts([
    ['Depósitos', total(rows.filter(({ number_of_sale: sale }) => sale !== null))],
    ['Devoluciones de aforo', total(rows.filter(({ number_of_sale: sale }) => sale === null))],
    ['Total transferido', total(rows)],
  ]);
  page.table(columns, rows);
}

/** [MOV-05] NOT_FOUND without such a line of the client; INVALID_REQUEST for a month to come. */
export async function printDispersions(
  deps: Deps,
  caller: Caller,
  { creditLineId, month }: { readonly creditLineId: string; readonly month: Month },
): Promise<Outcome<ResponseOf<typeof dispersions>>> {
  const read = await readLong(deps, caller, async (work) => {
    if (month > monthOf(work.today)) return refuse('INVALID_REQUEST');
    const line = await lineOf(work, creditLineId);
    if (!line) return refuse('NOT_FOUND');
    return done({
      line,
      rows: await transferredIn(work, creditLineId, month),
      brand: await letterheadOf(work),
      at: work.at,
    });
  });
  if (!read.ok) return read;
  const { line, rows, brand, at } = read.value;
  const title = 'Estado de dispersiones';
  const pdf = await renderPdf({ brand, title, madeAt: at }, (page) => {
    page.heading(title);
    page.facts([
      ['Cliente', `${caller.actor.entityName} · RFC ${caller.actor.rfc}`],
      ['Línea de crédito', `${line.product} · ${line.currency}`],
      ['Mes', formatMonth(month)],
      ['Información hasta el', formatTableDate(at)],
    ]);
    if (rows.length === 0) page.paragraph('No hay transferencias en el mes.');
    for (const currency of financedCurrencies) drawCurrency(page, currency, rows);
  });
  // docs/decisions/0091-names-of-dispersion-files.md
  const currency = line.currency === 'MXN' ? '' : `${line.currency} `;
  const fileName = `${line.product} ${currency}${month}.pdf`.replaceAll(/[\s-]/g, '_');
  return done({ base64: pdf.toString('base64'), fileName });
}
