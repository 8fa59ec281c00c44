-- Requests to the bank to get a payment back. A row ends with the payment, or with the reason for which it does not come back.
create table payment_recalls (
  recall_id uuid primary key,
  -- Null if the money went back to its payer.
  client_id uuid references clients,
  tracking_key text not null,
  reason text not null check (length(reason) between 5 and 300),
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  outcome text check (outcome in ('returned', 'not-returned')),
  outcome_reason text check (length(outcome_reason) between 5 and 300),
  -- Null if the bank reported the return.
  ended_by uuid references operators,
  ended_at timestamptz,
  constraint payment_recalls_ended check (
    (outcome is null) = (ended_at is null) and (outcome is not distinct from 'not-returned') = (outcome_reason is not null)
  )
);
create unique index payment_recalls_open on payment_recalls (tracking_key) where outcome is null;
create index payment_recalls_by_key on payment_recalls (tracking_key);
call protect_tenant_table('payment_recalls');
grant select, insert, update (outcome, outcome_reason, ended_by, ended_at) on payment_recalls to anticipa_operator;
grant select, update (outcome, ended_at) on payment_recalls to anticipa_worker;
