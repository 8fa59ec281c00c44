/** The open business of a client, which keeps it from being closed. */
import type { getClosing } from '@anticipa/contract/lender-clients';
import type { ResponseOf } from '@anticipa/contract/route';
import { financedCurrency } from '@anticipa/contract/wire';
import { type ClosingFigures, settledAccounts } from '@anticipa/domain/client-state';
import { z } from 'zod';
import { decimal, rowsOf, whole } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { cfdiToIssue } from '../interest/open-cfdi.ts';

const LISTED_SALES = 20;

const countRow = z.object({
  sales: whole,
  credit: whole,
  unidentified: whole,
  messages: whole,
  sync: whole,
  proposals: whole,
});
const balanceRow = z.object({ account: z.enum(settledAccounts), currency: financedCurrency, amount: decimal });
const saleRow = z.object({ saleId: z.string(), numberOfSale: whole, isOpen: z.boolean() });

const OPEN_SALES = ['held', 'quoted', 'requested', 'returned', 'proposed', 'answered'];

/** Counts everything anew; a proposal to close the client itself does not count. */
export async function closingOf(work: Work): Promise<ResponseOf<typeof getClosing> & { figures: ClosingFigures }> {
  const { db, tenant, at } = work;
  const [counts] = await rowsOf(db, countRow)`
    select
      (select count(*)::integer from sales where client_id = ${tenant} and state = any(${OPEN_SALES}::text[])) as sales,
      (select count(*)::integer from invoices where client_id = ${tenant} and status = 30) as credit,
      (select count(*)::integer from unidentified_payments money where money.state in ('waiting', 'sent-back') and (
        exists (select from payment_references paid where paid.client_id = ${tenant} and paid.reference = money.reference)
        or exists (select from received_transfers received join cost_centres using (clabe)
          where cost_centres.client_id = ${tenant} and received.tracking_key = money.tracking_key))) as unidentified,
      (select count(*)::integer from outbox
        where client_id = ${tenant} and delivered_at is null and given_up_at is null) as messages,
      (select count(*)::integer from sync_runs where client_id = ${tenant} and ended_at is null) as sync,
      (select count(*)::integer from approvals where client_id = ${tenant} and state = 'open' and kind <> 'client-state'
        and (expires_at is null or expires_at > ${at})) as proposals`;
  if (counts === undefined) throw new Error('a count of nothing');
  const balances = await rowsOf(db, balanceRow)`
    select account, currency, sum(debit - credit) as amount
    from ledger_lines join ledger_entries using (client_id, entry_number)
    where client_id = ${tenant} and account = any(${[...settledAccounts]}::text[])
    group by account, currency having sum(debit - credit) <> 0
    order by array_position(${[...settledAccounts]}::text[], account), currency`;
  const sales = await rowsOf(db, saleRow)`
    select sale_id as "saleId", number_of_sale as "numberOfSale", state <> 'disbursed' as "isOpen" from sales
    where client_id = ${tenant} and (state = any(${OPEN_SALES}::text[]) or exists (
      select from invoices
      where invoices.client_id = sales.client_id and invoices.sale_id = sales.sale_id and invoices.status = 30))
    order by number_of_sale limit ${LISTED_SALES}`;
  return { figures: { ...counts, balances: balances.length, cfdi: await cfdiToIssue(work) }, sales, balances };
}
