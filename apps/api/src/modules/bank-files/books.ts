/** Money that the books have moved at the lender's banks, by the tracking keys of the banks. */
import type { bookedAs } from '@anticipa/contract/bank-files';
import type { BookMovement } from '@anticipa/domain/bank-match';
import { dateOf, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, flag, rowsOf, text } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

export interface Booked extends BookMovement {
  readonly as: (typeof bookedAs)[number];
  /** Whether STP moved it, which tells the books itself. */
  readonly isStp: boolean;
}

const bookedRow = z.object({
  as: z.enum(['receipt', 'deposit', 'payout', 'return']),
  key: text,
  on: text,
  amount: decimal,
  isStp: flag,
});

/** Receipts and transfers of a period that no movement of a bank's file stands for. */
export async function unclaimed(
  { db }: WideWork,
  currency: FinancedCurrency,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<Booked[]> {
  const isStp = (key: string) => sql`(
    exists (select from received_transfers known where known.tracking_key = ${sql.ref(key)})
    or exists (select from transfer_orders known where known.tracking_key = ${sql.ref(key)}))`;
  const rows = await rowsOf(db, bookedRow)`
    select booked.as, booked.key, booked.on::text as "on", booked.amount, booked.is_stp as "isStp" from (
      select 'receipt' as "as", tracking_key as key, value_date as "on", amount, ${isStp('payment.tracking_key')} as is_stp
      from unidentified_payments payment
      where currency = ${currency} and value_date between ${from}::date and ${to}::date and not exists (
        select from lender_entries undone where undone.payment_id = payment.payment_id and undone.event = 'unidentified' and undone.reverses is not null)
      union all
      select 'receipt', tracking_key, value_date, amount, ${isStp('collections.tracking_key')}
      from collections
      where currency = ${currency} and value_date between ${from}::date and ${to}::date
        and unidentified_id is null and reversed_at is null
      union all
      select 'deposit', tracking_key, (disbursed_at at time zone ${MEXICO_CITY})::date, -(deposit_cents::numeric / 100)::numeric(18, 2), ${isStp('sales.tracking_key')}
      from sales
      where currency = ${currency} and state = 'disbursed'
        and (disbursed_at at time zone ${MEXICO_CITY})::date between ${from}::date and ${to}::date
      union all
      select 'payout', tracking_key, paid_on, -amount, ${isStp('payouts.tracking_key')}
      from payouts
      where currency = ${currency} and paid_on between ${from}::date and ${to}::date and reversed_at is null
      union all
      select 'return', payment.return_key, entry.value_date, -entry.amount, ${isStp('payment.return_key')}
      from lender_entries entry join unidentified_payments payment using (payment_id)
      where payment.currency = ${currency} and entry.event = 'return' and entry.value_date between ${from}::date and ${to}::date
        and payment.return_key is not null
    ) booked
    where not exists (
      select from bank_lines line where line.book_key = booked.key and (line.amount > 0) = (booked.amount > 0))
    order by booked.on, booked.key`;
  return rows.map(({ amount, on, ...row }) => ({ ...row, on: dateOf(on), cents: moneyOf(amount, currency).cents }));
}
