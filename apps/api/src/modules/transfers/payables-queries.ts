import {
  type depositObstacles,
  listPayables,
  PAYABLES_LIMIT,
  type PayableDeposit,
  type Payables,
} from '@anticipa/contract/payables';
import { speiBankOf } from '@anticipa/domain/spei';
import { isTransferOpen, type TransferOrderState, transferStates } from '@anticipa/domain/transfer-order';
import { z } from 'zod';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isUnfiled } from '../filed-payments/filed.ts';

const { deposits, payouts, returns, totals } = listPayables.response.shape;

const account = z.object({ bank: z.string(), clabe: z.string(), pays_from: z.string().nullable() });

const depositRow = deposits.element.omit({ account: true, obstacle: true, way: true }).extend({
  promisedAt: instant,
  unconfirmed: z.int(),
  account: account.nullable(),
  transfer: z.enum(transferStates).nullable(),
  is_filed: z.boolean(),
});
const payoutRow = payouts.element.extend({ account: account.nullable() });
type AccountRow = z.output<typeof account>;

/** Everything that the lender must transfer. `takesOrders`: whether the portal can order at the bank. */
export async function payables(work: WideWork, takesOrders: boolean): Promise<Payables> {
  return {
    now: work.at.toISOString(),
    totals: await depositTotals(work),
    deposits: (await depositRows(work)).map(({ unconfirmed, transfer, is_filed, account, ...deposit }) => {
      const shown = account && shownAccount(work, account);
      const isSpei = deposit.currency === 'MXN' && shown !== null && speiBankOf(shown.clabe) !== null;
      return {
        ...deposit,
        account: shown,
        obstacle: obstacleOf(unconfirmed, shown),
        way: wayOf(transfer, is_filed, takesOrders && isSpei),
      };
    }),
    payouts: (await payoutRows(work)).map(({ account, ...payout }) => ({
      ...payout,
      account: account && shownAccount(work, account),
    })),
    returns: await returnRows(work),
  };
}

/** Includes the end of the cooling-off period only while that period lasts. */
function shownAccount(
  { at }: WideWork,
  { bank, clabe, pays_from }: AccountRow,
): Payables['payouts'][number]['account'] {
  const from = pays_from === null ? null : new Date(pays_from);
  return { bank, clabe, coolingUntil: from !== null && from > at ? from.toISOString() : null };
}

function wayOf(transfer: TransferOrderState | null, isFiled: boolean, canOrder: boolean): PayableDeposit['way'] {
  if (isFiled) return 'filed';
  if (transfer && isTransferOpen(transfer)) return 'ordered';
  return canOrder ? 'order' : 'hand';
}

function obstacleOf(
  unconfirmed: number,
  account: Payables['payouts'][number]['account'],
): (typeof depositObstacles)[number] | null {
  if (unconfirmed > 0) return 'unconfirmed';
  if (account === null) return 'no-account';
  return account.coolingUntil === null ? null : 'cooling';
}

const depositTotals = ({ db }: WideWork) => rowsOf(db, totals.element)`
  select sales.currency, count(distinct sales.sale_id)::integer as count, sum(item.initial_deposit) as amount
  from sales join sale_items item on item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.is_live
  where sales.state = 'answered' group by sales.currency order by sales.currency`;

const depositRows = ({ db }: WideWork) => rowsOf(db, depositRow)`
  with waiting as materialized (
    select * from sales where state = 'answered' order by promised_at, sale_id limit ${PAYABLES_LIMIT}
  )
  select sale.sale_id as "saleId", sale.number_of_sale as "numberOfSale", sale.client_id as "clientId", clients.entity_name as "entityName",
    sale.product, sale.currency, sale.promised_at as "promisedAt", items.*, row_to_json(account) as account,
    (select state from transfer_orders last where last.client_id = sale.client_id and last.sale_id = sale.sale_id
      order by attempt desc limit 1) as transfer,
    exists (select from filed_payments filed
      where filed.kind = 'deposit' and filed.subject = sale.sale_id and filed.state = 'filed') as is_filed
  from waiting sale
  join clients on clients.client_id = sale.client_id
  left join lateral (
    select bank, clabe, pays_from from bank_accounts account
    where account.client_id = sale.client_id and account.product = sale.product and account.currency = sale.currency
  ) account on true
  cross join lateral (
    select sum(item.initial_deposit) as amount, count(*)::integer as count,
      count(*) filter (where invoice.verification = 'pending')::integer as unconfirmed
    from sale_items item
    join invoices invoice on invoice.client_id = item.client_id and invoice.document_id = item.document_id
    where item.client_id = sale.client_id and item.sale_id = sale.sale_id and item.is_live
  ) items
  order by sale.promised_at, sale.sale_id`;

const payoutRows = ({ db }: WideWork) => rowsOf(db, payoutRow)`
  select due.*, clients.rfc as "clientRFC", clients.entity_name as "entityName", row_to_json(account) as account
  from (
    select client_id as "clientId", currency, sum(final_deposit)::numeric(18, 2) as amount, count(*)::integer as count
    from invoices where final_deposit > 0 and payout_id is null and ${isUnfiled} group by client_id, currency
  ) due
  join clients on clients.client_id = due."clientId"
  left join lateral (
    select min(bank) as bank, min(clabe) as clabe, max(pays_from) as pays_from from bank_accounts account
    where account.client_id = due."clientId" and account.currency = due.currency having min(clabe) = max(clabe)
  ) account on true
  order by clients.entity_name, due.currency`;

const returnRows = ({ db }: WideWork) => rowsOf(db, returns.element)`
  select payment_id as "paymentId", currency, returned.amount, value_date as "valueDate", bank, tracking_key as "trackingKey", reference
  from unidentified_payments payment
  -- What was left of the receipt when it was sent back.
  cross join lateral (
    select sum(case when reverses is null then entry.amount else -entry.amount end)::numeric(18, 2) as amount from lender_entries entry
    where entry.payment_id = payment.payment_id and event = 'send-back'
  ) returned
  where state = 'sent-back' order by registered_at, payment_id`;
