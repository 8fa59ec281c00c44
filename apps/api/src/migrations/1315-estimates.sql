-- The monthly estimate of what is not collected, and late charges of invoices past due that are no income until they are collected.
-- small table: estimate_terms

-- Stages of the estimate from a day: the first day late of each, and its per cent of the exposure.
create table estimate_terms (
  in_force_from date primary key,
  stage2_from integer not null check (stage2_from between 1 and 3650),
  stage3_from integer not null check (stage3_from between 2 and 3650),
  percent1 numeric(18, 2) not null check (percent1 between 0 and 100),
  percent2 numeric(18, 2) not null check (percent2 between 0 and 100),
  percent3 numeric(18, 2) not null check (percent3 between 0 and 100),
  constraint estimate_terms_rise check (stage2_from < stage3_from and percent1 <= percent2 and percent2 <= percent3)
);
grant select on estimate_terms to anticipa_operator, anticipa_worker;
grant insert, update on estimate_terms to anticipa_operator;

-- Months whose estimate is booked for a client.
create table estimated_months (
  client_id uuid not null references clients,
  month date not null check (extract(day from month) = 1),
  booked_at timestamptz not null,
  primary key (client_id, month)
);

-- The estimate of a month for an invoice, by its balances at the end of the last day.
create table estimates (
  client_id uuid not null,
  month date not null,
  document_id uuid not null,
  currency text not null check (currency in ('MXN', 'USD')),
  due_date date not null,
  days_late integer not null,
  -- 0: nothing is owed any more.
  stage integer not null check (stage between 0 and 3),
  exposure numeric(18, 2) not null check (exposure >= 0),
  percent numeric(18, 2) not null,
  estimate numeric(18, 2) not null check (estimate >= 0),
  -- Booked up or down.
  estimate_moved numeric(18, 2) not null,
  -- Charged late charges, without IVA, that are no income until they are collected.
  suspended numeric(18, 2) not null check (suspended >= 0),
  suspended_moved numeric(18, 2) not null,
  -- Late charges that have run and are in no entry.
  memo numeric(18, 2) not null,
  primary key (client_id, month, document_id),
  foreign key (client_id, month) references estimated_months (client_id, month),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create index estimates_of_month on estimates (month);
call protect_tenant_table('estimated_months', 'estimates');
grant select on estimated_months, estimates to anticipa_operator, anticipa_worker;
grant insert on estimated_months, estimates to anticipa_worker;

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS', 'CLIENTE',
    'IVA_POR_FACTURAR', 'IVA_NO_COBRADO', 'IVA_COBRADO', 'INGRESO_INTERES', 'RECARGOS', 'RECUPERACIONES', 'ESTIMACION', 'DEUDORES',
    'APERTURA', 'GASTO_ESTIMACION', 'RECARGOS_SUSPENDIDOS', 'RECARGOS_POR_DEVENGAR'
  )) not valid;

-- The estimate of a month is of no record; a write-off takes the estimate of its invoice to what it gives up.
alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  add constraint ledger_entries_event_check check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout', 'payout-owed',
    'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery', 'opening', 'forward', 'estimate', 'suspension'
  )) not valid,
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement', 'opening'))
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
