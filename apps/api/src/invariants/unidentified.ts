import type { Invariant } from './check.ts';

/** I6, I13 and I15 for money that belongs to no client yet, in the lender's own journal. */
export const unidentifiedInvariants: readonly Invariant[] = [
  {
    id: 'I13',
    statement: 'the hash chain of the lender’s own journal is intact',
    sql: `
      select format('entry %s', (entry).entry_number) as found
      from (
        select entry, lag(hash) over by_number as hash_before, row_number() over by_number as expected_number
        from lender_entries entry window by_number as (order by entry_number)
      ) chained
      where (entry).entry_number <> expected_number
        or (entry).previous_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
        or (entry).hash <> lender_hash(entry)`,
    isOfChains: true,
  },
  {
    id: 'I15',
    statement: 'every transfer received at the bank counts once, with its amount, for a client or as unidentified',
    sql: `
      select format('received transfer %s is %s', tracking_key, state) as found
      from received_transfers transfer
      left join lateral (
        select 'booked' as kind, sum(amount) as amount, currency from collections c where c.tracking_key = transfer.tracking_key
          and reversed_at is null
        group by currency
        union all
        select 'unidentified', amount, currency from unidentified_payments u where u.tracking_key = transfer.tracking_key
      ) money on kind = state
      where state in ('booked', 'unidentified') and (money.amount, money.currency) is distinct from (transfer.amount, 'MXN')
      union all
      select format('received transfers %s count more than once', tracking_key) from received_transfers
      where state in ('booked', 'unidentified') group by tracking_key having count(*) > 1`,
  },
  {
    id: 'I15',
    statement: 'the parts of a receipt, what was sent back and what is left add up to it, and its state agrees',
    sql: `
      select format('receipt %s of %s is %s: %s applied, %s sent back, %s returned, %s left', payment.payment_id, amount, state,
        applied, sent, returned, remaining) as found
      from unidentified_payments payment
      left join lateral (
        select coalesce(sum(moved) filter (where event = 'unidentified'), 0) as arrived,
          coalesce(sum(moved) filter (where event = 'identification'), 0) as applied,
          coalesce(sum(moved) filter (where event = 'send-back'), 0) as sent,
          coalesce(sum(moved) filter (where event = 'return'), 0) as returned,
          coalesce(sum(moved) filter (where event = 'refund'), 0) as refunded,
          coalesce(sum(case when 'COBROS_POR_IDENTIFICAR' in (debit, credit)
            then case when credit = 'COBROS_POR_IDENTIFICAR' then booked.amount else -booked.amount end end), 0) as remaining,
          coalesce(bool_and(booked.currency = payment.currency), true) as is_same_currency
        from (
          select entry.*, case when reverses is null then amount else -amount end as moved
          from lender_entries entry where entry.payment_id = payment.payment_id
        ) booked
      ) sums on true
      left join lateral (
        select coalesce(sum(amount), 0) as paid, coalesce(bool_and(
          (part.tracking_key, part.currency) = (payment.tracking_key, payment.currency) and part.value_date >= payment.value_date
        ), true) as is_same
        from collections part where unidentified_id = payment.payment_id and reversed_at is null
      ) parts on true
      where arrived <> amount or not is_same_currency or not is_same or paid <> applied or remaining <> amount - applied - sent - refunded
        or remaining < 0 or returned not in (0, sent)
        or state <> case when remaining > 0 then 'waiting' when refunded = amount then 'refund' when sent = 0 then 'identified' when returned = 0 then 'sent-back'
          else 'returned' end`,
  },
  {
    id: 'I15',
    statement:
      'between the journals nothing is left: only identified money reaches a client’s ledger through the bridge',
    sql: `
      select format('collection %s: %s between the journals', collection_id, bridged) as found
      from collections
      left join lateral (
        select sum(debit - credit) as bridged from ledger_entries entry join ledger_lines line using (client_id, entry_number)
        where entry.client_id = collections.client_id and entry.collection_id = collections.collection_id and account = 'ENTRE_DIARIOS'
      ) bridge on true
      where coalesce(bridged, 0) <> case when unidentified_id is null or reversed_at is not null then 0 else amount end`,
  },
  {
    id: 'I15',
    statement:
      'what somebody else has of a payment is owed from there, or is a loss, until it is recovered; what is missing is to be deposited',
    sql: `
      select format('payment %s of %s: %s owed, %s lost, %s to be deposited', tracking_key, back.amount, owed, lost, missing) as found
      from returned_payments back left join lateral (
        select sum(case 'DEUDORES' when debit then amount when credit then -amount end) as owed,
          sum(case 'QUEBRANTOS' when debit then amount when credit then -amount end) as lost,
          sum(case 'POR_DEPOSITAR' when credit then amount when debit then -amount end) as missing
        from lender_entries booked where booked.return_id = back.return_id
      ) booked on true
      cross join lateral (select case when recovered_on is null and withdrawn_on is null then back.amount else 0 end as amount) still
      where coalesce(owed, 0) <> case when went_elsewhere and lost_on is null then still.amount else 0 end
        or coalesce(lost, 0) <> case when lost_on is not null then still.amount else 0 end
        or coalesce(missing, 0) <> case when moved is not null and not went_elsewhere then still.amount else 0 end`,
  },
  {
    id: 'I15',
    statement: 'money that came back under a key is in the books once, not also as a receipt',
    sql: `
      select format('key %s of %s', key, back.amount) as found
      from returned_payments back cross join lateral (values (reference), (recovery_reference)) as under(key)
      where exists (select from collections booked where booked.tracking_key = key and reversed_at is null)
        or exists (select from unidentified_payments kept where kept.tracking_key = key and kept.state <> 'refund')
        or exists (
          select from returned_payments other where other.return_id <> back.return_id and key in (other.reference, other.recovery_reference))`,
  },
  {
    id: 'I15',
    statement:
      'a commission of the bank is booked with the amount of its movement, and with nothing once it is reversed',
    sql: `
      select format('movement %s of %s is %s: %s booked', line_id, line.amount, booked_as, booked.amount) as found
      from bank_lines line
      cross join lateral (
        select coalesce(sum(case when reverses is null then entry.amount else -entry.amount end), 0) as amount
        from lender_entries entry where entry.line_id = line.line_id
      ) booked
      where booked.amount <> case when booked_as = 'fee' then -line.amount else 0 end`,
  },
  {
    id: 'I6',
    statement: 'a tracking key is that of one payment, booked or unidentified',
    sql: `
      select format('tracking key %s', tracking_key) as found
      from unidentified_payments payment join collections using (tracking_key)
      where unidentified_id is distinct from payment.payment_id and reversed_at is null`,
  },
];
