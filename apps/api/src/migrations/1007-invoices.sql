-- Uploaded files and invoices.

create table files (
  client_id uuid not null references clients,
  file_id uuid not null,
  file_name text not null,
  file_type text not null,
  size integer not null check (size >= 0),
  sha256 bytea not null,
  receiver_rfc text not null,
  motive text,
  -- Place of the fault in a refused file, in words: a line and column, an attribute or an encoding.
  motive_place text,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  primary key (client_id, file_id),
  foreign key (client_id, uploaded_by) references users (client_id, user_id)
);
create index files_newest on files (client_id, created_at desc, file_id);
create index files_by_hash on files (client_id, sha256);
-- A refused file is kept once, however often it is uploaded.
create unique index files_refused on files (client_id, sha256, file_name) where motive is not null;
create index files_refused_oldest on files (created_at) where motive is not null;

create table invoices (
  client_id uuid not null references clients,
  document_id uuid not null,
  file_id uuid not null,
  company_id uuid not null,
  product text not null check (product in ('BI', 'FB')),
  uuid text not null check (uuid = upper(uuid)),
  seal_hash bytea not null,
  fingerprint bytea,
  cfdi_version text not null,
  serie text,
  folio text,
  -- The final number of the folio without leading zeros; without such a number, its letters and digits. As folioOf in domain/search.ts.
  folio_key text collate "C" generated always as (
    coalesce(
      nullif(ltrim(substring(folio from '[0-9]+$'), '0'), ''),
      regexp_replace(upper(folio), '[^A-Z0-9]', '', 'g')
    )
  ) stored,
  issuer_rfc text not null,
  receiver_rfc text not null,
  receiver_name text not null,
  receiver_key text not null,
  seal_tail text not null,
  currency text not null check (currency in ('MXN', 'USD', 'EUR')),
  total numeric(18, 2) not null,
  total_cents bigint not null generated always as ((total * 100)::bigint) stored,
  cfdi_total text not null,
  -- IVA that the CFDI charges to its receiver, within its total; null if it cannot be read.
  cfdi_iva numeric(18, 2) check (cfdi_iva between 0 and total),
  emitted_on date not null,
  payment_method text check (payment_method in ('PUE', 'PPD')),
  is_synced boolean not null default false,
  status integer not null check (status in (0, 10, 20, 25, 30, 40)),
  -- Indexed instead of status, verification and time of the check: the steps up to the deposit change no index entry.
  is_settled boolean not null generated always as (status = 40) stored,
  awaits_check boolean not null generated always as (verification = 'pending' and status in (10, 20, 25)) stored,
  motive text,
  motive_by_user boolean not null default false,
  -- The worker looks at these again: their reason may have disappeared. Indexed instead of the motive, which a sale changes.
  has_passing_motive boolean not null generated always as (coalesce(motive in (
    'REPLACED', 'REPLACES_SOLD', 'ADVANCE_RECEIVED', 'ADVANCE_APPLIED', 'CREDITED', 'EMITTED_IN_FUTURE'
  ), false)) stored,
  rejected_at timestamptz,
  verification text not null check (verification in ('verified', 'pending')),
  -- The signature of the stamp was checked; otherwise only the tax authority can prove the UUID.
  is_stamp_verified boolean not null,
  checked_at timestamptz,
  -- The tax authority's objection to a sold invoice, until it confirms the invoice again. The history keeps every objection.
  objection text,
  advance_use text check (advance_use in ('received', 'applied', 'paid')),
  purchase_order text,
  -- Source of the suggested purchase order: a sealed complement, or the addenda. Null once a person has typed another.
  purchase_order_source text check (purchase_order_source in ('complement', 'addenda')),
  -- Days from the emission in the CFDI's CondicionesDePago, where they are unambiguous.
  stated_term integer check (stated_term between 1 and 180),
  due_date date,
  payment_days integer,
  interest_rate numeric(12, 8),
  advance_percent numeric(12, 8),
  interest numeric(18, 2),
  iva numeric(18, 2),
  advance numeric(18, 2),
  aforo numeric(18, 2),
  initial_deposit numeric(18, 2),
  deposited_on date,
  exchange_rate numeric(14, 8) not null default 1,
  sale_id uuid,
  reference_id uuid,
  -- Last reference for the balance due of a settled invoice.
  balance_reference_id uuid check (balance_reference_id is null or status = 40),
  created_by uuid not null,
  created_at timestamptz not null,
  collection_id uuid,
  -- The latest value date of the payments that settled it.
  payment_date date,
  -- The sum of its payments, with those of its balance due.
  paid_amount numeric(18, 2),
  late_charges numeric(18, 2),
  late_charges_iva numeric(18, 2),
  -- Interest given back for early payment, and the IVA that is not charged on it.
  rebate numeric(18, 2) not null default 0 check (rebate >= 0),
  iva_rebate numeric(18, 2) not null default 0 check (iva_rebate >= 0),
  final_deposit numeric(18, 2),
  -- The transfer of its devolución.
  payout_id uuid,
  primary key (client_id, document_id),
  unique (client_id, uuid),
  unique (client_id, seal_hash),
  -- Deferred: inserting the invoice decides whether an upload is new, and the file's row is inserted afterwards, because a
  -- repeated upload stores its file as a refused one.
  foreign key (client_id, file_id) references files (client_id, file_id) deferrable initially deferred,
  foreign key (client_id, company_id) references company_links (client_id, company_id),
  check ((status = 0) = (motive is not null)),
  check ((status = 0) = (rejected_at is not null)),
  check (status not in (25, 30, 40) or (sale_id is not null and due_date is not null)),
  check (status <> 30 or (initial_deposit is not null and deposited_on is not null)),
  check (advance + aforo = total),
  check (initial_deposit + aforo + interest = total),
  constraint invoices_settled_whole check (
    num_nonnulls(collection_id, payment_date, paid_amount, late_charges, late_charges_iva, final_deposit) in (0, 6)
    and (status <> 40 or collection_id is not null)
  ),
  constraint invoices_settled_dates check (payment_date >= deposited_on),
  constraint invoices_settled_amounts check (
    paid_amount > 0 and late_charges >= 0 and late_charges_iva >= 0
    and final_deposit = greatest(aforo + paid_amount - total - late_charges - late_charges_iva - iva + rebate + iva_rebate, 0)
  )
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
create index invoices_newest on invoices (client_id, created_at desc, document_id);
create index invoices_unsettled on invoices (client_id, created_at desc, document_id) where not is_settled;
create index invoices_awaiting_check on invoices (client_id, document_id) where awaits_check;
create index invoices_by_reference on invoices (client_id, reference_id) where reference_id is not null;
create index invoices_by_balance_reference on invoices (client_id, balance_reference_id) where balance_reference_id is not null;
create index invoices_by_payment_date on invoices (client_id, payment_date) where payment_date is not null;
create index invoices_with_term on invoices (client_id, company_id) where not is_settled and stated_term is not null;
create index invoices_settled_of_company on invoices (client_id, company_id, payment_date) where is_settled;
create index invoices_paid_late on invoices (client_id, document_id) where late_charges > 0;
create index invoices_by_collection on invoices (client_id, collection_id) where collection_id is not null;
create index invoices_to_return on invoices (client_id, currency) where final_deposit > 0 and payout_id is null;
-- The devoluciones of a transfer, for the calendar of a client and the answer to its confirmation.
create index invoices_of_a_payout on invoices (client_id, payout_id) where payout_id is not null;
create index invoices_by_uuid on invoices (uuid);
create index invoices_to_reconsider on invoices (client_id, document_id) where has_passing_motive;
-- Columns that the search of a client compares. Under row-level security an index only serves operators that cannot leak a row, such
-- as = and < of text and bigint; not LIKE, trigrams or numeric (decision 90).
create index invoices_by_folio on invoices (client_id, folio_key);
create index invoices_by_total on invoices (client_id, total_cents);
-- The open ones first.
create index invoices_of_company on invoices (client_id, company_id, is_settled, created_at desc);

create function forget_order_source() returns trigger language plpgsql as $$
begin
  new.purchase_order_source := null;
  return new;
end
$$;
create trigger invoices_order_typed before update of purchase_order on invoices
  for each row when (new.purchase_order is distinct from old.purchase_order) execute function forget_order_source();

-- A client's settled invoices, so that counting them does not read its history. They are final.
create table settled_totals (
  client_id uuid not null references clients,
  product text not null,
  currency text not null,
  count integer not null,
  total numeric(18, 2) not null,
  first_emitted date not null,
  first_due date not null,
  primary key (client_id, product, currency)
);

create function add_settled() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into settled_totals values (new.client_id, new.product, new.currency, 1, new.total, new.emitted_on, new.due_date)
  on conflict (client_id, product, currency) do update set
    count = settled_totals.count + 1,
    total = settled_totals.total + excluded.total,
    first_emitted = least(settled_totals.first_emitted, excluded.first_emitted),
    first_due = least(settled_totals.first_due, excluded.first_due);
  return null;
end
$$;
create trigger invoices_settled after update of status on invoices
  for each row when (new.status = 40 and old.status <> 40) execute function add_settled();

create table invoice_events (
  client_id uuid not null,
  event_id bigint generated always as identity,
  document_id uuid not null,
  transition text not null,
  from_status integer,
  to_status integer not null,
  motive text,
  actor_kind text not null check (actor_kind in ('user', 'operator', 'worker', 'system')),
  actor_id uuid,
  happened_at timestamptz not null,
  primary key (client_id, event_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create index invoice_events_by_document on invoice_events (client_id, document_id, event_id);

-- An invoice is live once system-wide, by fiscal UUID, by the issuer's seal (unaffected by a forged UUID) and by issuer,
-- receiver, series, folio, total and date. The client of a claim is not readable; the functions only return yes or no.
-- A claim is proven by a verified stamp or by the tax authority; without either an invoice is claimed only within a sale, and
-- gives way to a proven claim.
create table invoice_claims (
  client_id uuid not null,
  document_id uuid not null,
  uuid text not null unique,
  seal_hash bytea not null unique,
  fingerprint bytea unique,
  is_proven boolean not null,
  primary key (client_id, document_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id) deferrable initially deferred
);

-- A tenant claims only for itself; the worker, which is no tenant, for any client.
create function claim_invoice(
  claimed_client uuid, claimed_document uuid, claimed_uuid text, claimed_seal bytea, claimed_fingerprint bytea, proven boolean
) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  claimed integer;
begin
  if claimed_client <> coalesce(current_client_id(), claimed_client) then
    return false;
  end if;
  if proven then
    delete from invoice_claims
    where not is_proven and (client_id, document_id) <> (claimed_client, claimed_document)
      and (uuid = claimed_uuid or seal_hash = claimed_seal or fingerprint = claimed_fingerprint);
    update invoice_claims set is_proven = true where client_id = claimed_client and document_id = claimed_document;
  end if;
  if exists (select from invoice_claims where client_id = claimed_client and document_id = claimed_document) then
    return true;
  end if;
  insert into invoice_claims (client_id, document_id, uuid, seal_hash, fingerprint, is_proven)
  values (claimed_client, claimed_document, claimed_uuid, claimed_seal, claimed_fingerprint, proven)
  on conflict do nothing;
  get diagnostics claimed = row_count;
  return claimed = 1;
end
$$;

-- Tenants release only their own claims; the lender and the worker those of any client.
create function release_claim(released_client uuid, released_document uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from invoice_claims
  where client_id = released_client and document_id = released_document
    and client_id = coalesce(current_client_id(), client_id)
$$;

call protect_tenant_table('files', 'invoices', 'settled_totals', 'invoice_events');
-- add_settled and relation_facts run as the owner, to whom the policies apply too.
create policy owner on invoices to current_user using (true) with check (true);
create policy owner on settled_totals to current_user using (true) with check (true);
grant select on invoice_claims to anticipa_operator;
revoke execute on function claim_invoice, release_claim, add_settled from public;
grant execute on function claim_invoice to anticipa_tenant, anticipa_worker;
grant execute on function release_claim to anticipa_tenant, anticipa_operator, anticipa_worker;

grant select, insert, update (file_name, motive, motive_place, uploaded_by, created_at) on files to anticipa_tenant;
grant select on files to anticipa_operator, anticipa_worker;
grant delete on files to anticipa_worker;
-- The worker takes invoices over, for the client of `app.client_id`.
grant insert on files, invoices to anticipa_worker;
grant select, insert, update on invoices to anticipa_tenant;
grant select, update on invoices to anticipa_operator, anticipa_worker;
grant select on settled_totals to anticipa_tenant, anticipa_operator;
grant select, insert on invoice_events to anticipa_tenant, anticipa_operator, anticipa_worker;
