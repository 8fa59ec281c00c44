-- Receivers of invoices.

-- The lender's record of a receiver, shared between clients; a client sees those linked to it.
create table companies (
  company_id uuid primary key,
  rfc text not null,
  -- Null until the lender or a proven CFDI has confirmed it: another client must not read what one has typed.
  name text,
  tax_id text,
  receiver_key text not null unique,
  status integer not null check (status in (0, 1, 2, 10, 20, 30)),
  created_at timestamptz not null,
  -- When it pays, as the lender has agreed with it: days from the emission, and ISO weekdays; null if unknown.
  policy_term integer check (policy_term between 1 and 180),
  policy_week_days text check (policy_week_days ~ '^[1-5]{1,5}$'),
  -- The receiver of which this is another name: its invoices belong to that one.
  alias_of uuid references companies check (alias_of <> company_id),
  constraint companies_alias_abroad check (alias_of is null or rfc = 'XEXX010101000'),
  constraint companies_reviewed_named check (status = 10 or name is not null),
  check ((policy_term is null) = (policy_week_days is null))
);
create index companies_oldest on companies (created_at, company_id);
create index companies_aliases on companies (alias_of) where alias_of is not null;
create index companies_by_status on companies (status, created_at, company_id);

create table company_links (
  client_id uuid not null references clients,
  company_id uuid not null references companies,
  -- Name that the client typed, or that of its first CFDI; shown to the client until the company's own is confirmed.
  name text not null,
  fb_programme boolean not null default false,
  created_at timestamptz not null,
  primary key (client_id, company_id)
);

-- When a receiver pays, as its client last said: days from the emission, and the days of the week.
create table payment_habits (
  client_id uuid not null,
  company_id uuid not null,
  payment_days integer not null check (payment_days between 1 and 180),
  monday boolean not null,
  tuesday boolean not null,
  wednesday boolean not null,
  thursday boolean not null,
  friday boolean not null,
  saved_at timestamptz not null,
  primary key (client_id, company_id),
  foreign key (client_id, company_id) references company_links (client_id, company_id),
  check (monday or tuesday or wednesday or thursday or friday)
);

-- Finds or creates (as PENDING) the lender's record of a receiver and links it to the current client, also under the name
-- of which it is an alias, whose record is returned. A proven name is confirmed for all clients.
create function ensure_company(
  wanted_rfc text, wanted_name text, wanted_tax_id text, wanted_key text, is_proven boolean, at timestamptz
) returns table (company_id uuid, status integer, fb_programme boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  found_id uuid;
  main_id uuid;
begin
  insert into companies (company_id, rfc, name, tax_id, receiver_key, status, created_at)
  values (gen_random_uuid(), wanted_rfc, case when is_proven then wanted_name end, wanted_tax_id, wanted_key, 10, at)
  on conflict (receiver_key) do nothing;
  if is_proven then
    update companies set name = wanted_name where receiver_key = wanted_key and name is null;
  end if;
  if wanted_rfc = 'XEXX010101000' then
    -- It does not become an alias before the invoice is in, which would stay behind.
    perform from companies where receiver_key = wanted_key for key share;
  end if;
  select companies.company_id, coalesce(alias_of, companies.company_id) into found_id, main_id
  from companies where receiver_key = wanted_key;
  insert into company_links (client_id, company_id, name, created_at)
  select current_client_id(), linked.id, wanted_name, at from (select found_id union select main_id) linked (id)
  on conflict do nothing;
  return query
    select companies.company_id, companies.status, company_links.fb_programme
    from companies
    join company_links on company_links.company_id = companies.company_id and company_links.client_id = current_client_id()
    where companies.company_id = main_id;
end
$$;

call protect_tenant_table('company_links', 'payment_habits');
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies for select to anticipa_tenant using (
  exists (select from company_links where company_links.company_id = companies.company_id and company_links.client_id = current_client_id())
);
create policy operator on companies to anticipa_operator using (true) with check (true);
create policy worker on companies to anticipa_worker using (true) with check (true);
-- ensure_company runs as the owner, to whom the policies apply too.
create policy owner on companies to current_user using (true) with check (true);
create policy owner on company_links to current_user using (true) with check (true);

revoke execute on function ensure_company from public;
grant execute on function ensure_company to anticipa_tenant, anticipa_worker;
grant select on companies, company_links to anticipa_tenant, anticipa_worker;
grant select, insert, update on companies, company_links to anticipa_operator;
grant select, insert, update on payment_habits to anticipa_tenant;
grant select, insert on payment_habits to anticipa_operator;
