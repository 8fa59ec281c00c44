-- Transfers at the bank: our orders, what the lender receives, and the bank's calls.

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
  -- Name by which we know the beneficiary, and which the bank is given.
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

-- Transfers that the bank has received for the lender, each once, as its own answers show them.
create table received_transfers (
  transfer_id uuid primary key,
  tracking_key text not null,
  -- SPEI's day, which can be after the calendar's: then it waits to be booked.
  operation_day date not null,
  -- The day on which the bank took the money, which interest and late charges follow. SPEI's can be some days later.
  value_date date not null,
  bank_id text not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- The lender's CLABE that was paid.
  clabe text not null,
  sender_bank text not null,
  sender_name text not null,
  -- Texts of the sender.
  concept text not null,
  -- 'conflicting': its key counts already for other money. 'refund': it gives back money of ours, so it is booked as no payment.
  state text not null check (state in ('received', 'booked', 'unidentified', 'conflicting', 'returned', 'refund')),
  -- The key of our transfer that comes back.
  refund_of text,
  found_at timestamptz not null,
  unique (tracking_key, operation_day, bank_id),
  check (case state when 'refund' then refund_of is not null when 'returned' then true else refund_of is null end)
);
create index received_transfers_to_book on received_transfers (value_date) where state = 'received';
create index received_transfers_refunds on received_transfers (refund_of) where state = 'refund';

-- When the bank was last asked for received transfers because it had called.
create table received_polls (
  only_row boolean primary key default true check (only_row),
  polled_at timestamptz not null
);

-- The bank's calls, as they came: nothing in them is believed. Those about nothing of ours are deleted.
create table bank_calls (
  digest bytea primary key,
  kind text not null check (kind in ('state', 'received')),
  body bytea not null check (length(body) <= 4096),
  sender text not null default '',
  received_at timestamptz not null,
  -- Tracking key of its transfer, once that is known.
  tracking_key text
);
create index bank_calls_unread on bank_calls (received_at) where tracking_key is null;
create index bank_calls_by_key on bank_calls (tracking_key);

-- Keeps a call of the bank for the worker: 'new', 'known' if it is kept already, or 'full'. Anyone can make them, so 500 of a
-- kind wait, 100 of them of one sender.
create function keep_bank_call(kind text, body bytea, received_at timestamptz, sender text) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with waiting as (
    select count(*) as calls, count(*) filter (where waits.sender = $4) as of_sender
    from bank_calls waits where tracking_key is null and waits.kind = $1
  ), kept as (
    insert into bank_calls (digest, kind, body, received_at, sender)
    select sha256($2), $1, $2, $3, $4 from waiting where calls < 500 and of_sender < 100
    on conflict do nothing
    returning digest
  )
  select case
    when exists (select from kept) then 'new'
    when exists (select from bank_calls where digest = sha256($2)) then 'known'
    else 'full'
  end
$$;
revoke all on function keep_bank_call from public;
grant execute on function keep_bank_call to anticipa_auth;

call protect_tenant_table('transfer_orders', 'transfer_proofs');
grant select, update (proof_tried_at) on transfer_orders to anticipa_tenant;
grant select, insert, update (state, failure, proof_tried_at) on transfer_orders to anticipa_operator;
grant select, update on transfer_orders to anticipa_worker;
grant select, insert on transfer_proofs to anticipa_tenant, anticipa_operator, anticipa_worker;
grant select on bank_calls to anticipa_operator;
grant select, update (tracking_key), delete on bank_calls to anticipa_worker;
grant select on received_transfers to anticipa_operator;
grant select, insert, update (state) on received_transfers to anticipa_worker;
grant select, insert, update on received_polls to anticipa_worker;
