-- Notices of a payment that leaves something owed, and of a reversed payment.

alter table notices add column left_amount numeric(18, 2);
alter table notices add constraint notices_left_amount_check check (left_amount >= 0) not valid;
alter table notices drop constraint notices_event_check;
alter table notices add constraint notices_event_check check (event in ('sale-to-accept', 'prepared-returned', 'prepared-accepted',
  'prepared-withdrawn', 'prepared-expired', 'prepared-sold', 'sale-sent', 'sale-authorised', 'sale-rejected', 'sale-returned', 'sale-deposited', 'deposit-returned', 'due', 'overdue', 'paid', 'part-paid',
  'payment-reversed', 'payout', 'cfdi-issued', 'contract-kept', 'reference-expiring', 'sync-lost', 'statement', 'month-package',
  'account-asked', 'request-answered', 'access-changed', 'new-device', 'factor-changed')) not valid;
