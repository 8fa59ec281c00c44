-- Requests of clients that the lender answers: a higher line, or another account. What an operator takes up is a proposal.

create table client_requests (
  client_id uuid not null references clients,
  request_id uuid not null,
  kind text not null check (kind in ('line', 'account')),
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  -- Wanted limit of a line, and the one that it got.
  amount numeric(18, 2) check (amount > 0),
  granted numeric(18, 2) check (granted >= 0),
  bank text,
  clabe text check (clabe ~ '^\d{18}$'),
  holder_rfc text,
  -- Cover page of a bank statement.
  cover bytea check (length(cover) <= 1000000),
  reason text not null check (length(reason) between 5 and 300),
  state text not null default 'open' check (state in ('open', 'proposed', 'approved', 'declined', 'withdrawn')),
  asked_by uuid not null,
  asked_at timestamptz not null,
  approval_id uuid references approvals,
  decided_by uuid references operators,
  decided_at timestamptz,
  motive text,
  primary key (client_id, request_id),
  foreign key (client_id, asked_by) references users (client_id, user_id),
  constraint client_requests_line check ((kind = 'line') = (amount is not null)),
  constraint client_requests_account check ((kind = 'account') = (clabe is not null and bank is not null and holder_rfc is not null)),
  constraint client_requests_proposal check (state not in ('proposed', 'approved') or approval_id is not null),
  constraint client_requests_motive check ((state = 'declined') = (motive is not null)),
  constraint client_requests_decided check ((state in ('open', 'proposed')) = (decided_at is null))
);
-- One request at a time waits for each line and account.
create unique index client_requests_waiting on client_requests (client_id, kind, product, currency) where state in ('open', 'proposed');
create index client_requests_newest on client_requests (client_id, asked_at desc);
create index client_requests_queue on client_requests (asked_at) where state in ('open', 'proposed');
create index client_requests_of_proposal on client_requests (approval_id) where approval_id is not null;

-- A request keeps its contents, and an answer is final.
create function keep_request() returns trigger
language plpgsql
as $$
begin
  if old.state not in ('open', 'proposed') then
    raise exception 'a request that was answered is final' using errcode = 'check_violation', constraint = 'client_requests_final';
  end if;
  if (new.client_id, new.request_id, new.kind, new.product, new.currency, new.amount, new.bank, new.clabe, new.holder_rfc, new.cover,
      new.reason, new.asked_by, new.asked_at)
    is distinct from (old.client_id, old.request_id, old.kind, old.product, old.currency, old.amount, old.bank, old.clabe, old.holder_rfc,
      old.cover, old.reason, old.asked_by, old.asked_at) then
    raise exception 'what was asked does not change' using errcode = 'check_violation', constraint = 'client_requests_kept';
  end if;
  if (old.state, new.state) not in (('open', 'proposed'), ('proposed', 'open'), ('proposed', 'approved'), ('open', 'declined'), ('open', 'withdrawn')) then
    raise exception 'a request does not step from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'client_requests_step';
  end if;
  if new.state = 'approved' and not exists (select from approvals where approval_id = new.approval_id and state = 'approved') then
    raise exception 'a request is approved by a second person' using errcode = 'check_violation', constraint = 'client_requests_second';
  end if;
  return new;
end
$$;
create trigger client_requests_final before update on client_requests for each row execute function keep_request();

call protect_tenant_table('client_requests');
grant select, insert, update (state, decided_at) on client_requests to anticipa_tenant;
grant select, update (state, granted, approval_id, decided_by, decided_at, motive) on client_requests to anticipa_operator;
grant select on client_requests to anticipa_worker;
