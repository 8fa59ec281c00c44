-- Amounts above which payments need a second person; null: none. Payments of a day are counted by operator.
-- small table: approval_amounts
alter table approval_amounts
  add column per_payment numeric(18, 2) check (per_payment >= 0),
  add column payments_per_day numeric(18, 2) check (payments_per_day >= 0);

-- Payments of an operator in a day without a second person. Its row is locked while payments are added, so that two windows
-- cannot split an amount.
create table operator_payments (
  operator_id uuid not null references operators,
  paid_on date not null,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount >= 0),
  primary key (operator_id, paid_on, currency)
);
grant select, insert, update on operator_payments to anticipa_operator;
