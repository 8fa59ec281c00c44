-- People who want it are told that the package of a month is ready for their accountant.

alter table notices drop constraint notices_event_check;
alter table notices add constraint notices_event_check check (event in ('sale-authorised', 'sale-rejected', 'sale-returned',
  'sale-deposited', 'deposit-returned', 'due', 'overdue', 'paid', 'payout', 'cfdi-issued', 'contract-kept', 'reference-expiring',
  'sync-lost', 'statement', 'month-package', 'new-device')) not valid;
