-- Changes that need a second person. The constraints enforce it, independently of the program.

create table proposals (
  proposal_id uuid primary key,
  kind text not null check (kind in (
    'credit-line', 'bank-account', 'account-release', 'operator', 'second-factor', 'receiver-limit', 'receiver-alias',
    'lender-account', 'clabe-range', 'terms', 'approval-amounts'
  )),
  -- The line or account; of a receiver's limit, the client, or null for all together.
  client_id uuid references clients,
  product text check (product in ('BI', 'FB')),
  currency text check (currency in ('MXN', 'USD')),
  -- The receiver of a limit, or the one that is an alias.
  company_id uuid references companies,
  -- The operator concerned; a new one is not in `operators` before the approval.
  operator_id uuid,
  -- The setting: a currency, a payment-order company, or the version of the terms.
  setting text,
  -- Values as text: of `proposed` only those that change; `before` is null if the line, account or operator is new.
  proposed jsonb not null,
  before jsonb,
  reason text not null check (length(reason) >= 5),
  state text not null default 'PENDIENTE'
    check (state in ('PENDIENTE', 'APLICADA', 'RECHAZADA', 'RETIRADA', 'VENCIDA', 'SIN_BASE')),
  proposed_by uuid not null references operators,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references operators,
  decided_at timestamptz,
  motive text,
  constraint proposals_second_person check (
    case state
      when 'PENDIENTE' then decided_by is null
      when 'VENCIDA' then decided_by is null
      when 'RETIRADA' then decided_by is not distinct from proposed_by
      else decided_by is not null and decided_by <> proposed_by and decided_by is distinct from operator_id
    end
  ),
  check (
    case
      when kind = 'receiver-limit' then num_nulls(company_id, currency) = 0 and product is null
      when kind = 'receiver-alias' then company_id is not null and num_nulls(client_id, product, currency) = 3
      when kind in ('credit-line', 'bank-account', 'account-release')
        then num_nulls(client_id, product, currency) = 0 and company_id is null
      else num_nulls(client_id, company_id, product, currency) = 4
    end
  ),
  check ((setting is not null) = (kind in ('lender-account', 'clabe-range', 'terms', 'approval-amounts'))),
  check ((operator_id is not null) = (kind in ('operator', 'second-factor'))),
  check ((state = 'PENDIENTE') = (decided_at is null)),
  check ((state = 'RECHAZADA') = (motive is not null))
);
create unique index proposals_pending on proposals (kind, client_id, company_id, product, currency, operator_id, setting)
  nulls not distinct
  where state = 'PENDIENTE';
create index proposals_waiting on proposals (expires_at) where state = 'PENDIENTE';
create index proposals_decided on proposals (decided_at) where state <> 'PENDIENTE';

-- A decision is final, and what was proposed never changes.
create function keep_proposal() returns trigger
language plpgsql
as $$
begin
  if old.state <> 'PENDIENTE' or
    (old.proposal_id, old.kind, old.client_id, old.company_id, old.product, old.currency, old.operator_id, old.setting,
      old.proposed, old.reason, old.proposed_by, old.proposed_at, old.expires_at) is distinct from
    (new.proposal_id, new.kind, new.client_id, new.company_id, new.product, new.currency, new.operator_id, new.setting,
      new.proposed, new.reason, new.proposed_by, new.proposed_at, new.expires_at) then
    raise exception 'a proposal is decided once and never changed' using errcode = 'check_violation', constraint = 'proposals_final';
  end if;
  return new;
end
$$;
create trigger proposals_final before update on proposals for each row execute function keep_proposal();

call protect_tenant_table('proposals');
grant select, insert on proposals to anticipa_operator;
-- For mails about changed accounts.
grant select on proposals to anticipa_worker;
grant update (state, decided_by, decided_at, motive) on proposals to anticipa_operator;
