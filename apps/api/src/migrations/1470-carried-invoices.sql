-- Invoices that were not settled at the end of a month, as the journal knew them then, with their interest that is still to be earned. Reports
-- read only the lines of these and of what moved later. What was recorded in a month that is over does not change, so its rows are written
-- once, in the night after it. They can be computed again: once the table is empty, the next night refills it.
create table carried_invoices (
  -- The last day of the month.
  carried_on date not null check (extract(day from carried_on + 1) = 1),
  currency text not null check (currency in ('MXN', 'USD')),
  client_id uuid not null,
  document_id uuid not null,
  unearned numeric(18, 2) not null,
  primary key (carried_on, currency, client_id, document_id),
  foreign key (client_id, document_id) references invoices
);
call protect_tenant_table('carried_invoices');
grant select on carried_invoices to anticipa_operator;
grant select, insert on carried_invoices to anticipa_worker;
