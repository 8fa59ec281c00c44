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
  },
  {
    id: 'I15',
    statement: 'every transfer received at the bank counts once, with its amount, for a client or as unidentified',
    sql: `
      select format('received transfer %s is %s', tracking_key, state) as found
      from received_transfers transfer
      left join lateral (
        select 'booked' as kind, amount, currency from collections c where c.tracking_key = transfer.tracking_key
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
    statement: 'unidentified money took the steps of its state, each with its whole amount, and is identified once',
    sql: `
      select format('unidentified payment %s is %s: %s', payment.payment_id, state, steps) as found
      from unidentified_payments payment
      left join collections on unidentified_id = payment.payment_id
      left join lateral (
        select array_agg(event order by entry_number) as steps,
          bool_and((entry.amount, entry.currency) = (payment.amount, payment.currency)) as is_whole
        from lender_entries entry where entry.payment_id = payment.payment_id
      ) booked on true
      where is_whole is not true
        or steps is distinct from case state
          when 'waiting' then array['unidentified']
          when 'identified' then array['unidentified', 'identification']
          when 'sent-back' then array['unidentified', 'send-back']
          else array['unidentified', 'send-back', 'return'] end
        or (state = 'identified') <> (collection_id is not null)
        or (collection_id is not null and
          (collections.tracking_key, collections.currency, collections.amount, collections.value_date)
          <> (payment.tracking_key, payment.currency, payment.amount, payment.value_date))`,
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
      where coalesce(bridged, 0) <> case when unidentified_id is null then 0 else amount end`,
  },
  {
    id: 'I6',
    statement: 'a tracking key is that of one payment, booked or unidentified',
    sql: `
      select format('tracking key %s', tracking_key) as found
      from unidentified_payments payment join collections using (tracking_key)
      where unidentified_id is distinct from payment.payment_id`,
  },
];
