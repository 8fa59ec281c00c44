-- The lender's accounts whose banks provide files, with the columns of each bank.
create table statement_accounts (
  account_id uuid primary key,
  name text not null unique check (length(name) between 2 and 60),
  currency text not null check (currency in ('MXN', 'USD')),
  -- As the bank writes it: a CLABE, or its own number.
  number text not null check (number ~ '^[0-9A-Z]{4,34}$'),
  mapping jsonb not null,
  unique (number, currency)
);

create table bank_files (
  file_id uuid primary key,
  account_id uuid not null references statement_accounts,
  name text not null check (length(name) between 1 and 200),
  digest bytea not null check (length(digest) = 32),
  -- Balances before and after the movements, as the bank says them.
  opening numeric(18, 2),
  closing numeric(18, 2),
  -- Whether the movements lead from one balance to the other; null if the bank says none.
  adds boolean,
  -- Why rows that are no movement were left out.
  unread_reason text check (length(unread_reason) between 5 and 300),
  brought_by uuid not null references operators,
  brought_at timestamptz not null,
  constraint bank_files_balances check ((opening is null) = (closing is null))
);
create index bank_files_of_account on bank_files (account_id, brought_at desc);

-- Movements of the accounts, each once.
create table bank_lines (
  line_id uuid primary key,
  account_id uuid not null references statement_accounts,
  -- The same for movements that cannot be told apart; the ordinal counts them.
  line_key text not null check (length(line_key) <= 1000),
  ordinal integer not null check (ordinal > 0),
  booked_on date not null,
  amount numeric(18, 2) not null check (amount <> 0),
  tracking_key text not null,
  reference text not null,
  text text not null,
  balance numeric(18, 2),
  state text not null check (state in ('due', 'waiting', 'booked', 'ignored')),
  -- Why it waits for a person.
  cause text check (cause in ('resembles', 'second-person', 'unmatched', 'refused', 'reversal')),
  -- The movement that it resembles.
  resembles uuid references bank_lines,
  -- Its place in the books, by tracking key, and whether they had it before the bank's file came.
  booked_as text check (booked_as in ('receipt', 'deposit', 'payout', 'return')),
  book_key text check (book_key ~ '^[A-Za-z0-9]{1,30}$'),
  was_booked boolean,
  -- Why a person left it out, and who decided about it.
  reason text check (length(reason) between 5 and 300),
  ended_by uuid references operators,
  ended_at timestamptz,
  constraint bank_lines_once unique (account_id, line_key, ordinal),
  constraint bank_lines_waiting check ((state = 'waiting') = (cause is not null)),
  constraint bank_lines_booked check (num_nonnulls(booked_as, book_key, was_booked) = case when state = 'booked' then 3 else 0 end),
  constraint bank_lines_explained check ((state = 'ignored') = (reason is not null)),
  constraint bank_lines_ended check ((state in ('booked', 'ignored')) = (ended_at is not null)),
  constraint bank_lines_like check (cause is distinct from 'resembles' or resembles is not null)
);
create index bank_lines_of_day on bank_lines (account_id, booked_on);
create index bank_lines_open on bank_lines (state) where state in ('due', 'waiting');
-- One movement stands for what the books have under a key.
create unique index bank_lines_book_key on bank_lines (book_key, (amount > 0)) where book_key is not null;

-- Each row of each file: the movement that it is, or the text of one that is none.
create table bank_file_rows (
  file_id uuid not null references bank_files,
  row_number integer not null check (row_number > 0),
  kind text not null check (kind in ('new', 'known', 'resembles', 'unread')),
  line_id uuid references bank_lines,
  content text check (length(content) <= 300),
  primary key (file_id, row_number),
  constraint bank_file_rows_of_line check ((kind = 'unread') = (line_id is null) and (kind = 'unread') = (content is not null))
);
create index bank_file_rows_by_line on bank_file_rows (line_id);

create function keep_bank_line() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state in ('booked', 'ignored') then
    raise check_violation using message = 'a movement of the bank is decided once', constraint = 'bank_lines_final';
  end if;
  return new;
end
$$;
create trigger bank_lines_final before update on bank_lines for each row execute function keep_bank_line();

grant select, insert, update (name, mapping) on statement_accounts to anticipa_operator;
grant select, insert on bank_files, bank_file_rows to anticipa_operator;
grant select, insert, update (state, cause, booked_as, book_key, was_booked, reason, ended_by, ended_at) on bank_lines to anticipa_operator;
