-- Promises to pay an invoice in credit, as its collector recorded them. A correction is a row of its own; the last
-- one counts, and one without an amount takes the promise back.
create table payment_promises (
  client_id uuid not null,
  document_id uuid not null,
  promise_number integer not null check (promise_number >= 1),
  amount numeric(18, 2) check (amount > 0),
  pay_on date,
  -- The person who promised.
  promised_by text check (length(promised_by) between 2 and 120),
  note text check (length(note) between 5 and 500),
  recorded_by uuid not null references operators,
  -- The date of `recorded_at` in Mexico City.
  recorded_on date not null,
  recorded_at timestamptz not null,
  primary key (client_id, document_id, promise_number),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  constraint payment_promises_whole check (num_nonnulls(amount, pay_on, promised_by) in (0, 3)),
  constraint payment_promises_explained check (amount is not null or note is not null),
  constraint payment_promises_ahead check (pay_on >= recorded_on)
);
create index payment_promises_days on payment_promises (pay_on);

-- Invoices in credit that the receiver does not accept as they are. Until its end a dispute stops the reminders.
create table disputes (
  client_id uuid not null,
  document_id uuid not null,
  dispute_number integer not null check (dispute_number >= 1),
  -- The person who disputes, and why; the client reads both.
  raised_by text not null check (length(raised_by) between 2 and 120),
  reason text not null check (length(reason) between 5 and 500),
  opened_by uuid not null references operators,
  opened_on date not null,
  opened_at timestamptz not null,
  outcome text check (outcome in ('owed', 'credit-note', 'recourse', 'mistaken')),
  note text check (length(note) between 5 and 500),
  closed_by uuid references operators,
  closed_on date,
  closed_at timestamptz,
  primary key (client_id, document_id, dispute_number),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  constraint disputes_end check (num_nonnulls(outcome, note, closed_by, closed_on, closed_at) in (0, 5))
);
create unique index disputes_open on disputes (client_id, document_id) where closed_at is null;

create function keep_dispute() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.closed_at is not null then
    raise check_violation using message = 'a dispute is closed once', constraint = 'disputes_final';
  end if;
  return new;
end
$$;
create trigger disputes_final before update on disputes for each row execute function keep_dispute();

call protect_tenant_table('payment_promises', 'disputes');
grant select on payment_promises, disputes to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on payment_promises, disputes to anticipa_operator;
grant update (outcome, note, closed_by, closed_on, closed_at) on disputes to anticipa_operator;
