-- Alerts that the lender's operators must look at, and changes that two of them decide.

-- The same alert is raised once, even after it was closed.
create table alerts (
  alert_id uuid primary key,
  client_id uuid references clients,
  kind text not null check (kind in (
    'certificate-expiry', 'tax-objection', 'listed-taxpayer', 'invoicing-refused', 'list-refused', 'transfer', 'related-invoice'
  )),
  subject text not null,
  reason text not null,
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  closed_at timestamptz,
  -- By an operator, or by what ended its reason: one about money closes by its cause, or with a second person.
  closed_by uuid references operators,
  closed_cause text check (closed_cause in ('paid', 'identified', 'sent-back', 'ended')),
  unique (kind, subject, reason),
  constraint alerts_closed_check check (num_nonnulls(closed_by, closed_cause) = (closed_at is not null)::integer)
);
create index alerts_newest on alerts (raised_at desc, alert_id);
create index alerts_of_client on alerts (client_id);

-- Changes that need a second person, as typed values of one column. The constraints enforce the second person,
-- independently of the program.
create table approvals (
  approval_id uuid primary key,
  -- Kind, subject and values, as `changeSchema` of the contract parses them.
  change jsonb not null,
  kind text not null generated always as (change ->> 'kind') stored,
  -- The client whose data change; null for the lender's own.
  client_id uuid generated always as ((change -> 'about' ->> 'clientId')::uuid) stored references clients,
  -- The operator whose access changes; a new one is not in `operators` before the approval.
  operator_id uuid generated always as ((change -> 'about' ->> 'operatorId')::uuid) stored,
  reason text not null check (length(reason) >= 5),
  state text not null default 'open'
    check (state in ('open', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated')),
  proposed_by uuid not null references operators,
  proposed_at timestamptz not null,
  -- Null: it stays open until it is decided.
  expires_at timestamptz,
  decided_by uuid references operators,
  decided_at timestamptz,
  motive text,
  constraint approvals_second_person check (
    case state
      when 'open' then decided_by is null
      when 'expired' then decided_by is null
      when 'withdrawn' then decided_by is not distinct from proposed_by
      else decided_by is not null and decided_by <> proposed_by and decided_by is distinct from operator_id
    end
  ),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'rejected') = (motive is not null))
);
-- One change at a time waits for each subject.
create unique index approvals_open on approvals (kind, (change -> 'about')) where state = 'open';
create index approvals_about on approvals (kind, (change -> 'about'));
create index approvals_waiting on approvals (expires_at) where state = 'open';
create index approvals_decided on approvals (decided_at) where state <> 'open';

-- A decision is final, and what was proposed never changes.
create function keep_approval() returns trigger
language plpgsql
as $$
begin
  if old.state <> 'open' or
    (old.approval_id, old.change, old.reason, old.proposed_by, old.proposed_at, old.expires_at) is distinct from
    (new.approval_id, new.change, new.reason, new.proposed_by, new.proposed_at, new.expires_at) then
    raise exception 'a change is decided once and never altered' using errcode = 'check_violation', constraint = 'approvals_final';
  end if;
  return new;
end
$$;
create trigger approvals_final before update on approvals for each row execute function keep_approval();

-- Above these an answer needs a second person: of one sale, and of one client and operator in a day. Null: none.
create table approval_amounts (
  currency text primary key check (currency in ('MXN', 'USD')),
  per_sale numeric(18, 2) check (per_sale >= 0),
  per_day numeric(18, 2) check (per_day >= 0)
);
-- Until the lender decides otherwise, each answer that authorises needs a second person.
insert into approval_amounts (currency, per_sale) values ('MXN', 0), ('USD', 0);

-- No answer above an approval amount is booked without the second person who confirmed it.
create function check_second_person() returns trigger
language plpgsql
as $$
declare
  authorised numeric;
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
  select sum(total) into authorised from sale_items
  where client_id = new.client_id and sale_id = new.sale_id and state = 'authorised';
  if exists (
    select from approval_amounts where currency = new.currency and (
      authorised > per_sale
      or authorised + authorised_on(new.client_id, new.answered_by, new.currency, new.answered_at) > per_day
    )
  ) then
    raise exception 'this answer needs a second person' using errcode = 'check_violation', constraint = 'sales_second_person';
  end if;
  return new;
end
$$;
create trigger sales_second_person before update on sales for each row
  when (old.state <> 'answered' and new.state = 'answered' and new.confirmed_by is null)
  execute function check_second_person();
-- A change is approved after it is applied, in one transaction.
create constraint trigger sales_confirmed after update on sales deferrable initially deferred for each row
  when (old.state <> 'answered' and new.state = 'answered' and new.confirmed_by is not null)
  execute function check_second_person();

call protect_tenant_table('alerts', 'approvals');
grant insert on alerts to anticipa_tenant;
grant select, insert, update (closed_at, closed_cause) on alerts to anticipa_worker;
grant select, insert, update (closed_at, closed_by, closed_cause) on alerts to anticipa_operator;
grant select, insert, update (state, decided_by, decided_at, motive) on approvals to anticipa_operator;
-- For mails about changed accounts and waiting changes.
grant select on approvals to anticipa_worker;
grant select, insert, update on approval_amounts to anticipa_operator;
