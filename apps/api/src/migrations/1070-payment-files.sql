-- Layouts in which the lender's banks take files of transfers.
create table payment_layouts (
  layout_id uuid primary key,
  name text not null unique check (length(name) between 2 and 60),
  currency text not null check (currency in ('MXN', 'USD')),
  reach text not null check (reach in ('same', 'other', 'any')),
  separator text not null check (separator in ('none', 'comma', 'semicolon', 'bar', 'tab')),
  columns text not null check (length(columns) between 1 and 4000)
);

-- Files of transfers that a person takes to the bank, as they were written.
create table payment_files (
  file_id uuid primary key,
  file_number integer not null unique generated always as identity,
  layout text not null,
  currency text not null check (currency in ('MXN', 'USD')),
  -- The lender's account that pays.
  payer text not null check (payer ~ '^\d{18}$'),
  content text not null,
  made_by uuid not null references operators,
  made_at timestamptz not null
);

-- By this number the bank's confirmation finds a transfer; it has seven digits.
create sequence filed_payment_references as integer minvalue 1 maxvalue 9999999 cycle;

create table filed_payments (
  file_id uuid not null references payment_files,
  reference integer not null check (reference between 1 and 9999999),
  kind text not null check (kind in ('deposit', 'payout', 'return')),
  -- A sale, a client that gets its devoluciones, or unidentified money.
  subject uuid not null,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  clabe text not null check (clabe ~ '^\d{18}$'),
  beneficiary text not null,
  concept text not null,
  -- The settled invoices whose devoluciones it pays; what is settled later waits for another transfer.
  documents uuid[] not null,
  state text not null check (state in ('filed', 'paid', 'withdrawn')),
  -- The bank's tracking key, once it has paid.
  tracking_key text,
  -- Why it was taken out, and by whom.
  reason text check (length(reason) between 5 and 300),
  ended_by uuid references operators,
  ended_at timestamptz,
  primary key (file_id, reference),
  constraint filed_payments_documents check ((kind = 'payout') = (documents <> '{}')),
  constraint filed_payments_ended check ((state = 'filed') = (ended_at is null)),
  constraint filed_payments_paid check ((state = 'paid') = (tracking_key is not null)),
  constraint filed_payments_explained check ((state = 'withdrawn') = (reason is not null))
);
-- A payment is in one file at a time, and an open reference means one payment.
create unique index filed_payments_open on filed_payments (kind, subject, currency) where state = 'filed';
create unique index filed_payments_references on filed_payments (reference) where state = 'filed';

create function keep_filed_payment() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'filed' then
    raise check_violation using message = 'a payment leaves its file once', constraint = 'filed_payments_final';
  end if;
  return new;
end
$$;
create trigger filed_payments_final before update on filed_payments for each row execute function keep_filed_payment();

grant select, insert, update (name, currency, reach, separator, columns) on payment_layouts to anticipa_operator;
grant select, insert on payment_files to anticipa_operator;
grant usage on sequence filed_payment_references to anticipa_operator;
grant select, insert, update (state, tracking_key, reason, ended_by, ended_at) on filed_payments to anticipa_operator;
grant select, update (state, tracking_key, ended_at) on filed_payments to anticipa_worker;
