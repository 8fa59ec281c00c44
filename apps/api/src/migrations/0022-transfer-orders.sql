-- Orders to the bank to transfer a sale's deposit. Written before the bank is called.
create table transfer_orders (
  client_id uuid not null references clients,
  order_id uuid not null,
  sale_id uuid not null,
  attempt integer not null check (attempt >= 1),
  state text not null check (state in ('ordered', 'sent', 'paid', 'failed', 'returned', 'closed')),
  -- Derived from the sale and the attempt, so that a repeated call is recognised.
  tracking_key text not null unique check (tracking_key ~ '^[A-Za-z0-9]{1,29}$'),
  amount numeric(18, 2) not null check (amount > 0),
  -- The accounts that pay and are paid.
  payer text not null check (payer ~ '^\d{18}$'),
  clabe text not null check (clabe ~ '^\d{18}$'),
  -- As we know the beneficiary, and as the bank is given it.
  beneficiary text not null,
  beneficiary_sent text not null,
  rfc text not null,
  concept text not null,
  reference integer not null check (reference between 0 and 9999999),
  ordered_by uuid not null references operators,
  ordered_at timestamptz not null,
  -- From when on the bank may know the order, and the last time that it was sent.
  sent_at timestamptz,
  resent_at timestamptz,
  -- When the bank last called about it, and when its lists were last asked for because of that.
  called_at timestamptz,
  followed_at timestamptz,
  -- The bank's id and state, once known.
  bank_id text,
  bank_state text,
  settled_at timestamptz,
  -- SPEI's day.
  operation_day date,
  holder text,
  -- When Banxico was last asked for the proof.
  proof_tried_at timestamptz,
  failure text,
  primary key (client_id, order_id),
  unique (client_id, sale_id, attempt),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  check ((sent_at is null) = (resent_at is null)),
  check (state not in ('sent', 'paid', 'returned') or sent_at is not null)
);
-- A sale is paid by one order at a time.
create unique index transfer_orders_open on transfer_orders (client_id, sale_id) where state in ('ordered', 'sent');
create index transfer_orders_unpaid on transfer_orders (ordered_at) where state <> 'paid';
create index transfer_orders_by_bank_id on transfer_orders (bank_id);

-- Banxico's proofs (CEP), kept as they came.
create table transfer_proofs (
  client_id uuid not null,
  order_id uuid not null,
  xml bytea not null,
  pdf bytea not null,
  fetched_at timestamptz not null,
  primary key (client_id, order_id),
  foreign key (client_id, order_id) references transfer_orders (client_id, order_id)
);

-- The bank's calls, as they came: nothing in them is believed. Those about nothing of ours are deleted.
create table bank_calls (
  digest bytea primary key,
  kind text not null check (kind in ('state', 'received')),
  body bytea not null check (length(body) <= 4096),
  received_at timestamptz not null,
  -- Of the transfer it is about, once that is known.
  tracking_key text
);
create index bank_calls_unread on bank_calls (received_at) where tracking_key is null;
create index bank_calls_by_key on bank_calls (tracking_key);

-- Keeps a call of the bank for the worker. False if it is kept already, or if 500 calls wait: anyone can make them.
create function keep_bank_call(kind text, body bytea, received_at timestamptz) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with kept as (
    insert into bank_calls (digest, kind, body, received_at)
    select sha256($2), $1, $2, $3
    where (select count(*) from (select from bank_calls where tracking_key is null limit 500) as waiting) < 500
    on conflict do nothing
    returning digest
  )
  select exists (select from kept)
$$;
revoke all on function keep_bank_call from public;
grant execute on function keep_bank_call to anticipa_auth;

call protect_tenant_table('transfer_orders');
call protect_tenant_table('transfer_proofs');
grant select, update (proof_tried_at) on transfer_orders to anticipa_tenant;
grant select, insert on transfer_proofs to anticipa_tenant, anticipa_worker;
grant select, insert, update (state, failure) on transfer_orders to anticipa_operator;
grant select, update on transfer_orders to anticipa_worker;
grant select on bank_calls to anticipa_operator;
grant select, update (tracking_key), delete on bank_calls to anticipa_worker;
