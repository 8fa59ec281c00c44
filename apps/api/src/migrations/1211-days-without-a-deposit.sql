-- A deposit that is paid again later through no fault of its client costs no interest of the days between.
-- small table: returned_payments
alter table returned_payments
  add column days_lost integer not null default 0 check (days_lost >= 0),
  add constraint returned_payments_days_lost check (days_lost = 0 or paid_again_at is not null);
grant update (days_lost) on returned_payments to anticipa_operator, anticipa_worker;

-- As migration 1130 has it, without the days that the client had no deposit.
create or replace function accrue_interest(of_client uuid, documents uuid[], through date, today date, at timestamptz) returns integer
language plpgsql as $$
declare
  drafts jsonb;
begin
  perform lock_ledger(of_client);
  with earning as (
    select document_id, sales.currency, interest, item.payment_days, item.due_date - item.payment_days as sold_on,
      item.payment_days - coalesce(lost.days, 0) as earning_days,
      last.accrued_on, coalesce(last.accrued_on + 1, deposited_on) as first_day,
      least(greatest(item.due_date, deposited_on), through) as last_day
    from (
      select client_id, sale_id, document_id, deposited_on from invoices
      where client_id = of_client and status = 30 and rebate = 0 and (documents is null or document_id = any(documents))
    ) invoice
    join sale_items item using (client_id, sale_id, document_id)
    join sales using (client_id, sale_id)
    left join lateral (
      select sum(days_lost)::integer as days from returned_payments back
      where back.client_id = of_client and back.sale_id = invoice.sale_id
    ) lost on true
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
      round(interest * least(greatest(day::date - sold_on, 0), earning_days) / payment_days, 2)
        - case when accrued_on is null and day::date = first_day then 0
            else round(interest * least(greatest(day::date - 1 - sold_on, 0), earning_days) / payment_days, 2) end as amount
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
