-- The lender's double-entry ledger: append-only, balanced per entry, each entry chained to the client's previous one.

create table ledger_entries (
  client_id uuid not null references clients,
  entry_number bigint not null check (entry_number >= 1),
  event text not null check (event in ('authorisation', 'withdrawal', 'disbursement', 'collection', 'release')),
  sale_id uuid,
  currency text not null check (currency in ('MXN', 'USD')),
  booked_on date not null,
  recorded_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  collection_id uuid,
  primary key (client_id, entry_number),
  unique (client_id, event, collection_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, collection_id) references collections (client_id, collection_id),
  -- An entry is about a sale or about a collection.
  constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement'))
    and (collection_id is not null) = (event in ('collection', 'release'))
  )
);
-- Withdrawals before the deposit reverse entries and may occur several times per sale.
create unique index ledger_entries_of_sale on ledger_entries (client_id, event, sale_id) where event <> 'withdrawal';

create table ledger_lines (
  client_id uuid not null,
  entry_number bigint not null,
  line_number integer not null,
  account text not null check (
    account in ('CARTERA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'CLIENTE', 'RECARGOS', 'IVA_TRASLADADO')
  ),
  document_id uuid not null,
  debit numeric(18, 2) not null check (debit >= 0),
  credit numeric(18, 2) not null check (credit >= 0),
  primary key (client_id, entry_number, line_number),
  foreign key (client_id, entry_number) references ledger_entries (client_id, entry_number),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  check ((debit = 0) <> (credit = 0))
);

create function refuse_unbalanced_entry() returns trigger
language plpgsql
as $$
begin
  if (
    select coalesce(sum(debit) - sum(credit), 1) from ledger_lines
    where client_id = new.client_id and entry_number = new.entry_number
  ) <> 0 then
    raise exception 'ledger entry % does not balance', new.entry_number using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();

call protect_tenant_table('ledger_entries');
call protect_tenant_table('ledger_lines');

grant select on ledger_entries, ledger_lines to anticipa_tenant, anticipa_worker;
grant select, insert on ledger_entries, ledger_lines to anticipa_operator;
