/** Invoices of the client that were financed in some months, and what they brought. */
import { financedCurrency } from '@anticipa/contract/wire';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';

const day = text.transform(dateOf);

const moveRow = z.object({ document_id: text, on: day, cash: decimal, owed: decimal });

/**
 * Changes of the client's cash and of what is owed for each invoice, by value date, of invoices that were owed in the period. A loaded
 * invoice begins with what its lender had paid and received before.
 */
export const cashMoves = async (
  { db, tenant }: Work,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<z.output<typeof moveRow>[]> => {
  return await rowsOf(db, moveRow)`
    with moved as (
      select line.document_id, entry.value_date as on, case when account in ('CARTERA', 'RECOMPRA') then debit - credit else 0 end as owed,
        case
          when event = 'opening' and account = 'CARTERA' then sign(debit - credit) * (
            select loaded.deposited - loaded.collected from loaded_invoices loaded
            where loaded.client_id = ${tenant} and loaded.sale_id = entry.sale_id and loaded.document_id = line.document_id)
          when event in ('disbursement', 'collection') and account in ('BANCOS', 'ENTRE_DIARIOS') then credit - debit
          else 0 end as cash
      from ledger_entries entry join ledger_lines line using (client_id, entry_number)
      where entry.client_id = ${tenant} and account in ('CARTERA', 'RECOMPRA', 'BANCOS', 'ENTRE_DIARIOS') and entry.value_date <= ${to}::date
    ), in_use as (
      select document_id from moved group by 1 having sum(owed) > 0 or max(moved.on) >= ${from}::date
    )
    select document_id, moved.on, sum(cash)::numeric(18, 2) as cash, sum(owed)::numeric(18, 2) as owed
    from moved join in_use using (document_id)
    group by 1, 2 order by 1, 2`;
};

const financedRow = z.object({
  document_id: text,
  currency: financedCurrency,
  receiver_key: text,
  deposited_on: day,
  due_date: day,
  /** Value date of the last payment; null until it is paid. */
  paid_on: day.nullable(),
});
export type FinancedRow = z.output<typeof financedRow>;

/** The deposited ones among some invoices. */
export const financedInvoices = async (
  { db, tenant }: Work,
  documentIds: readonly string[],
): Promise<FinancedRow[]> => {
  return await rowsOf(db, financedRow)`
    select invoices.document_id, sales.currency, receiver_key, deposited_on, item.due_date,
      case when is_settled then payment_date end as paid_on
    from invoices
    join sale_items item on item.client_id = ${tenant} and item.document_id = invoices.document_id and item.state = 'disbursed'
    join sales on sales.client_id = ${tenant} and sales.sale_id = item.sale_id
    where invoices.client_id = ${tenant} and invoices.document_id = any(${[...documentIds]}::uuid[])
    order by invoices.document_id`;
};

const payerRow = z.object({ key: text, receiverName: text, receiverRFC: text });

/** Names and tax ids of payers, by key. */
export async function payerNames(
  { db, tenant }: Work,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly receiverName: string; readonly receiverRFC: string }>> {
  const rows = await rowsOf(db, payerRow)`
    select distinct on (receiver_key) receiver_key as key, receiver_name as "receiverName", receiver_rfc as "receiverRFC"
    from invoices where client_id = ${tenant} and receiver_key = any(${[...keys]}::text[])
    order by receiver_key, created_at desc, document_id`;
  return new Map(rows.map(({ key, ...named }) => [key, named]));
}
