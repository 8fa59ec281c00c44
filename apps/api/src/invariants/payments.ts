import type { Invariant } from './check.ts';

/** I6, I12 and I15 for payments and settlements. */
export const paymentInvariants: readonly Invariant[] = [
  {
    id: 'I6',
    statement: 'every payment was recorded once',
    sql: `
      with recorded as (
        select client_id, substr(subject, 12)::uuid as collection_id, count(*) as times
        from audit where action = 'collection.register' group by client_id, subject
      )
      select format('collection %s: recorded %s time(s)', collection_id, coalesce(times, 0)) as found
      from collections full join recorded using (client_id, collection_id)
      where times is distinct from 1 or tracking_key is null`,
  },
  {
    id: 'I12',
    statement: 'a settled invoice was charged by the terms of its sale, and the rest of its aforo was returned',
    // Sums the debt of each day after the due date; nothing is owed at the end, so each change counts its days from the
    // due date.
    sql: `
      select format('invoice %s: recargos %s and IVA %s, devolución %s', document_id, late_charges, late_charges_iva, final_deposit) as found
      from invoices invoice
      join sale_items item using (client_id, sale_id, document_id)
      join collections collection using (client_id, collection_id)
      left join lateral (
        -- A recourse gives the interest of its later days back.
        select max(made.value_date) as back_on from adjustments made
        where made.client_id = invoice.client_id and made.document_id = invoice.document_id and kind = 'recourse'
          and not exists (select from adjustments ended where ended.withdraws = made.adjustment_id)
      ) given on true
      left join lateral (
        select -sum((debit - credit) * greatest(entry.value_date - item.due_date, 0)) as owed_days, max(entry.value_date) as last_on,
          item.interest - round(item.interest * greatest(case when early_rebate
            then least(greatest(coalesce(given.back_on, max(entry.value_date)) - (item.due_date - item.payment_days), 0), item.payment_days)
            else item.payment_days end - case when early_rebate and given.back_on < item.due_date then 0
            else coalesce((select sum(days_lost) from returned_payments back
              where back.client_id = item.client_id and back.sale_id = item.sale_id
                -- A deposit that is paid again after the invoice was settled changes nothing of it; an alert asks a person.
                and exists (select from ledger_entries again where again.client_id = back.client_id and again.sale_id = back.sale_id
                  and again.event = 'disbursement' and again.reverses is null
                  and again.entry_number > back.entry_number and again.entry_number < max(entry.entry_number))), 0) end, 0) / item.payment_days, 2) as unearned
        from ledger_lines line join ledger_entries entry using (client_id, entry_number)
        where line.client_id = invoice.client_id and line.document_id = invoice.document_id and account in ('CARTERA', 'RECOMPRA')
      ) history on true
      -- An invoice that was extended, day by day: the rate is that of the extension in force until its date.
      left join lateral (
        select coalesce(sum(by_rate.charges), 0) as charges from (
          select round(sum(owed) * rate / (100 * item.days_in_year), 2) as charges
          from extensions first
          cross join lateral (
            -- A closed shortfall may be of a later day than the payment that settled the invoice.
            select day::date as day from generate_series(item.due_date + 1, history.last_on, interval '1 day') day
          ) days
          cross join lateral (
            select sum(debit - credit) as owed
            from ledger_lines line join ledger_entries entry using (client_id, entry_number)
            where line.client_id = invoice.client_id and line.document_id = invoice.document_id and account in ('CARTERA', 'RECOMPRA')
              and entry.value_date < day
          ) before
          cross join lateral (
            select coalesce((
              select case when day <= extended.due_date then extended.interest_rate end
              from extensions extended
              where extended.client_id = invoice.client_id and extended.document_id = invoice.document_id and agreed_on < day
              order by extension_number desc limit 1), moratory_rate) as rate
          ) rated
          where first.client_id = invoice.client_id and first.document_id = invoice.document_id and first.extension_number = 1
          group by rate
        ) by_rate
        having exists (select from extensions first where first.client_id = invoice.client_id and first.document_id = invoice.document_id)
      ) rated on true
      where status <> 40 or written_off > 0 and late_charges + late_charges_iva > 0 or written_off = 0 and (payment_date <> value_date or collection.currency <> invoice.currency
        or late_charges is distinct from case when rated.charges is null
          then round(owed_days * moratory_rate / (100 * days_in_year), 2) else rated.charges end
        or final_deposit <> greatest(invoice.aforo + paid_amount - invoice.total - late_charges - late_charges_iva - invoice.iva + rebate + iva_rebate - returned_before, 0)
        or rebate is distinct from unearned
        or iva_rebate <> case when rebate = 0 then 0 else item.iva - round((item.interest - rebate) * item.iva_rate / 100, 2) end)`,
  },
  {
    id: 'I15',
    statement:
      'every payment is divided among invoices to the cent, and no invoice is settled without one, or an adjustment',
    sql: `
      select format('collection %s: %s of %s', collection_id, sum(paid_amount), amount) as found
      from collections left join collection_items using (client_id, collection_id)
      group by client_id, collection_id having sum(paid_amount) is distinct from amount
      union all
      select format('invoice %s is settled by %s', document_id, collection_id) from invoices
      left join lateral (
        select sum(item.paid_amount) as paid from collection_items item join collections using (client_id, collection_id)
        where item.client_id = invoices.client_id and item.document_id = invoices.document_id and reversed_at is null
      ) shares on true
      where (status <> 40 and collection_id is not null) or (status = 40 and coalesce(paid, 0) <> paid_amount)
        or (status = 40 and collection_id is null and not exists (
          select from adjustments made where made.client_id = invoices.client_id and made.document_id = invoices.document_id))
        or (status not in (30, 40) and paid is not null)`,
  },
  {
    id: 'I15',
    statement: 'every transfer of devoluciones is their sum',
    sql: `
      with transferred as (
        select client_id, payout_id, document_id, credit as amount
        from ledger_entries join ledger_lines using (client_id, entry_number)
        where event = 'payout' and account = 'BANCOS' and reverses is null
      )
      select format('payout %s: %s of %s', payout_id, sum(transferred.amount), payouts.amount) as found
      from payouts left join transferred using (client_id, payout_id)
      group by client_id, payout_id having sum(transferred.amount) is distinct from payouts.amount
      union all
      select format('invoice %s: devolución of %s by payout %s', document_id, final_deposit, payout_id)
      from invoices left join transferred using (client_id, payout_id, document_id)
      where payout_id is not null and final_deposit is distinct from transferred.amount`,
  },
  {
    id: 'I15',
    statement: 'a movement of the bank that is booked is in the books with its amount',
    // Another invariant checks commissions.
    sql: `
      select format('movement %s: %s under %s', line_id, line.amount, book_key) as found from bank_lines line
      where state = 'booked' and booked_as <> 'fee' and not exists (
        select from unidentified_payments received where tracking_key = book_key and received.amount = line.amount
        union all
        select from collections paid where tracking_key = book_key and unidentified_id is null and paid.amount = line.amount
        union all
        select from received_transfers taken
        where tracking_key = book_key and state = 'returned' and taken.amount = -line.amount
        union all
        select from sales where tracking_key = book_key and deposit_cents = -line.amount * 100
        union all
        select from payouts paid where tracking_key = book_key and paid.amount = -line.amount
        union all
        select from returned_payments back where tracking_key = book_key and coalesce(moved, back.amount) = -line.amount
          or recovery_reference = book_key and moved is not null and not went_elsewhere and back.amount = -line.amount
          or coalesce(recovery_reference, reference, tracking_key) = book_key and back.amount = line.amount
        union all
        select from unidentified_payments received join lender_entries entry using (payment_id)
        where return_key = book_key and event = 'return' and entry.amount = -line.amount
        union all
        -- Its sale was paid again under another key.
        select from transfer_orders where tracking_key = book_key)`,
  },
];
