-- Later due dates of invoices in credit, agreed with a second person. `sale_items` keeps the date of the sale, `invoices` has the one
-- in force; a day before the agreement costs what it cost.
create table extensions (
  client_id uuid not null,
  document_id uuid not null,
  extension_number integer not null check (extension_number >= 1),
  due_before date not null,
  due_date date not null,
  -- Yearly, in per cent, of the days that it adds.
  interest_rate numeric(12, 8) not null check (interest_rate >= 0),
  approval_id uuid not null unique references approvals,
  agreed_on date not null,
  agreed_at timestamptz not null,
  primary key (client_id, document_id, extension_number),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  constraint extensions_later check (due_date > due_before and due_date > agreed_on)
);
call protect_tenant_table('extensions');
grant select on extensions to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on extensions to anticipa_operator;
