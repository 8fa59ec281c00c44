-- Payments of invoices in credit, what settling each came to, and their entries in the journal.

-- What lateness costs is fixed with the sale, like every other term: a change of the line is for later sales.
alter table sale_items add column moratory_rate numeric(12, 8) check (moratory_rate >= 0);
-- Forced row security binds the owner too: lifted while the rows of earlier sales take the rate of their line.
alter table sale_items no force row level security;
alter table credit_holds no force row level security;
alter table credit_lines no force row level security;
update sale_items item set moratory_rate = line.moratory_rate
from credit_holds hold join credit_lines line using (client_id, credit_line_id)
where (hold.client_id, hold.sale_id, hold.document_id) = (item.client_id, item.sale_id, item.document_id);
alter table sale_items force row level security;
alter table credit_holds force row level security;
alter table credit_lines force row level security;
alter table sale_items alter column moratory_rate set not null;

-- Money that arrived. A tracking key is the bank's and counts once, whoever it was for.
create table collections (
  client_id uuid not null references clients,
  collection_id uuid not null,
  tracking_key text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  value_date date not null,
  source text not null check (source in ('STP', 'REFERENCIA')),
  bank text not null,
  -- The reference that the payment named, where it named one.
  reference_id uuid,
  registered_by uuid not null references operators,
  registered_at timestamptz not null,
  primary key (client_id, collection_id),
  foreign key (client_id, reference_id) references payment_references (client_id, reference_id)
);
call protect_tenant_table('collections');
grant select on collections to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on collections to anticipa_operator;

alter table invoices
  add column collection_id uuid,
  -- The value date of the money.
  add column payment_date date,
  -- What of the collection was for this invoice: its total, and what its reference asked for beyond that.
  add column paid_amount numeric(18, 2),
  add column recargos numeric(18, 2),
  add column iva_recargos numeric(18, 2),
  add column final_deposit numeric(18, 2),
  add foreign key (client_id, collection_id) references collections (client_id, collection_id),
  add constraint invoices_settled_whole check (
    num_nonnulls(collection_id, payment_date, paid_amount, recargos, iva_recargos, final_deposit) in (0, 6)
    and (status <> 40 or collection_id is not null)
  ),
  add constraint invoices_settled_dates check (payment_date >= fecha_deposito),
  add constraint invoices_settled_amounts check (
    paid_amount >= total and recargos >= 0 and iva_recargos >= 0
    and final_deposit = greatest(aforo + paid_amount - total - recargos - iva_recargos - iva, 0)
  );
create index invoices_by_payment_date on invoices (client_id, payment_date) where status = 40;
create index invoices_by_collection on invoices (client_id, collection_id) where collection_id is not null;

-- 'repaid': the money came back, and what the invoice had used of its line is free again.
alter table credit_holds drop constraint credit_holds_state_check;
alter table credit_holds add constraint credit_holds_state_check
  check (state in ('held', 'posted', 'released', 'repaid'));
drop index credit_holds_by_line;
create index credit_holds_by_line on credit_holds (client_id, credit_line_id) where state in ('held', 'posted');

-- An entry is about a sale or about a collection.
alter table ledger_entries
  alter column sale_id drop not null,
  add column collection_id uuid,
  add foreign key (client_id, collection_id) references collections (client_id, collection_id),
  add unique (client_id, event, collection_id),
  drop constraint ledger_entries_event_check;
alter table ledger_entries
  add constraint ledger_entries_event_check
    check (event in ('authorisation', 'disbursement', 'collection', 'release')),
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'disbursement'))
    and (collection_id is not null) = (event in ('collection', 'release'))
  );
alter table ledger_lines drop constraint ledger_lines_account_check;
alter table ledger_lines add constraint ledger_lines_account_check check (
  account in ('CARTERA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'CLIENTE', 'RECARGOS', 'IVA_TRASLADADO')
);
