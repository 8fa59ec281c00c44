-- Payers of a client's invoices, each with its CLABE.

-- Same as isClabe in the domain: weights 3, 7, 1 over the first 17 digits, each product modulo 10.
create function is_clabe(text) returns boolean
language sql immutable parallel safe
return case
  when $1 ~ '^[0-9]{18}$' then (
    select (10 - sum(substr($1, place, 1)::integer * (array[3, 7, 1])[(place - 1) % 3 + 1] % 10) % 10) % 10
    from generate_series(1, 17) as place
  ) = substr($1, 18, 1)::integer
  else false
end;

-- Fits behind the longest prefix.
create sequence cost_centre_numbers minvalue 1 maxvalue 9999999;

create table cost_centres (
  client_id uuid not null references clients,
  cost_centre_id uuid not null,
  rfc_payer text not null check (length(rfc_payer) in (12, 13)),
  stp_name text not null check (stp_name <> ''),
  clabe text not null unique check (is_clabe(clabe)),
  stp_company text not null check (stp_company ~ '^[A-Z0-9_]{1,15}$'),
  active boolean not null default true,
  is_main boolean not null default false,
  -- Whether the bank takes transfers to the CLABE in.
  registration text not null default 'pending' check (registration in ('pending', 'registered', 'refused')),
  registration_failure text,
  created_at timestamptz not null,
  primary key (client_id, cost_centre_id),
  unique (client_id, rfc_payer)
);
create unique index cost_centres_one_main on cost_centres (client_id) where is_main;

call protect_tenant_table('cost_centres');
grant select, insert on cost_centres to anticipa_tenant;
grant select, update (registration, registration_failure) on cost_centres to anticipa_worker;
grant select, insert, update on cost_centres to anticipa_operator;
grant usage on sequence cost_centre_numbers to anticipa_tenant, anticipa_operator;
