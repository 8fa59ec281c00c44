-- The administrators and the person concerned are told of a new person, a new administrator and a changed right.

alter table notices drop constraint notices_event_check;
alter table notices add constraint notices_event_check check (event in ('sale-to-accept', 'prepared-returned', 'sale-sent',
  'sale-authorised', 'sale-rejected', 'sale-returned', 'sale-deposited', 'deposit-returned', 'due', 'overdue', 'paid', 'payout', 'cfdi-issued', 'contract-kept', 'reference-expiring',
  'sync-lost', 'statement', 'month-package', 'account-asked', 'request-answered',
  'access-changed', 'new-device', 'factor-changed')) not valid;
alter table notices drop constraint notices_object_check;
alter table notices add constraint notices_object_check check (object in ('sale', 'prepared-sale', 'invoice', 'collections', 'settled', 'interest-invoices',
  'references', 'sync', 'statement', 'terms', 'sessions', 'people')) not valid;
