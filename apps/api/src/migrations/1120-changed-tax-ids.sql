-- small table: cost_centres
-- A receiver whose tax id changes keeps the CLABEs that its clients gave it under the old one. Filled here and not by the program,
-- because the version before may still insert rows.
alter table cost_centres add column company_id uuid references companies;

create function company_of_payer() returns trigger
language plpgsql as $$
begin
  new.company_id := (select coalesce(alias_of, company_id) from companies where receiver_key = new.rfc_payer);
  return new;
end
$$;
create trigger company_of_payer before insert on cost_centres for each row when (not new.is_main)
  execute function company_of_payer();

alter table cost_centres no force row level security;
update cost_centres set company_id = (
  select coalesce(alias_of, companies.company_id) from companies where receiver_key = rfc_payer
) where not is_main;
alter table cost_centres force row level security;
create index cost_centres_of_company on cost_centres (client_id, company_id);

-- The program refuses one abroad that would be one in Mexico.
alter table companies drop constraint companies_alias_abroad;

-- As before, but any receiver can become another name of one: its invoices enter under a lock that declaring it waits for.
create or replace function ensure_company(
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
  perform pg_advisory_xact_lock_shared(hashtextextended('receiver-names', 0));
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
