-- Invoices in credit that the lender financed before it used the portal: the files that name them, what each row says, and the
-- event 'opening', with which the books of an invoice begin on the cut day. The event 'forward' is a payment of an invoice that its
-- client has bought back, which is the client's.

create table portfolio_loads (
  load_id uuid primary key,
  file_name text not null,
  cut_on date not null,
  -- As they were read; amounts as decimals.
  rows jsonb not null,
  state text not null check (state in ('checked', 'booked', 'withdrawn')),
  checked_by uuid not null references operators,
  checked_at timestamptz not null,
  booked_at timestamptz,
  withdrawn_at timestamptz,
  check ((booked_at is null) = (state = 'checked') and (withdrawn_at is null) = (state <> 'withdrawn'))
);
grant select, insert, update (state, booked_at, withdrawn_at) on portfolio_loads to anticipa_operator;
grant select on portfolio_loads to anticipa_tenant, anticipa_worker;

-- The file that a sale came from, and its name at the lender before.
alter table sales
  add column load_id uuid,
  add column load_reference text,
  add constraint sales_loaded check ((load_id is null) = (load_reference is null)) not valid,
  add constraint sales_load foreign key (load_id) references portfolio_loads (load_id) not valid;

create table loaded_invoices (
  client_id uuid not null,
  sale_id uuid not null,
  document_id uuid not null,
  sold_on date not null,
  deposited_on date not null,
  total numeric(18, 2) not null,
  -- IVA within the total, which what was collected has paid in part.
  cfdi_iva numeric(18, 2),
  deposited numeric(18, 2) not null,
  discount numeric(18, 2) not null,
  earned numeric(18, 2) not null,
  collected numeric(18, 2) not null,
  client_owes numeric(18, 2) not null,
  primary key (client_id, sale_id, document_id),
  foreign key (client_id, sale_id, document_id) references sale_items (client_id, sale_id, document_id)
);
call protect_tenant_table('loaded_invoices');
grant select on loaded_invoices to anticipa_tenant, anticipa_worker;
grant select, insert on loaded_invoices to anticipa_operator;

grant insert on sales, sale_items, credit_holds to anticipa_operator;
grant execute on function claim_invoice, proven_claims to anticipa_operator;

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS', 'CLIENTE',
    'IVA_POR_FACTURAR', 'IVA_NO_COBRADO', 'IVA_COBRADO', 'INGRESO_INTERES', 'RECARGOS', 'RECUPERACIONES', 'ESTIMACION', 'DEUDORES',
    'APERTURA'
  )) not valid;

alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  add constraint ledger_entries_event_check check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout', 'payout-owed',
    'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery', 'opening', 'forward'
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
      'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'late-charges', 'early-payment', 'rebate', 'release', 'payout-owed'))
    and num_nonnulls(sale_id, collection_id, invoice_id, payout_id, shortfall_id, adjustment_id)
      = (event not in ('accrual', 'accrual-reversal'))::integer
  ) not valid;
