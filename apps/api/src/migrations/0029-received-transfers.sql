-- Transfers that the bank has received for the lender, each once, as its own answers show them.
create table received_transfers (
  transfer_id uuid primary key,
  tracking_key text not null,
  -- SPEI's day, which can be after the calendar's: then it waits to be booked.
  operation_day date not null,
  bank_id text not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- The lender's CLABE that was paid.
  clabe text not null,
  sender_bank text not null,
  sender_name text not null,
  -- Texts of the sender.
  concept text not null,
  -- 'conflicting': its key counts already for other money.
  state text not null check (state in ('received', 'booked', 'unidentified', 'conflicting', 'returned')),
  found_at timestamptz not null,
  unique (tracking_key, operation_day, bank_id)
);
create index received_transfers_to_book on received_transfers (operation_day) where state = 'received';
grant select on received_transfers to anticipa_operator;
grant select, insert, update (state) on received_transfers to anticipa_worker;

-- When the bank was last asked for received transfers because it had called.
create table received_polls (
  only_row boolean primary key default true check (only_row),
  polled_at timestamptz not null
);
grant select, insert, update on received_polls to anticipa_worker;
