-- Sales, their terms and their holds on credit lines.

create table extra_holidays (
  holiday date primary key,
  name text not null
);

create table terms_versions (
  version text primary key,
  body text not null,
  published_at timestamptz not null
);

create table sales (
  client_id uuid not null references clients,
  sale_id uuid not null,
  number_of_sale integer not null,
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  state text not null check (state in ('held', 'quoted', 'requested', 'answered', 'disbursed', 'cancelled', 'expired')),
  -- Indexed instead of the state: fixing the terms and the lender's answer change no index entry.
  is_open boolean not null generated always as (state in ('held', 'quoted')) stored,
  waiting_for text generated always as (
    case state
      when 'requested' then
        case when returned_at is not null then 'correction' when proposed_at is not null then 'confirmation' else 'answer' end
      when 'answered' then 'payout'
    end
  ) stored,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  terms_version text references terms_versions,
  terms_hash text,
  contract_text text,
  -- Number of sales in the contract text, which are accepted together.
  contract_sales integer,
  requested_at timestamptz,
  -- When its deposit arrives at the latest, as promised to the client with the request.
  promised_at timestamptz,
  -- Since when the lender waits for the client's correction.
  returned_at timestamptz,
  -- Since when its answer waits for a second person.
  proposed_at timestamptz,
  answered_at timestamptz,
  -- Who answered, and the second person of an answer that needed one.
  answered_by uuid references operators,
  confirmed_by uuid references operators,
  disbursed_at timestamptz,
  -- By the client; a sale declined by the lender ends with its answer.
  cancelled_at timestamptz,
  tracking_key text unique,
  -- The account that received the deposit.
  clabe text check (clabe is null or disbursed_at is not null),
  -- Counts the changes, so that an answer to an older one is recognised.
  version integer not null default 1,
  primary key (client_id, sale_id),
  unique (client_id, number_of_sale),
  -- For the lender, who finds a sale by its id alone.
  unique (sale_id),
  foreign key (client_id, created_by) references users (client_id, user_id),
  check (not is_open or expires_at is not null),
  check (num_nonnulls(terms_version, terms_hash, contract_text, contract_sales) in (0, 4)),
  check ((requested_at is null) = (promised_at is null)),
  check (returned_at is null or state in ('requested', 'cancelled')),
  check (proposed_at is null or (state in ('requested', 'cancelled') and returned_at is null)),
  check (answered_by is null or answered_at is not null),
  constraint sales_second_person check (confirmed_by is null or (answered_by is not null and confirmed_by <> answered_by)),
  check ((state = 'disbursed') = (disbursed_at is not null)),
  check ((state = 'cancelled' and answered_at is null) = (cancelled_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
create function count_version() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger sales_versions before update on sales for each row execute function count_version();
create index sales_expiring on sales (expires_at) where is_open;
create index sales_disbursed on sales (disbursed_at) where disbursed_at is not null;
create index sales_inbox on sales (waiting_for, promised_at, sale_id) where waiting_for is not null;

create table sale_items (
  client_id uuid not null,
  sale_id uuid not null,
  document_id uuid not null,
  position integer not null,
  state text not null check (state in ('held', 'authorised', 'rejected', 'disbursed', 'released')),
  -- Indexed instead of the state: a step between live states changes no index entry.
  is_live boolean not null generated always as (state in ('held', 'authorised', 'disbursed')) stored,
  motive text,
  -- Of the operator who decided, for the lender only.
  note text,
  previous_status integer not null check (previous_status in (0, 10, 20)),
  previous_motive text,
  previous_rejected_at timestamptz,
  purchase_order text,
  emitted_on date not null,
  due_date date not null,
  payment_days integer not null check (payment_days >= 1),
  interest_rate numeric(12, 8) not null,
  advance_percent numeric(12, 8) not null,
  days_in_year integer not null,
  iva_rate numeric(12, 8) not null,
  total numeric(18, 2) not null check (total > 0),
  comision numeric(18, 2) not null check (comision >= 0),
  iva numeric(18, 2) not null check (iva >= 0),
  aforo numeric(18, 2) not null check (aforo >= 0),
  adelanto numeric(18, 2) not null check (adelanto >= 0),
  initial_deposit numeric(18, 2) not null check (initial_deposit > 0),
  -- Fixed with the sale like every other term; changes of the line apply to later sales.
  moratory_rate numeric(12, 8) not null check (moratory_rate >= 0),
  early_rebate boolean not null default false,
  primary key (client_id, sale_id, document_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  check (adelanto + aforo = total),
  check (initial_deposit + aforo + comision = total)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
-- An invoice is in at most one live sale.
create unique index sale_items_live on sale_items (client_id, document_id) where is_live;

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
  -- What its receiver owes, and in which currency: for the limits of receivers.
  company_id uuid not null,
  face numeric(18, 2) not null check (face > 0),
  currency text not null check (currency in ('MXN', 'USD')),
  primary key (client_id, sale_id, document_id),
  foreign key (client_id, company_id) references company_links (client_id, company_id),
  foreign key (client_id, sale_id, document_id) references sale_items (client_id, sale_id, document_id),
  foreign key (client_id, credit_line_id) references credit_lines (client_id, credit_line_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

-- No new sale draws on a line whose last day is over.
create function refuse_ended_line() returns trigger
language plpgsql
as $$
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

create table acceptances (
  client_id uuid not null,
  sale_id uuid not null,
  user_id uuid not null,
  terms_version text not null references terms_versions,
  terms_hash text not null,
  accepted_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (client_id, sale_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

alter table invoices add foreign key (client_id, sale_id) references sales (client_id, sale_id);

-- What the lender asked the client to correct, and what the client wrote with the correction.
create table sale_returns (
  client_id uuid not null,
  sale_id uuid not null,
  return_number integer not null check (return_number >= 1),
  message text not null,
  -- The invoices that the message is about; all if empty.
  document_ids uuid[] not null,
  returned_by uuid not null references operators,
  returned_at timestamptz not null,
  note text,
  resent_by uuid,
  resent_at timestamptz,
  primary key (client_id, sale_id, return_number),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, resent_by) references users (client_id, user_id),
  check ((resent_by is null) = (resent_at is null)),
  check (note is null or resent_at is not null)
);
create unique index sale_returns_open on sale_returns (client_id, sale_id) where resent_at is null;
call protect_tenant_table('sale_returns');
grant select, update (note, resent_by, resent_at) on sale_returns to anticipa_tenant;
grant select, insert on sale_returns to anticipa_operator;
grant select on sale_returns to anticipa_worker;

-- Answers above an approval amount, which a second person confirms or returns and their proposer withdraws.
create table proposed_answers (
  client_id uuid not null,
  sale_id uuid not null,
  proposal_number integer not null check (proposal_number >= 1),
  decisions jsonb not null,
  -- The results of the checks as the proposer saw them, by invoice and rule.
  checks jsonb not null,
  -- Why it needs a second person: what was authorised under the rule, and the amount that this exceeds.
  rule text not null check (rule in ('sale', 'day')),
  authorised numeric(18, 2) not null,
  approval_amount numeric(18, 2) not null,
  proposed_by uuid not null references operators,
  proposed_at timestamptz not null,
  decision text check (decision in ('confirmed', 'returned', 'withdrawn')),
  decided_by uuid references operators,
  decided_at timestamptz,
  motive text,
  primary key (client_id, sale_id, proposal_number),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  check (authorised > approval_amount),
  check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
  check ((decision is not distinct from 'returned') = (motive is not null)),
  constraint proposed_answers_second_person check (
    case decision when 'withdrawn' then decided_by = proposed_by else decided_by <> proposed_by end
  )
);
create unique index proposed_answers_waiting on proposed_answers (client_id, sale_id) where decision is null;

-- A decision is final, and what was proposed never changes.
create function keep_proposed_answer() returns trigger
language plpgsql
as $$
begin
  if old.decision is not null or
    (to_jsonb(old) - '{decision, decided_by, decided_at, motive}'::text[]) <>
    (to_jsonb(new) - '{decision, decided_by, decided_at, motive}'::text[]) then
    raise exception 'a proposed answer is decided once and never changed'
      using errcode = 'check_violation', constraint = 'proposed_answers_final';
  end if;
  return new;
end
$$;
create trigger proposed_answers_final before update on proposed_answers for each row execute function keep_proposed_answer();
call protect_tenant_table('proposed_answers');
grant select, insert, update (decision, decided_by, decided_at, motive) on proposed_answers to anticipa_operator;

-- No answer above an approval amount is booked without the second person who confirmed it.
create function check_second_person() returns trigger
language plpgsql
as $$
declare
  authorised numeric;
begin
  if new.confirmed_by is not null then
    if not exists (
      select from proposed_answers
      where client_id = new.client_id and sale_id = new.sale_id and decision = 'confirmed'
        and proposed_by = new.answered_by and decided_by = new.confirmed_by
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
  when (old.state = 'requested' and new.state = 'answered') execute function check_second_person();

-- Which operators have a sale on their screen: it is read again every 15 seconds.
create table sale_viewers (
  client_id uuid not null,
  sale_id uuid not null,
  operator_id uuid not null references operators,
  seen_at timestamptz not null,
  primary key (client_id, sale_id, operator_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id)
);
create index sale_viewers_of_operator on sale_viewers (operator_id);
call protect_tenant_table('sale_viewers');
grant select, insert, update (seen_at), delete on sale_viewers to anticipa_operator;

-- When a person was last sent the summary of a sale.
create table summary_mails (
  client_id uuid not null,
  sale_id uuid not null,
  user_id uuid not null,
  asked_at timestamptz not null,
  primary key (client_id, sale_id, user_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('summary_mails');
call protect_tenant_table('sales');
call protect_tenant_table('sale_items');
call protect_tenant_table('credit_holds');
call protect_tenant_table('acceptances');

grant select on extra_holidays, terms_versions to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on extra_holidays, terms_versions to anticipa_operator;
grant delete on extra_holidays to anticipa_operator;
grant select, insert, update on sales, sale_items, credit_holds to anticipa_tenant;
grant select, update on sales, sale_items, credit_holds to anticipa_operator, anticipa_worker;
grant select, insert, update (asked_at) on summary_mails to anticipa_tenant;
grant select, insert on acceptances to anticipa_tenant;
grant select on acceptances to anticipa_operator, anticipa_worker;
