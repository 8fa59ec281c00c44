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
create index approvals_waiting on approvals (expires_at) where state = 'open';
create index approvals_decided on approvals (decided_at) where state <> 'open';

-- The values of a proposal were text; 'none', 'now' and '' stood for none.
create function typed_values(kind text, texts jsonb) returns jsonb
language sql
immutable
as $$
  select jsonb_object_agg(key, case
    when value in ('none', 'now', '') then 'null'::jsonb
    when key in ('multiCurrency', 'active', 'attended', 'secondFactor') then to_jsonb(value = 'true')
    when key in ('daysInYear', 'status') then to_jsonb(value::integer)
    when key in ('roles', 'invoices') then to_jsonb(string_to_array(value, ', '))
    else to_jsonb(value)
  end)
  from jsonb_each_text(case kind
    when 'account-release' then '{"paysFrom": ""}'
    when 'fiscal-data' then '{"fiscalRegime": "", "postalCode": ""}'
    when 'exchange-rate' then '{"tipoCambio": "", "source": "", "official": ""}'
    when 'payment' then '{"payer": ""}'
    else '{}'
  end::jsonb || texts)
$$;
insert into approvals (
  approval_id, change, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, motive
)
select proposal_id,
  jsonb_build_object(
    'kind', kind,
    'about', case
      when kind in ('credit-line', 'bank-account', 'account-release')
        then jsonb_build_object('clientId', client_id, 'product', product, 'currency', currency)
      when kind = 'fiscal-data' then jsonb_build_object('clientId', client_id)
      when kind in ('operator', 'second-factor') then jsonb_build_object('operatorId', operator_id)
      when kind = 'receiver-limit'
        then jsonb_build_object('companyId', company_id, 'clientId', client_id, 'currency', currency)
      when kind = 'receiver-alias' then jsonb_build_object('companyId', company_id)
      else jsonb_build_object(case kind
        when 'clabe-range' then 'company'
        when 'terms' then 'version'
        when 'exchange-rate' then 'date'
        when 'alert' then 'alertId'
        when 'payment' then 'trackingKey'
        when 'shortfall' then 'documentId'
        else 'currency'
      end, setting)
    end,
    'before', typed_values(kind, before),
    'proposed', case
      when kind = 'account-release' then '{"paysFrom": null}'
      when kind in ('receiver-alias', 'exchange-rate', 'alert', 'payment', 'shortfall', 'operator')
        then typed_values('', proposed)
      -- These now contain all values, also those that stay.
      else typed_values(kind, coalesce(before, '{}') || proposed)
    end
  ),
  reason,
  case state
    when 'PENDIENTE' then 'open'
    when 'APLICADA' then 'approved'
    when 'RECHAZADA' then 'rejected'
    when 'RETIRADA' then 'withdrawn'
    when 'VENCIDA' then 'expired'
    else 'outdated'
  end,
  proposed_by, proposed_at, expires_at, decided_by, decided_at, motive
from proposals;
drop function typed_values;
drop table proposals;
drop function keep_proposal;

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

call protect_tenant_table('approvals');
grant select, insert on approvals to anticipa_operator;
grant update (state, decided_by, decided_at, motive) on approvals to anticipa_operator;
-- For mails about changed accounts and waiting changes.
grant select on approvals to anticipa_worker;

-- A mail that an earlier version queued is now the mail of every waiting change.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs set payload = (payload::jsonb || jsonb_build_object(
      'kind', 'proposal-waiting',
      'about', coalesce((
        select approval_id from approvals where kind in ('operator', 'second-factor') and state = 'open'
        order by proposed_at desc limit 1
      ), gen_random_uuid())
    ))::json
    where payload ->> 'kind' = 'access-proposed';
  end if;
end
$$;
