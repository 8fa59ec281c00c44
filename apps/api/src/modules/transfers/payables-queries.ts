import { accountWarnings, type depositObstacles, listPayables, type Payables } from '@anticipa/contract/payables';
import { isAccountBlocked } from '@anticipa/domain/approval';
import { speiBankOf } from '@anticipa/domain/spei';
import { isTransferOpen, type TransferOrderState, transferStates } from '@anticipa/domain/transfer-order';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isUnfiled } from '../filed-payments/filed.ts';
import { shownAccount } from '../operators/accounts.ts';
import { proposedPayments } from '../payment-limits/limits.ts';

const { deposits, payouts, returns, totals } = listPayables.response.shape;

const account = z.object({
  bank: z.string(),
  clabe: z.string(),
  pays_from: z.string().nullable(),
  is_first: z.boolean(),
  is_changed: z.boolean(),
});
type AccountRow = z.output<typeof account>;
const asKept = { account: account.nullable(), transfer: z.enum(transferStates).nullable() };
const answered = { obstacle: true, way: true } as const;

const depositRow = deposits.element
  .omit(answered)
  .extend({ promisedAt: instant, unconfirmed: z.int(), is_filed: z.boolean(), ...asKept });
const payoutRow = payouts.element.omit(answered).extend(asKept);
const returnRow = returns.element
  .omit(answered)
  .extend({
    sender: z.string().nullable(),
    is_first: z.boolean(),
    transfer: asKept.transfer,
  })
  .omit({ account: true });

/** Everything that the lender must transfer. `takesOrders`: whether the portal can order at the bank. */
export async function payables(work: WideWork, takesOrders: boolean): Promise<Payables> {
  const isProposed = await proposedPayments(work);
  const wayOf = (
    { subject, currency, transfer }: { subject: string; currency: string; transfer: TransferOrderState | null },
    clabe: string | undefined,
  ) => {
    if (transfer && isTransferOpen(transfer)) return 'ordered';
    if (isProposed(subject, currency)) return 'proposed';
    return takesOrders && currency === 'MXN' && clabe !== undefined && speiBankOf(clabe) !== null ? 'order' : 'hand';
  };
  return {
    now: work.at.toISOString(),
    totals: await depositTotals(work),
    deposits: (await depositRows(work)).map(({ unconfirmed, transfer, is_filed, account, ...deposit }) => {
      const shown = account && payableAccount(work, account);
      const way = is_filed
        ? 'filed'
        : wayOf({ subject: deposit.saleId, currency: deposit.currency, transfer }, account?.clabe);
      return { ...deposit, account: shown, obstacle: unconfirmed > 0 ? 'unconfirmed' : obstacleOf(shown), way };
    }),
    payouts: (await payoutRows(work)).map(({ transfer, account, ...payout }) => {
      const shown = account && payableAccount(work, account);
      const way = wayOf({ subject: payout.clientId, currency: payout.currency, transfer }, account?.clabe);
      // A person at the bank knows which of several accounts is meant.
      return { ...payout, account: shown, obstacle: shown && obstacleOf(shown), way };
    }),
    returns: (await returnRows(work)).map(({ transfer, sender, is_first, ...payment }) => ({
      ...payment,
      account: sender
        ? {
            bank: payment.bank,
            clabe: shownAccount(work, sender),
            coolingUntil: null,
            warnings: is_first ? ['first' as const] : [],
          }
        : null,
      obstacle: null,
      way: wayOf({ subject: payment.paymentId, currency: payment.currency, transfer }, sender ?? undefined),
    })),
  };
}

type Account = Payables['payouts'][number]['account'];

/** Includes the end of the cooling-off period only while that period lasts. */
function payableAccount(
  work: WideWork,
  { bank, clabe, pays_from, is_first, is_changed }: AccountRow,
): NonNullable<Account> {
  const from = pays_from === null ? null : new Date(pays_from);
  return {
    bank,
    clabe: shownAccount(work, clabe),
    coolingUntil: from !== null && from > work.at ? from.toISOString() : null,
    warnings: accountWarnings.filter((warning) => (warning === 'first' ? is_first : is_changed)),
  };
}

function obstacleOf(account: Account): (typeof depositObstacles)[number] | null {
  if (account === null) return 'no-account';
  if (isAccountBlocked(account.coolingUntil)) return 'blocked';
  return account.coolingUntil === null ? null : 'cooling';
}

/** Whether a client's account has received nothing, and whether it is the client's since less than seven days. */
export const warningsOf = (client: RawBuilder<unknown>, clabe: RawBuilder<unknown>, { at }: WideWork) => sql`
  not exists (select from sales paid where paid.client_id = ${client} and paid.clabe = ${clabe})
    and not exists (select from payouts paid where paid.client_id = ${client} and paid.clabe = ${clabe}) as is_first,
  exists (
    select from approvals change
    where kind = 'bank-account' and state = 'approved' and decided_at > ${at}::timestamptz - interval '7 days'
      and change.client_id = ${client} and change.change -> 'proposed' ->> 'clabe' = ${clabe}
  ) as is_changed`;

