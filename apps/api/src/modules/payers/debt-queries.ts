/** Debts of payers that pay to a CLABE of their own. */
import type { ClabeDebt } from '@anticipa/contract/payers';
import { date, financedCurrency } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { add, decimalOf, type FinancedCurrency, moneyOf, subtract } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { owed } from '../ledger/queries.ts';

const debtRow = z.object({
  documentId: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  currency: financedCurrency,
  dueDate: date,
  owed: decimal,
  moratoryRate: decimal,
  daysInYear: z.int(),
  rfcPayer: z.string(),
  stpName: z.string(),
  clabe: z.string(),
});

/** Invoices by id, or those of a currency that are due by today and in no live reference. */
export type Owing = { readonly documentIds: readonly string[] } | { readonly overdue: FinancedCurrency };

/**
 * The client's invoices in credit whose payers have an active CLABE, earliest due first; others are absent. A CLABE is an
 * account in pesos, so that invoices in dollars are absent too.
 */
const readOwing = async ({ db, tenant, today }: Work, owing: Owing) => {
  const which =
    'documentIds' in owing
      ? sql`invoices.document_id = any(${owing.documentIds}::uuid[])`
      : sql`invoices.currency = ${owing.overdue} and invoices.due_date <= ${today} and not exists (
          select from payment_references made where made.client_id = invoices.client_id
            and made.reference_id = invoices.reference_id and made.valid_until >= ${today})`;
  return await rowsOf(db, debtRow)`
    select invoices.document_id as "documentId", invoices.serie, invoices.folio, invoices.currency,
      invoices.due_date as "dueDate",
      ${owed} as owed, trim_scale(item.moratory_rate)::text as "moratoryRate", item.days_in_year as "daysInYear",
      centre.rfc_payer as "rfcPayer", centre.stp_name as "stpName", centre.clabe
    from invoices
    join sale_items as item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id
      and item.document_id = invoices.document_id
    cross join lateral (
      select rfc_payer, stp_name, clabe from cost_centres
      where cost_centres.client_id = invoices.client_id and cost_centres.company_id = invoices.company_id and active and not is_main
      order by rfc_payer <> invoices.receiver_rfc, created_at limit 1
    ) centre
    where invoices.client_id = ${tenant} and not invoices.is_settled and invoices.status = ${invoiceStatus.CREDITO}
      and invoices.currency = 'MXN' and ${which}
    order by invoices.due_date, invoices.document_id`;
};

/** Present debt by payer and currency. */
export async function clabeDebts(work: Work, owing: Owing): Promise<ClabeDebt[]> {
  const debts = new Map<string, ClabeDebt>();
  for (const row of await readOwing(work, owing)) {
    const { documentId, serie, folio, currency, dueDate, rfcPayer, stpName, clabe } = row;
    const total = moneyOf(row.owed, currency);
    const asked = amountAsked({ ...row, owed: total, dueDate: dateOf(dueDate) }, work.today);
    const key = `${rfcPayer} ${currency}`;
    const before = debts.get(key);
    debts.set(key, {
      rfcPayer,
      stpName,
      clabe,
      currency,
      total: decimalOf(add(moneyOf(before?.total ?? '0.00', currency), total)),
      lateCharges: decimalOf(add(moneyOf(before?.lateCharges ?? '0.00', currency), subtract(asked, total))),
      firstDue: before?.firstDue ?? dueDate,
      invoices: [...(before?.invoices ?? []), { documentId, serie, folio, dueDate, total: decimalOf(total) }],
    });
  }
  return [...debts.values()];
}
