-- An opening commission of sales from a day, which the deposit keeps back with its IVA and the days of the sale earn. None by default.
-- small table: sale_terms
alter table sale_terms
  -- Per cent of the total of each invoice, and an amount for each by its currency.
  add column opening_rate numeric(12, 8) not null default 0 check (opening_rate between 0 and 10),
  add column opening_mxn numeric(18, 2) not null default 0 check (opening_mxn >= 0),
  add column opening_usd numeric(18, 2) not null default 0 check (opening_usd >= 0);

alter table sale_items
  add column commission numeric(18, 2) not null default 0,
  add column commission_iva numeric(18, 2) not null default 0,
  add constraint sale_items_commission check (commission >= 0 and commission_iva between 0 and commission) not valid,
  drop constraint sale_items_check1,
  add constraint sale_items_deposit check (initial_deposit + aforo + interest + commission + commission_iva = total) not valid;

-- The commission of an invoice is in its sale, with which invariant I12 compares its figures.
alter table invoices
  drop constraint invoices_check7,
  add constraint invoices_deposit check (initial_deposit + aforo + interest <= total) not valid;

alter table interest_invoices
  drop constraint interest_invoices_kind_check,
  add constraint interest_invoices_kind_check check (kind in ('interest', 'late-charges', 'commission')) not valid,
  add constraint interest_invoices_commission check (kind <> 'commission' or sale_id is not null) not valid;

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS', 'CLIENTE',
    'IVA_POR_FACTURAR', 'IVA_NO_COBRADO', 'IVA_COBRADO', 'INGRESO_INTERES', 'RECARGOS', 'RECUPERACIONES', 'ESTIMACION', 'DEUDORES',
    'APERTURA', 'GASTO_ESTIMACION', 'RECARGOS_SUSPENDIDOS', 'RECARGOS_POR_DEVENGAR',
    'COMISIONES_POR_DEVENGAR', 'COMISIONES'
  )) not valid;

alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  add constraint ledger_entries_event_check check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout', 'payout-owed',
    'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery', 'opening', 'forward', 'estimate', 'suspension',
    'commission'
  )) not valid,
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'commission', 'disbursement', 'opening'))
    and (invoice_id is not null) = (event in (
      'interest-invoice', 'credit-note', 'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation',
      'invoice-payment'))
    and (payout_id is not null) = (event = 'payout')
    and (collection_id is null or event in (
      'collection', 'balance-payment', 'recovery', 'forward', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and (shortfall_id is null or event in ('shortfall', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and (adjustment_id is null or event in (
      'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed',
      'estimate'))
    and (event = 'estimate' or num_nonnulls(sale_id, collection_id, invoice_id, payout_id, shortfall_id, adjustment_id)
      = (event not in ('accrual', 'accrual-reversal', 'suspension'))::integer)
  ) not valid;

-- The end of a year takes commissions to the result.
alter table lender_entries
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('refund', 'COBROS_POR_IDENTIFICAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-loss', 'QUEBRANTOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'QUEBRANTOS'),
      ('short-payment', 'BANCOS', 'POR_DEPOSITAR'),
      ('short-payment-rest', 'POR_DEPOSITAR', 'BANCOS'),
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    )
    -- No account whose balance a record of its own explains.
    or event = 'manual' and debit <> credit
      and debit in ('ACREEDORES', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'IVA_ACREDITABLE', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RESULTADO')
      and credit in ('ACREEDORES', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'IVA_ACREDITABLE', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RESULTADO')
    or event = 'year-end' and (debit = 'RESULTADO') <> (credit = 'RESULTADO')
      and debit in ('COMISIONES', 'GASTO_ESTIMACION', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'INGRESO_INTERES', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RECARGOS', 'RECARGOS_SUSPENDIDOS',
        'RECUPERACIONES', 'RESULTADO')
      and credit in ('COMISIONES', 'GASTO_ESTIMACION', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'INGRESO_INTERES', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RECARGOS', 'RECARGOS_SUSPENDIDOS',
        'RECUPERACIONES', 'RESULTADO')) not valid;

-- As migration 1211 has it, with the commission, whose days are those of the interest; without interest, its own.
-- accrue_interest changes what 1130 added
-- accrue_interest changes what 1211 added
create or replace function accrue_interest(of_client uuid, documents uuid[], through date, today date, at timestamptz) returns integer
language plpgsql as $$
declare
  drafts jsonb;
begin
  perform lock_ledger(of_client);
  with earning as (
    select document_id, sales.currency, interest, commission, item.payment_days, item.due_date - item.payment_days as sold_on,
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
          where earned.client_id = of_client and earned.document_id = invoice.document_id and account = case when item.interest > 0 then 'INGRESO_INTERES' else 'COMISIONES' end
            and event in ('accrual', 'accrual-reversal')
          group by value_date having sum(credit - debit) > 0
        ) days
      ) end as accrued_on
      from ledger_lines line join ledger_entries using (client_id, entry_number)
      where line.client_id = of_client and line.document_id = invoice.document_id and account = case when item.interest > 0 then 'INGRESO_INTERES' else 'COMISIONES' end
      order by entry_number desc limit 1
    ) last on true
  ), days as (
    select document_id, currency, day::date as day,
      round(interest * least(greatest(day::date - sold_on, 0), earning_days) / payment_days, 2)
        - case when accrued_on is null and day::date = first_day then 0
            else round(interest * least(greatest(day::date - 1 - sold_on, 0), earning_days) / payment_days, 2) end as amount,
      round(commission * least(greatest(day::date - sold_on, 0), earning_days) / payment_days, 2)
        - case when accrued_on is null and day::date = first_day then 0
            else round(commission * least(greatest(day::date - 1 - sold_on, 0), earning_days) / payment_days, 2) end as fee
    from earning cross join generate_series(first_day::timestamp, last_day::timestamp, '1 day') as day
  ), entries as (
    select jsonb_build_object('event', 'accrual', 'currency', currency, 'valueDate', day, 'lines',
      jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', debit, 'credit', credit)
        order by document_id, account desc)) as draft, day, currency
    from days cross join lateral (
      values ('INTERES_POR_DEVENGAR', amount, 0), ('INGRESO_INTERES', 0, amount),
        ('COMISIONES_POR_DEVENGAR', fee, 0), ('COMISIONES', 0, fee)
    ) as side(account, debit, credit)
    where debit + credit > 0 group by day, currency
  )
  select jsonb_agg(draft order by day, currency) into drafts from entries;
  if drafts is null then return 0; end if;
  perform append_entries(of_client, drafts, today, at);
  return jsonb_array_length(drafts);
end
$$;
