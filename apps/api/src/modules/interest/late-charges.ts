/** CFDI of late charges, issued when their invoice is settled. */
import { date, financedCurrency, product } from '@anticipa/contract/wire';
import { moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Principal, WideWork, Work } from '../../platform/work/work.ts';
import { rateOfToday } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { insertInvoice, lockCuts } from './numbering.ts';

/** Settled invoices with late charges that no invoice in force bills. */
export const isDue = sql<boolean>`
  invoices.status = 40 and invoices.late_charges > 0
  and not exists (
    select from interest_invoice_lines line join interest_invoices issued using (client_id, invoice_id)
    where line.client_id = invoices.client_id and line.document_id = invoices.document_id
      and issued.kind = 'late-charges' and issued.active)`;

/** The amount that payments must reach until nothing of the total, the late charges and their IVA is left, less the aforo. */
export const toPay = sql<string>`(invoices.total + invoices.late_charges + invoices.late_charges_iva - invoices.aforo)`;

/**
 * Late charges and their IVA that are covered neither by the aforo nor by payments, before or after the settlement. They are
 * covered before anything else that the client owes.
 */
export const unpaid = sql<string>`greatest(${toPay} - invoices.paid_amount, 0)`;

/** Clients that can be invoiced, with late charges to invoice or an invoice of them to stamp. */
export const clientsWithLateCharges = async ({ db }: WideWork): Promise<ClientId[]> => {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients
    where fiscal_regime is not null and postal_code is not null and (
      exists (select from invoices where invoices.client_id = clients.client_id and ${isDue})
      or exists (
        select from interest_invoices issued
        where issued.client_id = clients.client_id and kind = 'late-charges' and state = 'pending' and active)
    ) order by client_id`;
};

const lateRow = z.object({
  document_id: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  product,
  currency: financedCurrency,
  month: date,
  iva_rate: decimal,
  late_charges: decimal,
  late_charges_iva: decimal,
  unpaid: decimal,
});

/** Numbers an invoice for each; those in dollars wait for an exchange rate. */
export async function numberLateCharges(work: Work<Principal>): Promise<void> {
  const { db, tenant } = work;
  await lockCuts(work, tenant);
  const rows = await rowsOf(db, lateRow)`
    select invoices.document_id, serie, folio, product, currency, date_trunc('month', payment_date)::date as month,
      trim_scale(item.iva_rate)::text as iva_rate, late_charges, late_charges_iva, ${unpaid} as unpaid
    from invoices join sale_items item using (client_id, sale_id, document_id)
    where invoices.client_id = ${tenant} and ${isDue} order by payment_date, invoices.document_id`;
  const rate = (await rateOfToday(work))?.tipoCambio ?? null;
  for (const row of rows) if (row.currency === 'MXN' || rate !== null) await numberInvoice(work, row, rate);
}

async function numberInvoice(work: Work<Principal>, row: z.output<typeof lateRow>, rate: string | null): Promise<void> {
  const { currency, document_id: documentId, late_charges: lateCharges, late_charges_iva: iva, unpaid: owed } = row;
  const amounts = { interest: moneyOf(lateCharges, currency), iva: moneyOf(iva, currency) };
  const invoiceId = await insertInvoice(
    work,
    {
      kind: 'late-charges',
      product: row.product,
      currency,
      monthCut: row.month,
      exchangeRate: currency === 'MXN' ? null : rate,
      unpaid: owed,
    },
    [{ documentId, folio: formatFolio(row), ivaRate: row.iva_rate, ...amounts }],
  );
  const details = { documentId, lateCharges, iva, unpaid: owed, currency };
  await writeAudit(work, { action: 'late-charges.invoice', subject: `interest-invoice:${invoiceId}`, details });
}
