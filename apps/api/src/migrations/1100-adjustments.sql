-- Changes of what is owed for an invoice in credit that no transfer makes. `withdraws`: the adjustment whose entries it reverses.
create table adjustments (
  client_id uuid not null,
  adjustment_id uuid not null,
  document_id uuid not null,
  kind text not null check (kind in ('recourse', 'credit-note', 'paid-to-client', 'write-off', 'withdrawal')),
  -- Capital to buy back, credit note, payment to the client, or written-off debt.
  amount numeric(18, 2) not null check (amount >= 0),
  -- The part of the aforo that paid.
  covered numeric(18, 2) not null check (covered >= 0),
  value_date date not null,
  -- The last day on which the client buys an invoice in recourse back.
  pay_by date,
  -- The supplier's credit note.
  cfdi_uuid text check (cfdi_uuid = upper(cfdi_uuid)),
  reason text not null,
  withdraws uuid,
  booked_by uuid not null references operators,
  booked_at timestamptz not null,
  primary key (client_id, adjustment_id),
  unique (client_id, withdraws),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  foreign key (client_id, withdraws) references adjustments (client_id, adjustment_id),
  check ((kind = 'withdrawal') = (withdraws is not null)),
  check ((kind = 'credit-note') = (cfdi_uuid is not null)),
  check ((kind = 'recourse') = (pay_by is not null))
);
create index adjustments_of_document on adjustments (client_id, document_id);
call protect_tenant_table('adjustments');
grant select on adjustments to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on adjustments to anticipa_operator;

alter table ledger_entries add column adjustment_id uuid;
alter table ledger_entries
  drop constraint ledger_entries_event_check,
  drop constraint ledger_entries_about,
  add constraint ledger_entries_event_check check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout',
    'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery'
  )) not valid,
  add constraint ledger_entries_adjustment foreign key (client_id, adjustment_id)
    references adjustments (client_id, adjustment_id) not valid,
  add constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement'))
    and (invoice_id is not null) = (event in (
      'interest-invoice', 'credit-note', 'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation',
      'invoice-payment'))
    and (payout_id is not null) = (event = 'payout')
    and (collection_id is null or event in ('collection', 'balance-payment', 'recovery', 'late-charges', 'early-payment', 'rebate', 'release'))
    and (shortfall_id is null or event in ('shortfall', 'late-charges', 'early-payment', 'rebate', 'release'))
    and (adjustment_id is null or event in (
      'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'late-charges', 'early-payment', 'rebate', 'release'))
    and num_nonnulls(sale_id, collection_id, invoice_id, payout_id, shortfall_id, adjustment_id)
      = (event not in ('accrual', 'accrual-reversal'))::integer
  ) not valid;

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS', 'CLIENTE',
    'IVA_POR_FACTURAR', 'IVA_NO_COBRADO', 'IVA_COBRADO', 'INGRESO_INTERES', 'RECARGOS', 'RECUPERACIONES', 'ESTIMACION', 'DEUDORES'
  )) not valid;

-- A receiver owes nothing for an invoice that its client must buy back.
alter table credit_holds
  drop constraint credit_holds_face_check,
  add constraint credit_holds_face_check check (face >= 0) not valid;

-- An invoice that was written off is settled, with or without payments.
alter table invoices add column written_off numeric(18, 2) not null default 0;
alter table invoices
  drop constraint invoices_settled_whole,
  drop constraint invoices_settled_amounts,
  add constraint invoices_settled_whole check (
    num_nonnulls(payment_date, paid_amount, late_charges, late_charges_iva, final_deposit) in (0, 5)
    and (collection_id is null or payment_date is not null) and (status <> 40 or payment_date is not null)
  ) not valid,
  add constraint invoices_settled_amounts check (
    paid_amount >= 0 and late_charges >= 0 and late_charges_iva >= 0
    and final_deposit = greatest(aforo + paid_amount - total - late_charges - late_charges_iva - iva + rebate + iva_rebate, 0)
  ) not valid,
  add constraint invoices_written_off check (written_off >= 0 and (written_off = 0 or status = 40)) not valid;

