-- A reversed row stays, with the instant of its reversal, and no longer counts.
-- small table: shortfalls

alter table collections add column reversed_at timestamptz;
grant update (reversed_at) on collections to anticipa_operator;
alter table payouts add column reversed_at timestamptz;
grant update (reversed_at) on payouts to anticipa_operator;

-- The shortfall of an invoice may be closed again after its reversal.
alter table shortfalls add column shortfall_id uuid, add column reversed_at timestamptz;
alter table shortfalls no force row level security;
update shortfalls set shortfall_id = document_id;
alter table shortfalls force row level security;
alter table ledger_entries drop constraint ledger_entries_client_id_shortfall_id_fkey;
alter table shortfalls alter column shortfall_id set not null, drop constraint shortfalls_pkey, add primary key (client_id, shortfall_id);
create unique index shortfalls_once on shortfalls (client_id, document_id) where reversed_at is null;
alter table ledger_entries add constraint ledger_entries_shortfall foreign key (client_id, shortfall_id)
  references shortfalls (client_id, shortfall_id) not valid;
grant update (reversed_at) on shortfalls to anticipa_operator;

-- A devolución that was paid for a settlement that was reversed: its next settlement returns that much less.
alter table invoices add column returned_before numeric(18, 2) not null default 0;

-- A complement is cancelled like an invoice.
alter table payment_complements
  add column active boolean not null default true,
  add column cancelled_at timestamptz,
  add column cancel_motive text,
  add column cancel_state text,
  add column cancel_sent_at timestamptz;
alter table payment_complements
  add constraint payment_complements_cancelled check (
    (cancelled_at is null) = active and (active or cancel_motive is not null)
    and cancel_motive in ('02', '03') and cancel_state in ('requested', 'in-process', 'rejected')
    and (cancel_state is null or (cancel_motive is not null and active))
  ) not valid;
grant update (active, cancelled_at, cancel_motive, cancel_state, cancel_sent_at) on payment_complements to anticipa_operator, anticipa_worker;

-- The money of a reversed receipt that the bank has waits to be identified.
grant update (state) on received_transfers to anticipa_operator;

-- An invoice that is owed again no longer counts as settled.
create function subtract_settled() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from settled_totals
  where client_id = new.client_id and product = new.product and currency = new.currency and count = 1;
  update settled_totals totals set
    count = totals.count - 1, total = totals.total - new.total, first_emitted = rest.emitted, first_due = rest.due
  from (
    select min(emitted_on) as emitted, min(due_date) as due from invoices
    where client_id = new.client_id and is_settled and product = new.product and currency = new.currency
  ) rest
  where totals.client_id = new.client_id and totals.product = new.product and totals.currency = new.currency;
  return null;
end
$$;
revoke execute on function subtract_settled from public;
create trigger invoices_unsettled_again after update of status on invoices
  for each row when (new.status = 30 and old.status = 40) execute function subtract_settled();

-- A debt that is owed again may exceed a limit, because it is owed; only what is held for a new sale may not.
create or replace function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if new.held > old.held and new.used + new.held > old.used + old.held and new.used + new.held > new.credit_limit then
    raise exception 'credit line over its limit' using errcode = 'check_violation', constraint = 'credit_lines_within_limit';
  end if;
  return new;
end
$$;
create or replace function refuse_exposure() returns trigger language plpgsql as $$
begin
  if new.held > old.held and new.held + new.owed > old.held + old.owed and new.held + new.owed > new.limit_amount then
    raise exception 'receiver over its limit' using errcode = 'check_violation', constraint = 'receivers_within_limit';
  end if;
  return new;
end
$$;
