/** CFDI of the opening commissions that deposits kept back: one for each sale, paid by compensation. */
import { date, financedCurrency, product } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { firstDayOf, monthOf } from '@anticipa/domain/month';
import { formatFolio } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { firstDepositedOn } from '../sales/transfer-queries.ts';
import { dateOfDeposit, dayOf, rateOfCfdi } from './dates.ts';
import { insertInvoice } from './numbering.ts';

/** An `item` whose commission no CFDI in force bills. */
export const owesCommissionCfdi = sql<boolean>`
  item.state = 'disbursed' and item.commission > 0 and not exists (
    select from interest_invoice_lines line join interest_invoices issued using (client_id, invoice_id)
    where line.client_id = item.client_id and line.document_id = item.document_id and issued.sale_id = item.sale_id
      and issued.kind = 'commission' and issued.active)`;

const commissionRow = z.object({
  sale_id: z.string(),
  document_id: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  product,
  currency: financedCurrency,
  deposited_on: date,
  commission: decimal,
  commission_iva: decimal,
  iva_rate: decimal,
});

/** Numbers one CFDI for each sale, while cuts are locked; those in dollars wait for an exchange rate. */
export async function numberCommissions(work: Work<Principal>): Promise<void> {
  const rows = await rowsOf(work.db, commissionRow)`
    select item.sale_id, item.document_id, invoices.serie, invoices.folio, invoices.product, sales.currency,
      ${firstDepositedOn} as deposited_on, item.commission, item.commission_iva,
      trim_scale(terms.iva_rate)::text as iva_rate
    from sale_items item join invoices using (client_id, sale_id, document_id) join sales using (client_id, sale_id)
    join sale_terms terms using (terms_id)
    where item.client_id = ${work.tenant} and ${owesCommissionCfdi}
    order by disbursed_at, item.sale_id, item.position`;
  for (const [, lines] of Map.groupBy(rows, ({ sale_id: saleId }) => saleId)) await numberOne(work, lines);
}

async function numberOne(work: Work<Principal>, rows: readonly z.output<typeof commissionRow>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { sale_id: saleId, product: sold, currency, deposited_on: depositedOn } = first;
  const emittedAt = dateOfDeposit(dateOf(depositedOn), work.at);
  const exchangeRate = currency === 'MXN' ? null : await rateOfCfdi(work, dayOf(emittedAt));
  if (currency !== 'MXN' && exchangeRate === null) return;
  const monthCut = firstDayOf(monthOf(dateOf(depositedOn)));
  const about = { kind: 'commission', product: sold, currency, monthCut, exchangeRate, emittedAt, saleId } as const;
  const lines = rows.map((row) => ({
    documentId: row.document_id,
    folio: formatFolio(row),
    ivaRate: row.iva_rate,
    interest: moneyOf(row.commission, currency),
    iva: moneyOf(row.commission_iva, currency),
  }));
  const invoiceId = await insertInvoice(work, about, lines);
  const details = { saleId, depositedOn, product: sold, currency, invoices: lines.length };
  await writeAudit(work, { action: 'deposit.invoice', subject: `interest-invoice:${invoiceId}`, details });
}
