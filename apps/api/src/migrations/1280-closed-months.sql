-- A person closes a month of the lender's books. From then on no journal takes an entry that is booked in it: the day of booking is the
-- first day of the open month.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  closed_by uuid not null references operators,
  closed_at timestamptz not null,
  -- The checklist with its figures, and the reasons for what was not so.
  checks jsonb not null check (jsonb_typeof(checks) = 'array')
);
-- The last entry of each chain at that moment.
create table closed_heads (
  month date not null references closed_months,
  -- Null: the lender's own journal.
  client_id uuid references clients,
  entry_number bigint not null,
  hash bytea not null,
  unique nulls not distinct (month, client_id)
);
call protect_tenant_table('closed_heads');
-- Every role that books reads which month is open.
grant select on closed_months to anticipa_tenant, anticipa_operator, anticipa_worker;
grant select on closed_heads to anticipa_operator, anticipa_worker;
grant insert on closed_months, closed_heads to anticipa_operator;
-- The checklist of a close counts the statements that are not out.
grant select on monthly_statements to anticipa_operator;

-- The first day that is not closed.
create function open_day() returns date
language sql stable
as $$ select coalesce((select (max(month) + interval '1 month')::date from closed_months), '1900-01-01') $$;

-- The day of booking as far as statements tell it: a month takes entries until its third day after it.
create function statement_day(value_date date, today date) returns date
language sql immutable
as $$ select greatest(value_date, date_trunc('month', (today - 3)::timestamp)::date) $$;

create or replace function booked_on(value_date date, today date) returns date
language sql stable
as $$ select greatest(statement_day(value_date, today), open_day()) $$;

-- A close waits for those who are booking, and they for it. Months are closed in order, once they are over.
create function refuse_early_close() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  last date;
begin
  perform pg_advisory_xact_lock(hashtextextended('close of a month', 0));
  select max(month) into last from closed_months where month <> new.month;
  if last is not null and new.month <> last + interval '1 month' then
    raise exception 'month % does not follow the last closed one', new.month
      using errcode = 'check_violation', constraint = 'closed_months_in_order';
  end if;
  if new.month + interval '1 month' > (new.closed_at at time zone 'America/Mexico_City')::date then
    raise exception 'month % is not over', new.month using errcode = 'check_violation', constraint = 'closed_months_over';
  end if;
  return null;
end
$$;
create trigger closed_months_in_order after insert on closed_months for each row execute function refuse_early_close();

create function refuse_head_within_chain() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from ledger_entries entry
    where entry.client_id = new.client_id and entry.entry_number = new.entry_number and entry.hash = new.hash
    union all
    select from lender_entries entry
    where new.client_id is null and entry.entry_number = new.entry_number and entry.hash = new.hash
  ) or exists (
    select from ledger_entries entry where entry.client_id = new.client_id and entry.entry_number > new.entry_number
    union all
    select from lender_entries entry where new.client_id is null and entry.entry_number > new.entry_number
  ) then
    raise exception 'a head that is not the end of its chain' using errcode = 'check_violation', constraint = 'closed_heads_of_chain';
  end if;
  return null;
end
$$;
create trigger closed_heads_of_chain after insert on closed_heads for each row execute function refuse_head_within_chain();

create function refuse_change_of_close() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  raise exception 'a closed month stays closed' using errcode = 'check_violation', constraint = 'closed_months_stay';
end
$$;
create trigger closed_months_stay before update or delete or truncate on closed_months
  for each statement execute function refuse_change_of_close();
create trigger closed_heads_stay before update or delete or truncate on closed_heads
  for each statement execute function refuse_change_of_close();

-- An entry whose month was closed while it was being written is written again, on the day that is then right.
create or replace function refuse_unchained_entry() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  last bytea := decode(repeat('00', 32), 'hex');
begin
  if new.entry_number > 1 then
    select hash into last from ledger_entries where client_id = new.client_id and entry_number = new.entry_number - 1;
  end if;
  if last is distinct from new.previous_hash then
    raise exception 'ledger entry % does not follow the last one', new.entry_number
      using errcode = 'check_violation', constraint = 'ledger_entries_chained';
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('close of a month', 0));
  if new.booked_on < open_day() then
    raise exception 'ledger entry % is booked in a closed month', new.entry_number
      using errcode = 'serialization_failure', constraint = 'ledger_entries_in_open_month';
  end if;
  if new.booked_on <> booked_on(new.value_date, (new.recorded_at at time zone 'America/Mexico_City')::date) then
    raise exception 'ledger entry % is not booked on its day', new.entry_number
      using errcode = 'check_violation', constraint = 'ledger_entries_booked_on_its_day';
  end if;
  return null;
end
$$;

-- Statements show nothing of what accountants book in the lender's own journal: such an entry has its own day while its month is open.
create or replace function refuse_unchained_lender_entry() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  last bytea := decode(repeat('00', 32), 'hex');
begin
  if new.entry_number > 1 then
    select hash into last from lender_entries where entry_number = new.entry_number - 1;
  end if;
  if last is distinct from new.previous_hash or new.hash <> lender_hash(new) then
    raise exception 'lender entry % does not follow the last one', new.entry_number
      using errcode = 'check_violation', constraint = 'lender_entries_chained';
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('close of a month', 0));
  if new.booked_on < open_day() then
    raise exception 'lender entry % is booked in a closed month', new.entry_number
      using errcode = 'serialization_failure', constraint = 'lender_entries_in_open_month';
  end if;
  if new.booked_on <> (case when new.event in ('manual', 'year-end') then greatest(new.value_date, open_day())
    else booked_on(new.value_date, (new.recorded_at at time zone 'America/Mexico_City')::date) end) then
    raise exception 'lender entry % is not booked on its day', new.entry_number
      using errcode = 'check_violation', constraint = 'lender_entries_booked_on_its_day';
  end if;
  return null;
end
$$;
