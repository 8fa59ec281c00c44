-- The day from which the bank counts a deposit. It may be registered later: disbursed_at and paid_again_at are the moments of that. Null
-- in rows from before: the deposit was then booked on the day of its registration.

-- small table: returned_payments
alter table sales add column deposit_value_date date,
  add constraint sales_deposit_value_date check (deposit_value_date is null or disbursed_at is not null) not valid;
alter table returned_payments add column paid_again_on date,
  add constraint returned_payments_paid_again_on check (paid_again_on is null or paid_again_at is not null);
grant update (paid_again_on) on returned_payments to anticipa_operator, anticipa_worker;