/** SQL: sales whose deposit came back and was not paid again. */
const lostSales = sql`select sale_id from returned_payments where sale_id is not null and paid_again_at is null`;

const depositTotals = ({ db }: WideWork) => rowsOf(db, totals.element)`
  select sales.currency, count(distinct sales.sale_id)::integer as count, sum(item.initial_deposit) as amount
  from sales join sale_items item on item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.is_live
  where sales.state = 'answered' or sales.sale_id in (${lostSales}) group by sales.currency order by sales.currency`;

const depositRows = (work: WideWork) => rowsOf(work.db, depositRow)`
  select sale.sale_id as "saleId", sale.number_of_sale as "numberOfSale", sale.client_id as "clientId", clients.entity_name as "entityName",
    sale.product, sale.currency, sale.promised_at as "promisedAt", items.*, row_to_json(account) as account,
    (select state from transfer_orders last where last.client_id = sale.client_id and last.sale_id = sale.sale_id
      order by attempt desc limit 1) as transfer,
    exists (select from filed_payments filed
      where filed.kind = 'deposit' and filed.subject = sale.sale_id and filed.state = 'filed') as is_filed
  from sales sale
  join clients on clients.client_id = sale.client_id
  left join lateral (
    select bank, clabe, pays_from, ${warningsOf(sql`sale.client_id`, sql`account.clabe`, work)} from bank_accounts account
    where account.client_id = sale.client_id and account.product = sale.product and account.currency = sale.currency
  ) account on true
  cross join lateral (
    select sum(item.initial_deposit) as amount, count(*)::integer as count,
      count(*) filter (where invoice.verification = 'pending')::integer as unconfirmed
    from sale_items item
    join invoices invoice on invoice.client_id = item.client_id and invoice.document_id = item.document_id
    where item.client_id = sale.client_id and item.sale_id = sale.sale_id and item.is_live
  ) items
  where sale.state = 'answered' or sale.sale_id in (${lostSales})
  order by sale.promised_at, sale.sale_id`;

const payoutRows = (work: WideWork) => rowsOf(work.db, payoutRow)`
  select due.*, clients.rfc as "clientRFC", clients.entity_name as "entityName", row_to_json(account) as account,
    case when due.currency = 'MXN' then (select state from transfer_orders last
      where last.purpose = 'payout' and coalesce(last.payment_id, last.client_id) = due."clientId" order by attempt desc limit 1) end as transfer
  from (
    select client_id as "clientId", currency, sum(final_deposit)::numeric(18, 2) as amount, count(*)::integer as count,
      coalesce(sum((
        select sum(credit - debit) from ledger_entries entry join ledger_lines line using (client_id, entry_number)
        where line.client_id = invoices.client_id and line.document_id = invoices.document_id and account = 'POR_DEPOSITAR' and event = 'forward'
      )), 0)::numeric(18, 2) as forwarded
    from invoices where final_deposit > 0 and payout_id is null and ${isUnfiled} group by client_id, currency
  ) due
  join clients on clients.client_id = due."clientId"
  left join lateral (
    select only_one.*, ${warningsOf(sql`due."clientId"`, sql`only_one.clabe`, work)}
    from (
      select min(bank) as bank, min(clabe) as clabe, max(pays_from) as pays_from from bank_accounts account
      where account.client_id = due."clientId" and account.currency = due.currency having min(clabe) = max(clabe)
    ) only_one
  ) account on true
  order by clients.entity_name, due."clientId", due.currency`;

const returnRows = ({ db }: WideWork) => rowsOf(db, returnRow)`
  select payment.payment_id as "paymentId", payment.currency, returned.amount, payment.value_date as "valueDate", payment.bank,
    payment.tracking_key as "trackingKey", payment.reference, nullif(received.sender_account, '') as sender,
    not exists (select from transfer_orders paid where paid.clabe = received.sender_account and paid.state = 'paid') as is_first,
    (select state from transfer_orders last where last.purpose = 'return' and coalesce(last.payment_id, last.client_id) = payment.payment_id
      order by attempt desc limit 1) as transfer
  from unidentified_payments payment
  -- What was left of the receipt when it was sent back.
  cross join lateral (
    select sum(case when reverses is null then entry.amount else -entry.amount end)::numeric(18, 2) as amount from lender_entries entry
    where entry.payment_id = payment.payment_id and event = 'send-back'
  ) returned
  left join received_transfers received
    on received.tracking_key = payment.tracking_key and received.amount = payment.amount and received.state = 'unidentified'
  where payment.state = 'sent-back' order by payment.registered_at, payment.payment_id`;
