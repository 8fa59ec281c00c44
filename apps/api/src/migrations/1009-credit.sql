-- Credit lines and exchange rates.

create table exchange_rates (
  rate_date date primary key,
  pesos_per_dollar numeric(12, 6) not null check (pesos_per_dollar > 0),
  source text not null,
  published_at timestamptz not null
);

-- The central bank's rate of a day, beside which the lender's is shown.
create table official_rates (
  rate_date date primary key,
  pesos_per_dollar numeric(12, 6) not null check (pesos_per_dollar > 0),
  source text not null,
  fetched_at timestamptz not null
);

create table credit_lines (
  client_id uuid not null references clients,
  credit_line_id uuid not null,
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  credit_limit numeric(18, 2) not null check (credit_limit >= 0),
  used numeric(18, 2) not null default 0 check (used >= 0),
  held numeric(18, 2) not null default 0 check (held >= 0),
  interest_rate numeric(12, 8) not null check (interest_rate >= 0),
  advance_percent numeric(12, 8) not null check (advance_percent between 0 and 100),
  days_in_year integer not null default 360 check (days_in_year in (360, 365)),
  iva_rate numeric(12, 8) not null default 16,
  moratory_rate numeric(12, 8) not null,
  -- Whether an early payment gives back the interest of the days that are left.
  early_rebate boolean not null default false,
  is_multi_currency boolean not null default false,
  -- The last day of new sales; without end if null.
  valid_until date,
  primary key (client_id, credit_line_id),
  unique (client_id, product, currency)
);

-- A line may exceed a lowered limit, but no update may increase the excess.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if new.used + new.held > old.used + old.held and new.used + new.held > new.credit_limit then
    raise exception 'credit line over its limit' using errcode = 'check_violation', constraint = 'credit_lines_within_limit';
  end if;
  return new;
end
$$;
create trigger credit_lines_within_limit before update on credit_lines for each row execute function refuse_overdraft();

call protect_tenant_table('credit_lines');

grant select on exchange_rates to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on exchange_rates to anticipa_operator;
grant insert on exchange_rates to anticipa_worker;
grant select, insert on official_rates to anticipa_operator, anticipa_worker;
grant select on credit_lines to anticipa_tenant, anticipa_worker;
grant update (used, held) on credit_lines to anticipa_tenant, anticipa_worker;
grant select, insert, update on credit_lines to anticipa_operator;
