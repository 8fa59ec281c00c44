-- Notices to the people of a client, a row for each person, and the channels by which they want them.

create table notices (
  client_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  event text not null check (event in ('sale-authorised', 'sale-rejected', 'sale-returned', 'sale-deposited', 'deposit-returned', 'due',
    'overdue', 'paid', 'payout', 'cfdi-issued', 'contract-kept', 'reference-expiring', 'sync-lost', 'statement', 'new-device')),
  -- Screen that it leads to, with the number of a sale, the id of an invoice or a month.
  object text not null check (object in ('sale', 'invoice', 'collections', 'settled', 'interest-invoices', 'references', 'sync',
    'statement', 'sessions')),
  object_id text,
  label text not null default '',
  count integer not null default 0 check (count >= 0),
  amount numeric(18, 2),
  currency text check (currency in ('MXN', 'USD')),
  due_on date,
  step integer,
  tracking_key text,
  -- Shown in the notice centre; otherwise it is here for its other channels.
  in_portal boolean not null,
  -- Goes into the next mail of the day until it is in one.
  in_digest boolean not null default false,
  -- A job that runs again tells a person the same thing once.
  once text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (client_id, notice_id),
  foreign key (client_id, user_id) references users (client_id, user_id),
  constraint notices_once unique (client_id, user_id, once),
  check ((amount is null) = (currency is null))
);
create index notices_of_user on notices (client_id, user_id, created_at desc, notice_id) where in_portal;
create index notices_unread on notices (client_id, user_id) where in_portal and read_at is null;
create index notices_to_mail on notices (client_id, user_id) where in_digest;
create index notices_oldest on notices (created_at);

-- Only what differs from the defaults. Whether deposits and a lost sync are mailed is in `users`.
create table notice_choices (
  client_id uuid not null,
  user_id uuid not null,
  event text not null,
  portal boolean not null,
  mail text not null check (mail in ('at-once', 'daily', 'none')),
  whatsapp boolean not null,
  push boolean not null,
  primary key (client_id, user_id, event),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('notices', 'notice_choices');
-- The notice of a sign-in from a new device is stored before the session exists.
create policy auth on notices to anticipa_auth with check (true);
create policy auth on notice_choices for select to anticipa_auth using (true);
grant insert on notices to anticipa_tenant, anticipa_operator, anticipa_worker, anticipa_auth;
grant select on notices to anticipa_tenant, anticipa_operator, anticipa_worker;
grant update (read_at) on notices to anticipa_tenant;
grant update (in_digest) on notices to anticipa_worker;
grant delete on notices to anticipa_worker;
-- People are told that the lender sends no reminders.
grant select (is_on) on reminder_settings to anticipa_tenant;
grant select on notice_choices to anticipa_tenant, anticipa_operator, anticipa_worker, anticipa_auth;
grant insert, update on notice_choices to anticipa_tenant;
grant delete on notice_choices to anticipa_worker;
