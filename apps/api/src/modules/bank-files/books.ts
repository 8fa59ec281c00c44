/** Money that the books have moved at the lender's banks, by the tracking keys of the banks. */
import { bookedAs } from '@anticipa/contract/bank-files';
import type { BookMovement } from '@anticipa/domain/bank-match';
import { dateOf, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { decimal, flag, rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isLenderEntryInForce } from '../ledger/queries.ts';
import { depositAmount, depositedOn, hasDeposit } from '../sales/transfer-queries.ts';

export interface Booked extends BookMovement {
  readonly as: (typeof bookedAs)[number];
  /** Whether STP moved the money, and therefore has reported it. */
  readonly isStp: boolean;
}

const bookedRow = z.object({
  as: z.enum(bookedAs),
  key: text,
  on: text,
  amount: decimal,
  isStp: flag,
});

interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** For a payment in a query: what the bank moved of it, which may differ from its amount. */
const movedOf = (
  purpose: 'deposit' | 'payout' | 'return' | RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
) => sql`coalesce((
  select difference.moved from returned_payments difference
  where difference.purpose = ${typeof purpose === 'string' ? sql.lit(purpose) : purpose} and difference.tracking_key = ${key}
    and difference.moved is not null and difference.withdrawn_on is null), ${amount})`;

/**
 * Receipts, transfers and commissions of a currency and a period; a transfer that came back went out and came in, there or as a receipt
 * that was kept before anybody knew, and a receipt that STP took back came in and went out. Deposits of loaded sales were made before
 * there were books here. `stp`: the CLABE of the account at STP.
 */
function movements(currency: FinancedCurrency, { from, to }: Period, stp: string | null) {
  const isStp = (key: string) => sql`(
    exists (select from received_transfers known where known.tracking_key = ${sql.ref(key)})
    or exists (select from transfer_orders known where known.tracking_key = ${sql.ref(key)}))`;
  return sql`
    select 'receipt' as "as", tracking_key as key, value_date as "on", amount, ${isStp('payment.tracking_key')} as "isStp"
    from unidentified_payments payment
    where currency = ${currency} and value_date between ${from}::date and ${to}::date and not exists (
      select from lender_entries undone
      where undone.payment_id = payment.payment_id and undone.event = 'unidentified' and undone.reverses is not null)
    union all
    select 'receipt', tracking_key, value_date, amount, ${isStp('collections.tracking_key')}
    from collections
    where currency = ${currency} and value_date between ${from}::date and ${to}::date
      and unidentified_id is null and reversed_at is null
    union all
    select 'receipt', tracking_key, moved.moved_on, moved.amount, true
    from collections undone join received_transfers taken using (tracking_key)
    cross join lateral (values
      (undone.value_date, undone.amount), ((reversed_at at time zone ${MEXICO_CITY})::date, -undone.amount)
    ) as moved(moved_on, amount)
    where currency = ${currency} and unidentified_id is null and reversed_at is not null and taken.state = 'returned'
      and moved_on between ${from}::date and ${to}::date
    union all
    select 'deposit', tracking_key, paid_on, -${movedOf('deposit', sql`sales.tracking_key`, depositAmount)}, ${isStp('sales.tracking_key')}
    from sales cross join lateral (
      select ${depositedOn} as paid_on
    ) paid
    where currency = ${currency} and ${hasDeposit} and paid_on between ${from}::date and ${to}::date
    union all
    select 'payout', tracking_key, paid_on, -${movedOf('payout', sql`payouts.tracking_key`, sql`amount`)}, ${isStp('payouts.tracking_key')}
    from payouts
    where currency = ${currency} and paid_on between ${from}::date and ${to}::date and reversed_at is null
    union all
    select 'return', payment.return_key, entry.value_date, -${movedOf('return', sql`payment.return_key`, sql`entry.amount`)}, ${isStp('payment.return_key')}
    from lender_entries entry join unidentified_payments payment using (payment_id)
    where payment.currency = ${currency} and entry.event = 'return' and payment.return_key is not null
      and entry.value_date between ${from}::date and ${to}::date and ${isLenderEntryInForce}
    union all
    select back.purpose, moved.key, moved.moved_on, moved.amount, ${isStp('back.tracking_key')}
    from returned_payments back
    left join ledger_entries paid on paid.client_id = back.client_id and paid.entry_number = back.entry_number
    left join lender_entries undoing on undoing.payment_id = back.payment_id and undoing.event = 'return'
      and undoing.reverses is not null and undoing.recorded_at = back.recorded_at
    left join lender_entries sent on sent.entry_number = undoing.reverses
    cross join lateral (values
      (back.tracking_key, coalesce(paid.value_date, sent.value_date),
        -${movedOf(sql`back.purpose`, sql`back.tracking_key`, sql`back.amount`)}),
      (coalesce(back.recovery_reference, back.reference, back.tracking_key),
        case when back.went_elsewhere or back.moved is not null then back.recovered_on else back.returned_on end,
        case when back.moved is not null and not back.went_elsewhere then -back.amount else back.amount end)
    ) as moved(key, moved_on, amount)
    where back.currency = ${currency} and not back.never_made and moved_on between ${from}::date and ${to}::date and not (moved.amount > 0 and exists (
      select from unidentified_payments kept where kept.tracking_key = moved.key and kept.state = 'refund'))
    union all
    select 'fee', line.book_key, line.booked_on, -sum(entry.amount), account.number = ${stp}::text and ${stp}::text is not null
    from bank_lines line join statement_accounts account using (account_id) join lender_entries entry using (line_id)
    where account.currency = ${currency} and line.booked_as = 'fee' and line.booked_on between ${from}::date and ${to}::date
      and ${isLenderEntryInForce}
    group by line.line_id, account.number`;
}

const booked = async (work: WideWork, currency: FinancedCurrency, rows: RawBuilder<unknown>): Promise<Booked[]> =>
  (
    await rowsOf(work.db, bookedRow)`
      select booked.as, booked.key, booked.on::text as "on", booked.amount, booked."isStp" from (${rows}) booked
      order by booked.on, booked.key`
  ).map(({ amount, on, ...row }) => ({ ...row, on: dateOf(on), cents: moneyOf(amount, currency).cents }));

/** Movements of the books of a currency in a period, oldest first, in cents. `stp`: the CLABE of the account at STP. */
export const movementsOf = (
  work: WideWork,
  currency: FinancedCurrency,
  period: Period,
  stp: string | null,
): Promise<Booked[]> => booked(work, currency, movements(currency, period, stp));

/** Movements of the books to which no movement of a bank file belongs. */
export const unclaimed = (work: WideWork, currency: FinancedCurrency, period: Period): Promise<Booked[]> =>
  booked(
    work,
    currency,
    sql`select * from (${movements(currency, period, null)}) moved where not exists (
      select from bank_lines line where line.book_key = moved.key and (line.amount > 0) = (moved.amount > 0))`,
  );

const EVER = dateOf('1900-01-01');

/** Balance of BANCOS at the end of a day from the movements of STP, or from all others. */
export async function booksBalance(
  { db }: WideWork,
  currency: FinancedCurrency,
  { isStp, stp, to }: { readonly isStp: boolean; readonly stp: string | null; readonly to: IsoDate },
): Promise<string> {
  const [balance = '0.00'] = await valuesOf(db, decimal)`
    select coalesce(sum(amount), 0)::numeric(18, 2) from (${movements(currency, { from: EVER, to }, stp)}) moved
    where "isStp" = ${isStp}`;
  return balance;
}
