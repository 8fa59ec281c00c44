-- Payments of the lender that came back: each names the entry that it takes back. Rows stay, so that every attempt of a payment is known.
create table returned_payments (
  return_id uuid primary key,
  -- Null if the money was to go back to its payer.
  client_id uuid references clients,
  purpose text not null check (purpose in ('deposit', 'payout', 'return')),
  sale_id uuid,
  payout_id uuid,
  payment_id uuid references unidentified_payments,
  -- The client's entry of the payment.
  entry_number bigint,
  tracking_key text not null,
  -- Null if the person at the bank chose the account.
  clabe text,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  reason text not null,
  -- The bank's key of the money that came back, as a person types it.
  reference text,
  returned_on date not null,
  -- Null if the bank reported it.
  recorded_by uuid references operators,
  recorded_at timestamptz not null,
  -- When the deposit was paid again.
  paid_again_at timestamptz,
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, payout_id) references payouts (client_id, payout_id),
  constraint returned_payments_subject check (
    (purpose = 'deposit') = (sale_id is not null) and (purpose = 'payout') = (payout_id is not null)
    and (purpose = 'return') = (payment_id is not null) and (purpose = 'return') = (client_id is null)
    and (purpose = 'return') = (entry_number is null) and (purpose = 'deposit' or paid_again_at is null)
  )
);
create unique index returned_payments_once on returned_payments (client_id, entry_number);
-- A sale lacks its deposit once.
create unique index returned_payments_missing on returned_payments (client_id, sale_id) where sale_id is not null and paid_again_at is null;
call protect_tenant_table('returned_payments');
grant select on returned_payments to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update (paid_again_at) on returned_payments to anticipa_operator, anticipa_worker;
grant update (reversed_at) on payouts to anticipa_worker;

-- The worker blocks an account to which a payment came back: it pays from a day that never comes.
grant update (pays_from) on bank_accounts to anticipa_worker;

-- A sale has one deposit: another one is booked only after the first came back.
create function refuse_second_deposit() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from ledger_entries entry
    where entry.client_id = new.client_id and entry.event = 'disbursement' and entry.subject = new.sale_id
      and entry.reverses is null and entry.entry_number <> new.entry_number
      and not exists (
        select from returned_payments back where back.client_id = entry.client_id and back.entry_number = entry.entry_number)
  ) then
    raise exception 'sale % has its deposit already', new.sale_id
      using errcode = 'unique_violation', constraint = 'ledger_entries_deposit_once';
  end if;
  return null;
end
$$;
create trigger ledger_entries_deposit_once after insert on ledger_entries
  for each row when (new.event = 'disbursement' and new.reverses is null) execute function refuse_second_deposit();

-- Deposits that had come back stayed booked, and only their transfer was repeated.
alter table sales no force row level security;
alter table transfer_orders no force row level security;
alter table ledger_entries no force row level security;
alter table ledger_lines no force row level security;
do $$
declare
  lost record;
  today date := (now() at time zone 'America/Mexico_City')::date;
begin
  for lost in
    select back.client_id, back.sale_id, back.tracking_key, back.clabe, back.amount, coalesce(back.failure, 'El banco la devolvió') as failure,
      entry.entry_number, entry.currency
    from transfer_orders back
    join sales on sales.client_id = back.client_id and sales.sale_id = back.sale_id and sales.tracking_key = back.tracking_key
    join ledger_entries entry on entry.client_id = back.client_id and entry.sale_id = back.sale_id
      and entry.event = 'disbursement' and entry.reverses is null
    where back.state = 'returned'
  loop
    perform append_entries(lost.client_id, jsonb_build_array(jsonb_build_object(
      'event', 'disbursement', 'currency', lost.currency, 'valueDate', today, 'saleId', lost.sale_id, 'reverses', lost.entry_number,
      'lines', (
        select jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', credit, 'credit', debit) order by line_number)
        from ledger_lines where client_id = lost.client_id and entry_number = lost.entry_number
      )
    )), today, now());
    insert into returned_payments (
      return_id, client_id, purpose, sale_id, entry_number, tracking_key, clabe, currency, amount, reason, returned_on, recorded_at
    ) values (
      gen_random_uuid(), lost.client_id, 'deposit', lost.sale_id, lost.entry_number, lost.tracking_key, lost.clabe, lost.currency,
      lost.amount, lost.failure, today, now()
    );
  end loop;
end
$$;
-- Triggers that wait for the commit would keep the tables from being altered.
set constraints all immediate;
alter table sales force row level security;
alter table transfer_orders force row level security;
alter table ledger_entries force row level security;
alter table ledger_lines force row level security;
