-- A devolución that was paid, and whose settlement was reversed, is owed by the client: the event 'payout-owed'.

alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  add constraint ledger_entries_event_check check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout', 'payout-owed',
    'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery'
  )) not valid,
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement'))
    and (invoice_id is not null) = (event in (
      'interest-invoice', 'credit-note', 'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation',
      'invoice-payment'))
    and (payout_id is not null) = (event = 'payout')
    and (collection_id is null or event in (
      'collection', 'balance-payment', 'recovery', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and (shortfall_id is null or event in ('shortfall', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and (adjustment_id is null or event in (
      'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and num_nonnulls(sale_id, collection_id, invoice_id, payout_id, shortfall_id, adjustment_id)
      = (event not in ('accrual', 'accrual-reversal'))::integer
  ) not valid;

alter table invoices
  drop constraint invoices_settled_amounts,
  add constraint invoices_settled_amounts check (
    paid_amount >= 0 and late_charges >= 0 and late_charges_iva >= 0 and returned_before >= 0
    and final_deposit
      = greatest(aforo + paid_amount - total - late_charges - late_charges_iva - iva + rebate + iva_rebate - returned_before, 0)
  ) not valid;

-- As before, except that an invoice whose settlement was reversed earns on from the last day that it has earned.
create or replace function accrue_interest(of_client uuid, documents uuid[], through date, today date, at timestamptz) returns integer
language plpgsql as $$
declare
  drafts jsonb;
begin
  perform lock_ledger(of_client);
  with earning as (
    select document_id, sales.currency, interest, item.payment_days, item.due_date - item.payment_days as sold_on,
      last.accrued_on, coalesce(last.accrued_on + 1, deposited_on) as first_day,
      least(greatest(item.due_date, deposited_on), through) as last_day
    from (
      select client_id, sale_id, document_id, deposited_on from invoices
      where client_id = of_client and status = 30 and rebate = 0 and (documents is null or document_id = any(documents))
    ) invoice
    join sale_items item using (client_id, sale_id, document_id)
    join sales using (client_id, sale_id)
    left join lateral (
      select case when event = 'accrual' then value_date else (
        select max(day) from (
          select value_date as day
          from ledger_lines earned join ledger_entries using (client_id, entry_number)
          where earned.client_id = of_client and earned.document_id = invoice.document_id and account = 'INGRESO_INTERES'
            and event in ('accrual', 'accrual-reversal')
          group by value_date having sum(credit - debit) > 0
        ) days
      ) end as accrued_on
      from ledger_lines line join ledger_entries using (client_id, entry_number)
      where line.client_id = of_client and line.document_id = invoice.document_id and account = 'INGRESO_INTERES'
      order by entry_number desc limit 1
    ) last on true
  ), days as (
    select document_id, currency, day::date as day,
      round(interest * least(greatest(day::date - sold_on, 0), payment_days) / payment_days, 2)
        - case when accrued_on is null and day::date = first_day then 0
            else round(interest * least(greatest(day::date - 1 - sold_on, 0), payment_days) / payment_days, 2) end as amount
    from earning cross join generate_series(first_day::timestamp, last_day::timestamp, '1 day') as day
  ), entries as (
    select jsonb_build_object('event', 'accrual', 'currency', currency, 'valueDate', day, 'lines',
      jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', debit, 'credit', credit)
        order by document_id, account desc)) as draft, day, currency
    from days cross join lateral (
      values ('INTERES_POR_DEVENGAR', amount, 0), ('INGRESO_INTERES', 0, amount)
    ) as side(account, debit, credit)
    where amount > 0 group by day, currency
  )
  select jsonb_agg(draft order by day, currency) into drafts from entries;
  if drafts is null then return 0; end if;
  perform append_entries(of_client, drafts, today, at);
  return jsonb_array_length(drafts);
end
$$;

-- Appends the exact reverse of entries, the last one first, on their value dates.
create function reverse_entries(of_client uuid, numbers bigint[], today date, at timestamptz) returns void language plpgsql as $$
declare
  drafts jsonb;
begin
  perform lock_ledger(of_client);
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'event', event, 'currency', currency, 'valueDate', value_date, 'saleId', sale_id, 'collectionId', collection_id,
    'invoiceId', invoice_id, 'payoutId', payout_id, 'shortfallId', shortfall_id, 'adjustmentId', adjustment_id, 'reverses', entry_number,
    'lines', (
      select jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', credit, 'credit', debit)
        order by line_number)
      from ledger_lines line where line.client_id = entry.client_id and line.entry_number = entry.entry_number
    )
  )) order by entry_number desc) into drafts
  from ledger_entries entry where client_id = of_client and entry_number = any(numbers);
  perform append_entries(of_client, drafts, today, at);
end
$$;
