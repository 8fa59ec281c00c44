/** CFDI of late charges, issued when their invoice is settled. */
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { formatFolio } from '@anticipa/texts/format';
import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Principal, WideWork, Work } from '../../platform/work/work.ts';
import { rateOfToday } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { insertInvoice, lockCuts } from './numbering.ts';

/** Settled invoices with late charges that no invoice in force bills. */
const isDue = sql<boolean>`
  invoices.status = 40 and invoices.late_charges > 0
  and not exists (
    select from interest_invoice_lines line join interest_invoices issued using (client_id, invoice_id)
    where line.client_id = invoices.client_id and line.document_id = invoices.document_id
      and issued.kind = 'late-charges' and issued.active)`;

/**
 * Late charges and their IVA that are covered neither by the aforo nor by payments, before or after the settlement. They are
 * covered before anything else that the client owes.
 */
export const unpaid = sql<string>`greatest(
  invoices.total + invoices.late_charges + invoices.late_charges_iva - invoices.aforo - invoices.paid_amount, 0)`;

/** Clients that can be invoiced, with late charges to invoice or an invoice of them to stamp. */
export const clientsWithLateCharges = async ({ db }: WideWork): Promise<ClientId[]> => {
  const { rows } = await sql<{ client_id: ClientId }>`
    select client_id from clients
    where fiscal_regime is not null and postal_code is not null and (
      exists (select from invoices where invoices.client_id = clients.client_id and ${isDue})
      or exists (
        select from interest_invoices issued
        where issued.client_id = clients.client_id and kind = 'late-charges' and state = 'pending' and active)
    ) order by client_id`.execute(db);
  return rows.map((row) => row.client_id);
};

interface LateRow {
  readonly document_id: string;
  readonly serie: string | null;
  readonly folio: string | null;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly month: string;
  readonly iva_rate: string;
  readonly late_charges: string;
  readonly late_charges_iva: string;
  readonly unpaid: string;
}

/** Numbers an invoice for each; those in dollars wait for an exchange rate. */
export async function numberLateCharges(work: Work<Principal>): Promise<void> {
  const { db, tenant } = work;
  await lockCuts(work, tenant);
  const { rows } = await sql<LateRow>`
    select invoices.document_id, serie, folio, product, currency, date_trunc('month', payment_date)::date as month,
      trim_scale(item.iva_rate)::text as iva_rate, late_charges, late_charges_iva, ${unpaid} as unpaid
    from invoices join sale_items item using (client_id, sale_id, document_id)
    where invoices.client_id = ${tenant} and ${isDue} order by payment_date, invoices.document_id`.execute(db);
  const rate = (await rateOfToday(work))?.tipoCambio ?? null;
  for (const row of rows) if (row.currency === 'MXN' || rate !== null) await numberInvoice(work, row, rate);
}

async function numberInvoice(work: Work<Principal>, row: LateRow, rate: string | null): Promise<void> {
  const {
    product,
    currency,
    document_id: documentId,
    late_charges: recargos,
    late_charges_iva: iva,
    unpaid: owed,
  } = row;
  const amounts = { interest: moneyOf(recargos, currency), iva: moneyOf(iva, currency) };
  const invoiceId = await insertInvoice(
    work,
    {
      kind: 'late-charges',
      product,
      currency,
      monthCut: row.month,
      exchangeRate: currency === 'MXN' ? null : rate,
      unpaid: owed,
    },
    [{ documentId, folio: formatFolio(row), ivaRate: row.iva_rate, ...amounts }],
  );
  const details = { documentId, recargos, iva, unpaid: owed, currency };
  await writeAudit(work, { action: 'late-charges.invoice', subject: `interest-invoice:${invoiceId}`, details });
}
