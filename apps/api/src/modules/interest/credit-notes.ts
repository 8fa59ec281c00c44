/** Credit notes for interest that was invoiced before a rebate gave it back. */
import { financedCurrency } from '@anticipa/contract/wire';
import { type InvoicedPart, interestToCredit } from '@anticipa/domain/interest';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { type InvoiceLine, insertInvoice } from './numbering.ts';

const excessRow = z.object({
  document_id: z.string(),
  folio: z.string(),
  iva_rate: decimal,
  currency: financedCurrency,
  interest: decimal,
  /** Null unless the invoice is settled. */
  iva: decimal.nullable(),
  parts: z.array(z.object({ invoiceId: z.string(), interest: decimal, iva: decimal })),
});
type ExcessRow = z.output<typeof excessRow>;

/**
 * Documents whose interest invoices in force, less their credit notes, exceed what the sale owes after its rebate, each with
 * those invoices, newest first. One that waits for a stamp or its cancellation is credited later.
 */
const excesses = async ({ db, tenant }: Work): Promise<ExcessRow[]> => {
  return await rowsOf(db, excessRow)`
    with lines as (
      select line.document_id, coalesce(credits, invoice_id) as invoice_id, max(folio) as folio, max(iva_rate) as iva_rate,
        min(invoice.emitted_at) as emitted_at, bool_or(state = 'pending' or coalesce(cancel_state, 'rejected') <> 'rejected') as is_pending,
        sum(case when invoice_type then line.sub_total else -line.sub_total end) as interest,
        sum(case when invoice_type then line.iva else -line.iva end) as iva
      from interest_invoice_lines line
      join (select invoice_id, client_id, credits, invoice_type, state, active, cancel_state, emitted_at, currency from interest_invoices where kind = 'interest') invoice
        using (client_id, invoice_id)
      where line.client_id = ${tenant} and active group by line.document_id, coalesce(credits, invoice_id)
    )
    select lines.document_id, max(lines.folio) as folio, trim_scale(max(lines.iva_rate))::text as iva_rate, invoices.currency,
      (sum(lines.interest) - invoices.interest + rebate)::numeric(18, 2) as interest,
      case when is_settled then (sum(lines.iva) - invoices.iva + iva_rebate)::numeric(18, 2) end as iva,
      jsonb_agg(jsonb_build_object('invoiceId', invoice_id, 'interest', lines.interest::text, 'iva', lines.iva::text) order by emitted_at desc) as parts
    from lines join invoices on invoices.client_id = ${tenant} and invoices.document_id = lines.document_id
    where rebate > 0
    group by lines.document_id, invoices.currency, invoices.interest, rebate, invoices.iva, iva_rebate, is_settled
    having sum(lines.interest) > invoices.interest - rebate and not bool_or(is_pending)
    order by lines.document_id`;
};

const partsOf = ({ currency, parts, interest, iva, iva_rate: ivaRate }: ExcessRow): InvoicedPart[] => {
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  return interestToCredit<FinancedCurrency>(
    { interest: amount(interest), iva: iva === null ? null : amount(iva), ivaRate },
    parts.map((part) => ({ invoiceId: part.invoiceId, interest: amount(part.interest), iva: amount(part.iva) })),
  );
};

/** Numbers a credit note for each interest invoice that bills too much; they are stamped like invoices. */
export async function numberCreditNotes(work: Work<Principal>): Promise<void> {
  const lines = (await excesses(work)).flatMap((excess) =>
    partsOf(excess).map(({ invoiceId, interest, iva }) => ({
      credits: invoiceId,
      documentId: excess.document_id,
      folio: excess.folio,
      ivaRate: excess.iva_rate,
      interest,
      iva,
    })),
  );
  for (const [credits, group] of Map.groupBy(lines, (line) => line.credits))
    await numberCreditNote(work, credits, group);
}

async function numberCreditNote(work: Work<Principal>, credits: string, lines: readonly InvoiceLine[]): Promise<void> {
  const credited = await work.db
    .selectFrom('interest_invoices')
    .select(['product', 'currency', 'month_cut as monthCut', 'exchange_rate as exchangeRate', 'sale_id as saleId'])
    .where('client_id', '=', work.tenant)
    .where('invoice_id', '=', credits)
    .executeTakeFirstOrThrow();
  const invoiceId = await insertInvoice(work, { kind: 'interest', credits, ...credited }, lines);
  const details = { credits, currency: credited.currency, invoices: lines.length };
  await writeAudit(work, { action: 'interest.credit', subject: `interest-invoice:${invoiceId}`, details });
}
