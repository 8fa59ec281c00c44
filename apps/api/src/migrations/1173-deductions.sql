-- Amounts that a payer kept back from an invoice that it paid, and why.
create table deductions (
  client_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  kind text not null check (kind in ('credit-note', 'fee', 'withholding')),
  amount numeric(18, 2) not null check (amount > 0),
  -- The booked credit note.
  adjustment_id uuid,
  primary key (client_id, collection_id, document_id, kind),
  foreign key (client_id, collection_id) references collections (client_id, collection_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  foreign key (client_id, adjustment_id) references adjustments (client_id, adjustment_id),
  check ((kind = 'credit-note') = (adjustment_id is not null))
);
create index deductions_of_document on deductions (client_id, document_id);
create index deductions_of_adjustment on deductions (client_id, adjustment_id) where adjustment_id is not null;
call protect_tenant_table('deductions');
grant select on deductions to anticipa_operator, anticipa_worker;
grant insert on deductions to anticipa_operator;
