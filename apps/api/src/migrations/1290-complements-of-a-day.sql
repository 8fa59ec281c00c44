-- One payment complement has the payments of a day: each CFDI that they pay is an instalment, of one or several of its lines.
create table complement_instalments (
  client_id uuid not null,
  complement_id uuid not null,
  -- The interest invoice, or that of late charges, that is paid.
  invoice_id uuid not null,
  form text not null check (form in ('03', '17')),
  instalment integer not null check (instalment >= 1),
  balance_before numeric(18, 2) not null check (balance_before > 0),
  -- As in payment_complements.
  active boolean not null default true,
  primary key (client_id, complement_id, invoice_id, form),
  foreign key (client_id, complement_id) references payment_complements (client_id, complement_id),
  foreign key (client_id, invoice_id) references interest_invoices (client_id, invoice_id)
);
create unique index complement_instalments_once on complement_instalments (client_id, invoice_id, instalment) where active;

create table complement_lines (
  client_id uuid not null,
  complement_id uuid not null,
  invoice_id uuid not null,
  form text not null,
  document_id uuid not null,
  iva_rate numeric(12, 8) not null,
  sub_total numeric(18, 2) not null check (sub_total > 0),
  iva numeric(18, 2) not null check (iva >= 0),
  active boolean not null default true,
  primary key (client_id, complement_id, invoice_id, form, document_id),
  foreign key (client_id, complement_id, invoice_id, form)
    references complement_instalments (client_id, complement_id, invoice_id, form),
  foreign key (client_id, invoice_id, document_id) references interest_invoice_lines (client_id, invoice_id, document_id)
);
create index complement_lines_of_invoice on complement_lines (client_id, invoice_id, document_id);
create unique index complement_lines_set_off on complement_lines (client_id, invoice_id, document_id) where form = '17' and active;

call protect_tenant_table('complement_instalments', 'complement_lines');
grant select on complement_instalments, complement_lines to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on complement_instalments, complement_lines to anticipa_worker;
grant update (active) on complement_instalments, complement_lines to anticipa_operator, anticipa_worker;

-- Until now a complement paid one line, in its own row.
alter table payment_complements no force row level security;
insert into complement_instalments
  select client_id, complement_id, invoice_id, form, instalment, balance_before, active from payment_complements;
insert into complement_lines
  select client_id, complement_id, invoice_id, form, document_id, iva_rate, sub_total, iva, active from payment_complements;
alter table payment_complements force row level security;

-- The tax authority's schema has no instalment above 999.
alter table complement_instalments
  add constraint complement_instalments_of_schema check (instalment <= 999) not valid;

-- Only a worker of an earlier version, which may run during the upgrade, still fills these columns.
alter table payment_complements
  alter column invoice_id drop not null,
  alter column document_id drop not null,
  alter column instalment drop not null,
  alter column balance_before drop not null,
  alter column iva_rate drop not null,
  alter column sub_total drop not null,
  alter column iva drop not null,
  alter column form drop not null;

create function state_complement_parts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into complement_instalments values
      (new.client_id, new.complement_id, new.invoice_id, new.form, new.instalment, new.balance_before, new.active);
    insert into complement_lines values
      (new.client_id, new.complement_id, new.invoice_id, new.form, new.document_id, new.iva_rate, new.sub_total, new.iva, new.active);
  else
    update complement_instalments set active = new.active where client_id = new.client_id and complement_id = new.complement_id;
    update complement_lines set active = new.active where client_id = new.client_id and complement_id = new.complement_id;
  end if;
  return null;
end
$$;
create trigger payment_complements_of_a_line after insert on payment_complements
  for each row when (new.invoice_id is not null) execute function state_complement_parts();
create trigger payment_complements_ended after update of active on payment_complements
  for each row when (new.active <> old.active) execute function state_complement_parts();
