-- Money for invoices that are sold and not deposited yet: it waits, and is applied once they are.
create table deposit_waits (
  payment_id uuid not null references unidentified_payments,
  since timestamptz not null,
  -- The invoices that it pays, in order of id.
  document_ids uuid[] not null check (cardinality(document_ids) > 0),
  -- Applied at most; more may be left of the receipt.
  amount numeric(18, 2) not null check (amount > 0),
  payer text not null check (payer in ('debtor', 'client')),
  ended_at timestamptz,
  -- 'used': the money was identified otherwise, or sent back.
  outcome text check (outcome in ('applied', 'not-deposited', 'used')),
  primary key (payment_id, since),
  check ((ended_at is null) = (outcome is null))
);
create unique index deposit_waits_open on deposit_waits (payment_id) where ended_at is null;
create index deposit_waits_invoices on deposit_waits using gin (document_ids) where ended_at is null;
grant select, insert, update (ended_at, outcome) on deposit_waits to anticipa_operator, anticipa_worker;

-- A trigger, so that no command can deposit, reject or release an invoice and forget the money that waits for it.
create function follow_deposit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform enqueue_job('settle-deposit-wait', json_build_object('paymentId', payment_id), job_key => 'deposit-wait:' || payment_id)
  from deposit_waits where ended_at is null and document_ids @> array[new.document_id];
  return null;
end
$$;
revoke execute on function follow_deposit from public;
create trigger invoices_deposit_followed after update of status on invoices
  for each row when (old.status = 25 and new.status <> 25) execute function follow_deposit();
