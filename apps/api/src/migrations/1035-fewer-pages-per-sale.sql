-- Pages that a sale's hold and its answer read for each invoice.

-- A claim that is already proven is only looked up: each hold wrote it again, and searched for rivals that its unique columns exclude.
create or replace function claim_invoice(
  claimed_client uuid, claimed_document uuid, claimed_uuid text, claimed_seal bytea, claimed_fingerprint bytea, proven boolean
) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  known boolean;
  claimed integer;
begin
  if claimed_client <> coalesce(current_client_id(), claimed_client) then
    return false;
  end if;
  select is_proven into known from invoice_claims where client_id = claimed_client and document_id = claimed_document;
  if found then
    if proven and not known then
      update invoice_claims set is_proven = true where client_id = claimed_client and document_id = claimed_document;
    end if;
    return true;
  end if;
  if proven then
    delete from invoice_claims
    where not is_proven and (uuid = claimed_uuid or seal_hash = claimed_seal or fingerprint = claimed_fingerprint);
  end if;
  insert into invoice_claims (client_id, document_id, uuid, seal_hash, fingerprint, is_proven)
  values (claimed_client, claimed_document, claimed_uuid, claimed_seal, claimed_fingerprint, proven)
  on conflict do nothing;
  get diagnostics claimed = row_count;
  return claimed = 1;
end
$$;

-- The line of a sale is looked up once for all of its holds.
create or replace function refuse_ended_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct client_id, sale_id, credit_line_id from taken) drawn
    join credit_lines line using (client_id, credit_line_id)
    join sales using (client_id, sale_id)
    where (sales.created_at at time zone 'America/Mexico_City')::date > line.valid_until
  ) then
    raise exception 'credit line after its last day' using errcode = 'check_violation', constraint = 'credit_lines_in_force';
  end if;
  return null;
end
$$;
drop trigger credit_lines_in_force on credit_holds;
create trigger credit_lines_in_force after insert on credit_holds referencing new table as taken
  for each statement execute function refuse_ended_line();

-- The sum of what an answer has authorised and not withdrawn: the amount of a day is added up from sales, not from their invoices.
alter table sales add column authorised_total numeric(18, 2);

create function keep_authorised() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.authorised_total := (
    select sum(total) from sale_items
    where client_id = new.client_id and sale_id = new.sale_id and state in ('authorised', 'disbursed')
  );
  return new;
end
$$;
-- Before sales_second_person, by its name. Nobody else decides the figure.
create trigger sales_authorised before update on sales for each row
  when (new.state = 'answered' or new.authorised_total is distinct from old.authorised_total)
  execute function keep_authorised();

create or replace function authorised_on(client uuid, operator uuid, in_currency text, at timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(sale.authorised_total), 0)
  from ledger_entries entry
  join sales sale on sale.client_id = entry.client_id and sale.sale_id = entry.sale_id
  where entry.client_id = client and entry.currency = in_currency and entry.event = 'authorisation'
    and entry.booked_on = (at at time zone 'America/Mexico_City')::date
    and sale.answered_by = operator and sale.state in ('answered', 'disbursed')
$$;

create or replace function check_second_person() returns trigger
language plpgsql
as $$
begin
  if new.confirmed_by is not null then
    if not exists (
      select from approvals
      where kind = 'answer' and change -> 'about' = jsonb_build_object('clientId', new.client_id, 'saleId', new.sale_id)
        and state = 'approved' and proposed_by = new.answered_by and decided_by = new.confirmed_by
    ) then
      raise exception 'no second person has confirmed this answer' using errcode = 'check_violation', constraint = 'sales_second_person';
    end if;
    return new;
  end if;
  if exists (
    select from approval_amounts where currency = new.currency and (
      new.authorised_total > per_sale
      or new.authorised_total + authorised_on(new.client_id, new.answered_by, new.currency, new.answered_at) > per_day
    )
  ) then
    raise exception 'this answer needs a second person' using errcode = 'check_violation', constraint = 'sales_second_person';
  end if;
  return new;
end
$$;

-- The trigger adds it up; only those of today are ever asked for.
alter table sales no force row level security;
update sales set authorised_total = 0 where state in ('answered', 'disbursed') and answered_at > now() - interval '3 days';
alter table sales force row level security;
