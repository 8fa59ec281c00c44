-- An entry that cancels another one whole names it, and has its lines with debit and credit exchanged.
-- The lender's own journal has a few rows a day, of money that arrived for no client.
-- small table: lender_entries

alter table ledger_entries add column reverses bigint;

create function refuse_inexact_reversal() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from ledger_entries entry
    where entry.client_id = new.client_id and entry.entry_number = new.reverses
      and entry.entry_number < new.entry_number and entry.currency = new.currency and entry.reverses is null
  ) or exists (
    (select account, document_id, debit, credit from ledger_lines
      where client_id = new.client_id and entry_number = new.entry_number
      except all
      select account, document_id, credit, debit from ledger_lines
      where client_id = new.client_id and entry_number = new.reverses)
    union all
    (select account, document_id, credit, debit from ledger_lines
      where client_id = new.client_id and entry_number = new.reverses
      except all
      select account, document_id, debit, credit from ledger_lines
      where client_id = new.client_id and entry_number = new.entry_number)
  ) then
    raise exception 'ledger entry % does not reverse entry %', new.entry_number, new.reverses
      using errcode = 'check_violation', constraint = 'ledger_entries_reversal';
  end if;
  return null;
end
$$;
create constraint trigger ledger_entries_reversal after insert on ledger_entries
  deferrable initially deferred for each row when (new.reverses is not null) execute function refuse_inexact_reversal();

-- The text of an entry that reverses none is as before: concat_ws leaves out nulls.
create or replace function ledger_hash(entry ledger_entries, lines text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n',
    encode(entry.previous_hash, 'hex'),
    concat_ws('|', entry.client_id, entry.entry_number, entry.event,
      coalesce(entry.sale_id, entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id), entry.currency,
      entry.value_date, entry.booked_on, to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reverses ' || entry.reverses),
    lines
  ), 'UTF8'))
$$;

-- Appends entries to a client's ledger, in order. Each draft is {event, currency, valueDate, saleId?, collectionId?, invoiceId?,
-- payoutId?, shortfallId?, reverses?, lines: [{account, document, debit, credit}]}. Returns the number of the last entry.
create or replace function append_entries(of_client uuid, drafts jsonb, today date, at timestamptz) returns bigint language plpgsql as $$
declare
  draft jsonb;
  entry ledger_entries;
  lines text;
begin
  perform lock_ledger(of_client);
  select entry_number, hash into entry.entry_number, entry.hash from ledger_entries
  where client_id = of_client order by entry_number desc limit 1;
  entry.client_id := of_client;
  entry.recorded_at := at;
  for draft in select value from jsonb_array_elements(drafts) loop
    entry.entry_number := coalesce(entry.entry_number, 0) + 1;
    entry.previous_hash := coalesce(entry.hash, decode(repeat('00', 32), 'hex'));
    entry.event := draft->>'event';
    entry.currency := draft->>'currency';
    entry.value_date := draft->>'valueDate';
    entry.booked_on := booked_on(entry.value_date, today);
    entry.sale_id := draft->>'saleId';
    entry.collection_id := draft->>'collectionId';
    entry.invoice_id := draft->>'invoiceId';
    entry.payout_id := draft->>'payoutId';
    entry.shortfall_id := draft->>'shortfallId';
    entry.reverses := draft->>'reverses';
    select string_agg(ledger_line_text(line), E'\n' order by (line).line_number) into lines
    from (
      select row(of_client, entry.entry_number, number, account, document, debit, credit)::ledger_lines as line
      from rows from (jsonb_to_recordset(draft->'lines') as (account text, document uuid, debit numeric(18, 2), credit numeric(18, 2)))
        with ordinality as given(account, document, debit, credit, number)
    ) given;
    entry.hash := ledger_hash(entry, lines);
    insert into ledger_entries (
      client_id, entry_number, event, currency, value_date, booked_on, recorded_at, sale_id, collection_id, invoice_id,
      payout_id, shortfall_id, reverses, previous_hash, hash
    ) values (
      of_client, entry.entry_number, entry.event, entry.currency, entry.value_date, entry.booked_on, at, entry.sale_id,
      entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id, entry.reverses, entry.previous_hash, entry.hash
    );
    insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
    select of_client, entry.entry_number, number, account, document, debit, credit
    from rows from (jsonb_to_recordset(draft->'lines') as (account text, document uuid, debit numeric(18, 2), credit numeric(18, 2)))
      with ordinality as given(account, document, debit, credit, number);
  end loop;
  return entry.entry_number;
end
$$;

-- The same in the lender's own journal. Money whose identification was reversed waits again, and may be identified once more.
alter table lender_entries
  add column reverses bigint,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS')
    )),
  drop constraint lender_entries_check1,
  drop constraint lender_entries_payment_id_event_key;
create index lender_entries_of_payment on lender_entries (payment_id);
create unique index lender_entries_received_once on lender_entries (payment_id) where event = 'unidentified' and reverses is null;
create unique index lender_entries_reversed_once on lender_entries (reverses) where reverses is not null;

create function refuse_inexact_lender_reversal() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from lender_entries entry
    where entry.entry_number = new.reverses and entry.entry_number < new.entry_number and entry.reverses is null
      and (entry.event, entry.payment_id, entry.currency, entry.amount, entry.debit, entry.credit)
        = (new.event, new.payment_id, new.currency, new.amount, new.credit, new.debit)
  ) then
    raise exception 'lender entry % does not reverse entry %', new.entry_number, new.reverses
      using errcode = 'check_violation', constraint = 'lender_entries_reversal';
  end if;
  return null;
end
$$;
create constraint trigger lender_entries_reversal after insert on lender_entries
  for each row when (new.reverses is not null) execute function refuse_inexact_lender_reversal();

create or replace function lender_hash(entry lender_entries) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.entry_number, entry.event, entry.payment_id,
    entry.currency, entry.amount, entry.debit, entry.credit, entry.value_date, entry.booked_on,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reverses ' || entry.reverses), 'UTF8'))
$$;

-- Appends an entry for a payment of unknown purpose, chained to the previous one. `reverses`: the entry that it cancels, whose debit
-- and credit it exchanges. Returns its number.
drop function append_lender_entry(uuid, text, text, text, date, date, timestamptz);
create function append_lender_entry(
  of_payment uuid, event text, debit text, credit text, value_date date, today date, at timestamptz, reverses bigint default null
) returns bigint language plpgsql as $$
declare
  entry lender_entries;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := event;
  entry.payment_id := of_payment;
  select payment.currency, payment.amount into strict entry.currency, entry.amount
  from unidentified_payments payment where payment.payment_id = of_payment;
  entry.debit := debit;
  entry.credit := credit;
  entry.value_date := value_date;
  entry.booked_on := booked_on(value_date, today);
  entry.recorded_at := at;
  entry.reverses := reverses;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
  return entry.entry_number;
end
$$;
