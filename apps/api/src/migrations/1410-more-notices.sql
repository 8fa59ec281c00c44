-- A prepared sale that waits or was returned, a sale that was sent, and a change of a second factor are told as notices. Their mails
-- keep the switch that they had: `notify_sales` is of sales that were sent.
alter table notices drop constraint notices_event_check;
alter table notices add constraint notices_event_check check (event in ('sale-to-accept', 'prepared-returned', 'sale-sent',
  'sale-authorised', 'sale-rejected', 'sale-returned', 'sale-deposited', 'deposit-returned', 'due', 'overdue', 'paid', 'payout',
  'cfdi-issued', 'contract-kept', 'reference-expiring', 'sync-lost', 'statement', 'new-device', 'factor-changed')) not valid;
alter table notices drop constraint notices_object_check;
alter table notices add constraint notices_object_check check (object in ('sale', 'prepared-sale', 'invoice', 'collections', 'settled',
  'interest-invoices', 'references', 'sync', 'statement', 'sessions')) not valid;
