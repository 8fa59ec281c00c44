-- How interest is taxed, and what the law of the IVA asks a contract of factoring to say, from a day: of one client, or without a
-- client of all that have none of their own. A sale has those of its day. Where nothing was ever decided, those of `credit_lines`
-- and `devengado` apply, as before.
create table sale_terms (
  terms_id uuid primary key,
  client_id uuid references clients,
  valid_from date not null,
  -- The later one of two with the same first day counts.
  place bigint not null generated always as identity,
  iva_regime text not null check (iva_regime in ('devengado', 'exento', 'flujo')),
  -- The general rate, or that of the border region.
  iva_rate numeric(12, 8) not null check (iva_rate in (16, 8)),
  early_rebate boolean not null,
  -- Whether the client pays the IVA of a sold invoice once it is collected (LIVA 1-C), and who collects it.
  iva_on_collection boolean not null,
  collected_by text not null check (collected_by in ('lender', 'client')),
  with_recourse boolean not null,
  approval_id uuid references approvals
);
create index sale_terms_in_order on sale_terms (client_id, valid_from);
alter table sale_terms enable row level security;
alter table sale_terms force row level security;
create policy tenant on sale_terms to anticipa_tenant
  using (client_id is null or client_id = current_client_id()) with check (client_id = current_client_id());
create policy operator on sale_terms to anticipa_operator using (true) with check (true);
create policy worker on sale_terms for select to anticipa_worker using (true);
grant select on sale_terms to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on sale_terms to anticipa_operator;

-- Those in force for a client on a day; null without any.
create function sale_terms_on(client uuid, day date) returns sale_terms language sql stable as $$
  select terms from sale_terms terms where valid_from <= day and (client_id = client or client_id is null)
  order by client_id is null, valid_from desc, place desc limit 1
$$;

alter table sale_items add column iva_regime text not null default 'devengado';
-- Exempt interest has rate 0.
alter table sale_items add constraint sale_items_iva_regime check (
  case iva_regime when 'exento' then iva_rate = 0 when 'flujo' then iva_rate in (16, 8) else iva_regime = 'devengado' end
) not valid;
-- A sale without decided terms has the rate of its line.
alter table credit_lines add constraint credit_lines_iva_rate check (iva_rate in (16, 8, 0)) not valid;
alter table sales add column terms_id uuid;
alter table sales add constraint sales_terms foreign key (terms_id) references sale_terms not valid;

-- The sale whose deposit kept the interest of this CFDI, or of the CFDI that it credits; null for one of a month.
alter table interest_invoices add column sale_id uuid;
