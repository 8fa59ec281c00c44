-- A proposal for unidentified money that an operator refused, which is not made again.
create table refused_proposals (
  payment_id uuid not null references unidentified_payments,
  -- The invoices that it would have paid, in order of id; none if the money would have gone back.
  document_ids uuid[] not null,
  refused_by uuid not null references operators,
  refused_at timestamptz not null,
  primary key (payment_id, document_ids)
);
grant select, insert on refused_proposals to anticipa_operator;
grant select on refused_proposals to anticipa_worker;
