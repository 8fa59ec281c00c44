-- The lender's own CFDI: interest by month cut, product and currency, its credit notes, and late charges.

create sequence interest_invoice_numbers;

-- 'pending': numbered and totalled but not stamped; requesting its stamp again returns the same CFDI. 'stamped': a substitute
-- that waits for the cancellation of the invoice in its place.
create table interest_invoices (
  client_id uuid not null references clients,
  invoice_id uuid not null,
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  month_cut date not null check (extract(day from month_cut) = 1),
  serie text not null,
  folio text not null,
  state text not null check (state in ('pending', 'stamped', 'issued')),
  -- Late charges are invoiced when the invoice is settled, one invoice each; they were booked with the payments.
  kind text not null check (kind in ('interest', 'late-charges')),
  -- The interest invoice that a credit note takes back in part.
  credits uuid,
  -- True for an Ingreso, false for the Egreso of a credit note.
  invoice_type boolean not null generated always as (credits is null) stored,
  -- The cancelled invoice (motive 01) that this one substitutes.
  substitutes uuid,
  -- False once the tax authority has cancelled it, which from the request on has a motive; of a substitute, until then.
  active boolean not null default true,
  cancelled_at timestamptz,
  cancel_motive text check (cancel_motive in ('01', '02', '03', '04')),
  -- State of cancelling an invoice in force: to be sent to the provider, accepted by it, or refused.
  cancel_state text check (cancel_state in ('requested', 'in-process', 'rejected')),
  cancel_sent_at timestamptz,
  exchange_rate numeric(12, 6) check ((exchange_rate is null) = (currency = 'MXN')),
  sub_total numeric(18, 2) not null check (sub_total > 0),
  iva numeric(18, 2) not null check (iva >= 0),
  -- Unpaid late charges, IVA included.
  unpaid numeric(18, 2) not null default 0 check (unpaid between 0 and case kind when 'late-charges' then sub_total + iva else 0 end),
  emitted_at timestamptz not null,
  -- Last time that a program began to have it stamped, unless the provider certainly did nothing.
  sent_at timestamptz,
  uuid text unique check (uuid = upper(uuid)),
  sha256 bytea check (length(sha256) = 32),
  issued_at timestamptz,
  primary key (client_id, invoice_id),
  unique (serie, folio),
  foreign key (client_id, credits) references interest_invoices (client_id, invoice_id),
  foreign key (client_id, substitutes) references interest_invoices (client_id, invoice_id),
  check ((cancelled_at is null) = (active or substitutes is not null and state <> 'issued')),
  check (cancelled_at is null or cancel_motive is not null),
  check (cancel_state is null or cancel_motive is not null and active),
  check ((state <> 'pending') = (uuid is not null and sha256 is not null and issued_at is not null))
);
-- A month is invoiced once, even if cut repeatedly.
create unique index interest_invoices_once on interest_invoices (client_id, month_cut, product, currency)
  where kind = 'interest' and invoice_type and active;
create unique index interest_invoices_substitute on interest_invoices (client_id, substitutes);
create index interest_invoices_emitted on interest_invoices (client_id, emitted_at);
create index interest_invoices_cancelling on interest_invoices (client_id) where cancel_state in ('requested', 'in-process');
create index interest_invoices_pending on interest_invoices (month_cut) where state = 'pending';

create table interest_invoice_lines (
  client_id uuid not null,
  invoice_id uuid not null,
  document_id uuid not null,
  position integer not null,
  folio text not null,
  iva_rate numeric(12, 8) not null,
  sub_total numeric(18, 2) not null check (sub_total > 0),
  iva numeric(18, 2) not null check (iva >= 0),
  primary key (client_id, invoice_id, document_id),
  foreign key (client_id, invoice_id) references interest_invoices (client_id, invoice_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create index interest_invoice_lines_of_document on interest_invoice_lines (client_id, document_id);

-- Payment complements: one for each billed invoice of an interest invoice, once it is settled and nothing is owed for it. Of late
-- charges that the aforo did not cover, one for what it did cover and one for each later payment.
create sequence payment_complement_numbers;
create table payment_complements (
  client_id uuid not null,
  complement_id uuid not null,
  invoice_id uuid not null,
  document_id uuid not null,
  serie text not null,
  folio text not null,
  -- Same states as in interest_invoices.
  state text not null check (state in ('pending', 'issued')),
  instalment integer not null check (instalment >= 1),
  balance_before numeric(18, 2) not null,
  iva_rate numeric(12, 8) not null,
  sub_total numeric(18, 2) not null check (sub_total > 0),
  iva numeric(18, 2) not null check (iva >= 0),
  paid_on date not null,
  -- The tax authority's forms of payment: a transfer, or compensation.
  form text not null check (form in ('03', '17')),
  exchange_rate numeric(12, 6),
  emitted_at timestamptz not null,
  sent_at timestamptz,
  uuid text unique check (uuid = upper(uuid)),
  sha256 bytea check (length(sha256) = 32),
  issued_at timestamptz,
  primary key (client_id, complement_id),
  unique (serie, folio),
  unique (client_id, invoice_id, instalment),
  foreign key (client_id, invoice_id, document_id) references interest_invoice_lines (client_id, invoice_id, document_id),
  check (balance_before >= sub_total + iva),
  check ((state <> 'pending') = (uuid is not null and sha256 is not null and issued_at is not null))
);
create unique index payment_complements_compensated on payment_complements (client_id, invoice_id, document_id) where form = '17';
create index payment_complements_pending on payment_complements (client_id) where state = 'pending';

alter table ledger_entries add foreign key (client_id, invoice_id) references interest_invoices (client_id, invoice_id);

call protect_tenant_table('interest_invoices', 'interest_invoice_lines', 'payment_complements');

grant select on interest_invoices, interest_invoice_lines, payment_complements to anticipa_tenant;
grant select on payment_complements to anticipa_operator, anticipa_worker;
grant insert, update (state, sent_at, uuid, sha256, issued_at) on payment_complements to anticipa_worker;
grant usage on sequence payment_complement_numbers to anticipa_worker;
grant select, insert on interest_invoices, interest_invoice_lines to anticipa_operator, anticipa_worker;
grant update (state, sent_at, uuid, sha256, issued_at, active, cancelled_at, cancel_motive, cancel_state, cancel_sent_at) on interest_invoices to anticipa_operator, anticipa_worker;
grant usage on sequence interest_invoice_numbers to anticipa_operator, anticipa_worker;
