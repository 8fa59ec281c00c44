-- The last number and hash of each chain of the books, kept each night. They are also mailed and logged, so that whoever cuts or rewrites
-- a chain, and these rows with it, is still found.
create table kept_heads (
  -- Null: the lender's own journal.
  client_id uuid references clients,
  entry_number bigint not null,
  hash bytea not null,
  kept_at timestamptz not null,
  unique nulls not distinct (client_id, entry_number)
);
call protect_tenant_table('kept_heads');
grant select on kept_heads to anticipa_operator, anticipa_worker;
grant insert on kept_heads to anticipa_worker;

create function refuse_wrong_head() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from ledger_entries entry
    where entry.client_id = new.client_id and entry.entry_number = new.entry_number and entry.hash = new.hash
    union all
    select from lender_entries entry
    where new.client_id is null and entry.entry_number = new.entry_number and entry.hash = new.hash
  ) then
    raise exception 'a head that is not in its chain' using errcode = 'check_violation', constraint = 'kept_heads_of_chain';
  end if;
  return null;
end
$$;
create trigger kept_heads_of_chain after insert on kept_heads for each row execute function refuse_wrong_head();

create function refuse_change_of_heads() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  raise exception 'a kept head stays as it is' using errcode = 'check_violation', constraint = 'kept_heads_stay';
end
$$;
create trigger kept_heads_stay before update or delete or truncate on kept_heads
  for each statement execute function refuse_change_of_heads();

-- small table: alerts
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in (
    'certificate-expiry', 'tax-objection', 'listed-taxpayer', 'invoicing-refused', 'list-refused', 'transfer', 'related-invoice',
    'books-altered'
  ));

-- The worker checks the books each night, for which it reads what the invariants compare.
grant select on settled_totals, bank_lines, audit_links, invoice_claims to anticipa_worker;
