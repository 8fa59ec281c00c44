-- Questions to receivers whether they owe an invoice, each with a link of its own, and their answers.

create table confirmations (
  client_id uuid not null,
  confirmation_id uuid not null unique,
  document_id uuid not null,
  -- A row of receiver_contacts, which may be deleted later.
  contact_id uuid not null,
  asked_by_kind text not null check (asked_by_kind in ('user', 'operator')),
  asked_by uuid not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- Text that the receiver sees: lines of a label and a value.
  shown text not null check (length(shown) between 1 and 4000),
  -- Answered, or replaced by a later question.
  ended_at timestamptz,
  primary key (client_id, confirmation_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create unique index confirmations_open on confirmations (client_id, document_id) where ended_at is null;
create index confirmations_of_invoice on confirmations (client_id, document_id, asked_at desc);

-- Keys as SHA-256 only. Each delivery attempt creates a new one; all end with their question.
create table confirmation_keys (
  client_id uuid not null,
  key_hash bytea primary key check (length(key_hash) = 32),
  confirmation_id uuid not null,
  foreign key (client_id, confirmation_id) references confirmations (client_id, confirmation_id)
);
create index confirmation_keys_of_question on confirmation_keys (client_id, confirmation_id);

-- Nobody may change or delete an answer.
create table confirmation_answers (
  client_id uuid not null,
  confirmation_id uuid not null,
  document_id uuid not null,
  verdict text not null check (verdict in ('confirmed', 'objected', 'due-corrected')),
  person text not null check (length(person) between 2 and 120),
  position text not null check (length(position) between 2 and 120),
  reason text check (length(reason) between 5 and 500),
  due_on date,
  address text,
  answered_at timestamptz not null,
  -- Everything above with the text that was shown, and its SHA-256.
  evidence text not null,
  evidence_sha256 bytea not null check (evidence_sha256 = sha256(convert_to(evidence, 'UTF8'))),
  primary key (client_id, confirmation_id),
  foreign key (client_id, confirmation_id) references confirmations (client_id, confirmation_id),
  constraint confirmation_answers_whole check ((verdict = 'objected') = (reason is not null) and (verdict = 'due-corrected') = (due_on is not null))
);

call protect_tenant_table('confirmations', 'confirmation_keys', 'confirmation_answers');
create policy auth on confirmation_keys for select to anticipa_auth using (true);
grant select on confirmation_keys to anticipa_auth;
grant select, insert, update (ended_at) on confirmations to anticipa_tenant, anticipa_operator;
grant select on confirmations, confirmation_answers to anticipa_worker;
grant select, insert on confirmation_keys to anticipa_worker;
grant select, insert on confirmation_answers to anticipa_tenant;
grant select on confirmation_answers to anticipa_operator;

create function refuse_change_of_answers() returns trigger language plpgsql as $$
begin
  raise exception 'an answer of a receiver stays as it is' using errcode = 'check_violation', constraint = 'confirmation_answers_stay';
end
$$;
create trigger confirmation_answers_stay before update or delete or truncate on confirmation_answers
  for each statement execute function refuse_change_of_answers();

-- The contact of a receiver who is asked: one who pays, else the first by name. A client reads no contact.
create function confirmation_contact(of_company uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select contact.contact_id from companies company
  join receiver_contacts contact on contact.company_id = coalesce(company.alias_of, company.company_id)
  where company.company_id = of_company
  order by coalesce(contact.area, '') !~* 'pag|tesor|cobr|cuentas', contact.name, contact.contact_id
  limit 1
$$;
revoke execute on function confirmation_contact from public;
grant execute on function confirmation_contact to anticipa_tenant, anticipa_operator;

-- small table: alerts
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in (
    'certificate-expiry', 'tax-objection', 'listed-taxpayer', 'invoicing-refused', 'list-refused', 'transfer', 'related-invoice',
    'books-altered', 'receiver-answer', 'client-message'
  ));
