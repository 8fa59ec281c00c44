-- People who prepare a sale are told what became of it: accepted, withdrawn, expired, or sold in another sale.
alter table notices drop constraint notices_event_check;
alter table notices add constraint notices_event_check check (event in ('sale-to-accept', 'prepared-returned', 'prepared-accepted',
  'prepared-withdrawn', 'prepared-expired', 'prepared-sold', 'sale-sent', 'sale-authorised', 'sale-rejected', 'sale-returned',
  'sale-deposited', 'deposit-returned', 'due', 'overdue', 'paid', 'payout', 'cfdi-issued', 'contract-kept', 'reference-expiring',
  'sync-lost', 'statement', 'month-package', 'account-asked', 'request-answered', 'access-changed', 'new-device', 'factor-changed')) not valid;

-- The notice of a prepared sale in two currencies has both amounts.
alter table notices add column other_amount numeric(18, 2);
