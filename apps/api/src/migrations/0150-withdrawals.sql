-- The lender may take an authorisation back before its deposit: the reversal of what was booked, as often as it happens.
alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  drop constraint ledger_entries_client_id_event_sale_id_key;
alter table ledger_entries
  add constraint ledger_entries_event_check
    check (event in ('authorisation', 'withdrawal', 'disbursement', 'collection', 'release')),
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement'))
    and (collection_id is not null) = (event in ('collection', 'release'))
  );
create unique index ledger_entries_of_sale on ledger_entries (client_id, event, sale_id) where event <> 'withdrawal';
