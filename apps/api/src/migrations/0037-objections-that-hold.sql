-- What the tax authority objects to in a sold invoice, until it confirms the invoice again. The history keeps every objection.
alter table invoices add column objection text;

-- The policies bind the owner too.
alter table invoices no force row level security;
alter table invoice_events no force row level security;
update invoices set objection = (
  select motive from invoice_events event
  where event.client_id = invoices.client_id and event.document_id = invoices.document_id and transition = 'flagCancelled'
  order by event_id desc limit 1
)
where (status = 25 and verification = 'pending' or status in (30, 40)) and exists (
  select from invoice_events event
  where event.client_id = invoices.client_id and event.document_id = invoices.document_id and transition = 'flagCancelled'
);
alter table invoice_events force row level security;
alter table invoices force row level security;