create or replace function ledger_hash(entry ledger_entries, lines text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n',
    encode(entry.previous_hash, 'hex'),
    concat_ws('|', entry.client_id, entry.entry_number, entry.event,
      coalesce(entry.sale_id, entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id,
        entry.adjustment_id), entry.currency,
      entry.value_date, entry.booked_on, to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reverses ' || entry.reverses),
    lines
  ), 'UTF8'))
$$;

-- Appends entries to a client's ledger, in order. Each draft is {event, currency, valueDate, saleId?, collectionId?, invoiceId?,
-- payoutId?, shortfallId?, adjustmentId?, reverses?, lines: [{account, document, debit, credit}]}. Returns the number of the last entry.
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
    entry.adjustment_id := draft->>'adjustmentId';
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
      payout_id, shortfall_id, adjustment_id, reverses, previous_hash, hash
    ) values (
      of_client, entry.entry_number, entry.event, entry.currency, entry.value_date, entry.booked_on, at, entry.sale_id,
      entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id, entry.adjustment_id, entry.reverses,
      entry.previous_hash, entry.hash
    );
    insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
    select of_client, entry.entry_number, number, account, document, debit, credit
    from rows from (jsonb_to_recordset(draft->'lines') as (account text, document uuid, debit numeric(18, 2), credit numeric(18, 2)))
      with ordinality as given(account, document, debit, credit, number);
  end loop;
  return entry.entry_number;
end
$$;

-- As before; an invoice with a rebate before its settlement earns nothing more.
create or replace function accrue_interest(of_client uuid, documents uuid[], through date, today date, at timestamptz) returns integer
language plpgsql as $$
declare
  drafts jsonb;
begin
  perform lock_ledger(of_client);
  with earning as (
    select document_id, sales.currency, interest, item.payment_days, item.due_date - item.payment_days as sold_on,
      last.accrued_on, coalesce(last.accrued_on + 1, deposited_on) as first_day,
      least(greatest(item.due_date, deposited_on), through) as last_day
    from (
      select client_id, sale_id, document_id, deposited_on from invoices
      where client_id = of_client and status = 30 and rebate = 0 and (documents is null or document_id = any(documents))
    ) invoice
    join sale_items item using (client_id, sale_id, document_id)
    join sales using (client_id, sale_id)
    left join lateral (
      select value_date as accrued_on
      from ledger_lines line join ledger_entries using (client_id, entry_number)
      where line.client_id = of_client and line.document_id = invoice.document_id and account = 'INGRESO_INTERES'
      order by entry_number desc limit 1
    ) last on true
  ), days as (
    select document_id, currency, day::date as day,
      round(interest * least(greatest(day::date - sold_on, 0), payment_days) / payment_days, 2)
        - case when accrued_on is null and day::date = first_day then 0
            else round(interest * least(greatest(day::date - 1 - sold_on, 0), payment_days) / payment_days, 2) end as amount
    from earning cross join generate_series(first_day::timestamp, last_day::timestamp, '1 day') as day
  ), entries as (
    select jsonb_build_object('event', 'accrual', 'currency', currency, 'valueDate', day, 'lines',
      jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', debit, 'credit', credit)
        order by document_id, account desc)) as draft, day, currency
    from days cross join lateral (
      values ('INTERES_POR_DEVENGAR', amount, 0), ('INGRESO_INTERES', 0, amount)
    ) as side(account, debit, credit)
    where amount > 0 group by day, currency
  )
  select jsonb_agg(draft order by day, currency) into drafts from entries;
  if drafts is null then return 0; end if;
  perform append_entries(of_client, drafts, today, at);
  return jsonb_array_length(drafts);
end
$$;
