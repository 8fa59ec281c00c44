-- Use of credit lines and of the limits of receivers by sales.

create table credit_holds (
  client_id uuid not null,
  sale_id uuid not null,
  document_id uuid not null,
  credit_line_id uuid not null,
  -- In the line's currency; exchange_rate is pesos per dollar as published, 1 without conversion.
  amount numeric(18, 2) not null check (amount > 0),
  exchange_rate numeric(14, 8) not null,
  -- 'repaid': the invoice was paid and its credit released.
  state text not null check (state in ('held', 'posted', 'released', 'repaid')),
  -- Debt of its receiver with its currency, for the limits of receivers.
  company_id uuid not null,
  face numeric(18, 2) not null check (face > 0),
  currency text not null check (currency in ('MXN', 'USD')),
  primary key (client_id, sale_id, document_id),
  foreign key (client_id, company_id) references company_links (client_id, company_id),
  foreign key (client_id, sale_id, document_id) references sale_items (client_id, sale_id, document_id),
  foreign key (client_id, credit_line_id) references credit_lines (client_id, credit_line_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

-- No new sale draws on a line whose last day is over.
create function refuse_ended_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from credit_lines line
    join sales on sales.client_id = line.client_id and sales.sale_id = new.sale_id
    where line.client_id = new.client_id and line.credit_line_id = new.credit_line_id
      and (sales.created_at at time zone 'America/Mexico_City')::date > line.valid_until
  ) then
    raise exception 'credit line after its last day' using errcode = 'check_violation', constraint = 'credit_lines_in_force';
  end if;
  return new;
end
$$;
create trigger credit_lines_in_force before insert on credit_holds for each row execute function refuse_ended_line();

-- Debts of receivers, by receiver and by client and receiver, with the limits that the lender accepts: the whole total of each
-- invoice, from its sale until it is paid in full.

create table receiver_exposures (
  company_id uuid not null references companies,
  currency text not null check (currency in ('MXN', 'USD')),
  -- Null: no limit.
  limit_amount numeric(18, 2) check (limit_amount >= 0),
  held numeric(18, 2) not null default 0 check (held >= 0),
  owed numeric(18, 2) not null default 0 check (owed >= 0),
  primary key (company_id, currency)
);

create table pair_exposures (
  client_id uuid not null,
  company_id uuid not null,
  currency text not null check (currency in ('MXN', 'USD')),
  limit_amount numeric(18, 2) check (limit_amount >= 0),
  held numeric(18, 2) not null default 0 check (held >= 0),
  owed numeric(18, 2) not null default 0 check (owed >= 0),
  primary key (client_id, company_id, currency),
  foreign key (client_id, company_id) references company_links (client_id, company_id)
);

-- Delay of receivers by month of the payment: the invoices paid in full, and the days after their due date weighted with
-- their totals. Judging a sale reads these sums, not the invoices of all clients.
create table receiver_payments (
  company_id uuid not null references companies,
  month date not null check (extract(day from month) = 1),
  total numeric(18, 2) not null check (total > 0),
  weighted_days numeric(18, 2) not null,
  primary key (company_id, month)
);

-- A lowered limit may be exceeded, as for credit lines, but no update may increase the excess.
create function refuse_exposure() returns trigger language plpgsql as $$
begin
  if new.held + new.owed > old.held + old.owed and new.held + new.owed > new.limit_amount then
    raise exception 'receiver over its limit' using errcode = 'check_violation', constraint = 'receivers_within_limit';
  end if;
  return new;
end
$$;
create trigger receivers_within_limit before update on receiver_exposures
  for each row execute function refuse_exposure();
create trigger pairs_within_limit before update on pair_exposures for each row execute function refuse_exposure();

-- Runs as the owner, because a client must not see what a receiver owes to others. Rows are locked in order. A refused
-- receiver takes no new hold: its status cannot change until the sale has committed.
create function count_held_exposure() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from companies where company_id in (select company_id from taken) order by company_id for share;
  if exists (select from companies join taken using (company_id) where companies.status in (0, 1, 2, 30)) then
    raise exception 'a refused receiver' using errcode = 'check_violation', constraint = 'receivers_accepted';
  end if;
  insert into receiver_exposures (company_id, currency, held)
  select company_id, currency, sum(face) from taken group by company_id, currency order by company_id, currency
  on conflict (company_id, currency) do update set held = receiver_exposures.held + excluded.held;
  insert into pair_exposures (client_id, company_id, currency, held)
  select client_id, company_id, currency, sum(face) from taken group by client_id, company_id, currency
  order by company_id, currency
  on conflict (client_id, company_id, currency) do update set held = pair_exposures.held + excluded.held;
  return null;
end
$$;
create trigger holds_taken after insert on credit_holds referencing new table as taken
  for each statement execute function count_held_exposure();

-- The debt of a receiver is that of the journal (CARTERA): a part payment lowers the face of the hold, and with it the sums.
create function count_moved_exposure() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from receiver_exposures where (company_id, currency) in (select company_id, currency from after)
  order by company_id, currency for update;
  update receiver_exposures exposure set held = exposure.held + moved.held, owed = exposure.owed + moved.owed
  from (
    select company_id, currency,
      sum(after.face * (after.state = 'held')::integer - before.face * (before.state = 'held')::integer) as held,
      sum(after.face * (after.state = 'posted')::integer - before.face * (before.state = 'posted')::integer) as owed
    from after join before using (client_id, sale_id, document_id, company_id, currency)
    where after.state <> before.state or after.face <> before.face group by company_id, currency
  ) moved
  where exposure.company_id = moved.company_id and exposure.currency = moved.currency;
  update pair_exposures exposure set held = exposure.held + moved.held, owed = exposure.owed + moved.owed
  from (
    select client_id, company_id, currency,
      sum(after.face * (after.state = 'held')::integer - before.face * (before.state = 'held')::integer) as held,
      sum(after.face * (after.state = 'posted')::integer - before.face * (before.state = 'posted')::integer) as owed
    from after join before using (client_id, sale_id, document_id, company_id, currency)
    where after.state <> before.state or after.face <> before.face group by client_id, company_id, currency
  ) moved
  where exposure.client_id = moved.client_id and exposure.company_id = moved.company_id
    and exposure.currency = moved.currency;
  return null;
end
$$;
create trigger holds_moved after update on credit_holds referencing old table as before new table as after
  for each statement execute function count_moved_exposure();

-- Amount that the current client may still sell of a receiver; null without a limit.
create function receiver_room(wanted_company uuid, wanted_currency text) returns numeric
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select least(
    (select limit_amount - held - owed from receiver_exposures
      where company_id = wanted_company and currency = wanted_currency),
    (select limit_amount - held - owed from pair_exposures
      where client_id = current_client_id() and company_id = wanted_company and currency = wanted_currency)
  )
$$;

call protect_tenant_table('credit_holds', 'pair_exposures');
-- The functions above run as the owner, to whom the policies apply too.
create policy owner on pair_exposures to current_user using (true) with check (true);
revoke execute on function count_held_exposure, count_moved_exposure, receiver_room from public;
grant execute on function receiver_room to anticipa_tenant;
grant select, insert, update on receiver_exposures, pair_exposures to anticipa_operator;
grant select on receiver_exposures, pair_exposures to anticipa_worker;
grant select, insert, update on receiver_payments to anticipa_operator, anticipa_worker;
grant delete on receiver_payments to anticipa_operator;
grant select, insert, update on credit_holds to anticipa_tenant;
grant select, update on credit_holds to anticipa_operator, anticipa_worker;
