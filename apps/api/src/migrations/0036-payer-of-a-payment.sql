-- Who paid: the statement of collections (LIVA 1-C) lists what debtors paid, not the client.
alter table collections add column payer text not null default 'debtor' check (payer in ('debtor', 'client'));

-- Balances due are the client's. The policies bind the owner too.
alter table collections no force row level security;
alter table ledger_entries no force row level security;
update collections set payer = 'client'
where exists (
  select from ledger_entries entry
  where entry.client_id = collections.client_id and entry.collection_id = collections.collection_id
    and entry.event = 'balance-payment'
);
alter table ledger_entries force row level security;
alter table collections force row level security;
alter table collections alter column payer drop default;
