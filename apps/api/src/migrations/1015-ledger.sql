-- The lender's double-entry ledger: append-only, balanced per entry, each entry chained to the client's previous one.

create table ledger_entries (
  client_id uuid not null references clients,
  entry_number bigint not null check (entry_number >= 1),
  event text not null check (event in (
    'authorisation', 'withdrawal', 'disbursement', 'accrual', 'accrual-reversal', 'interest-invoice', 'credit-note',
    'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation', 'invoice-payment',
    'collection', 'balance-payment', 'late-charges', 'shortfall', 'early-payment', 'rebate', 'release', 'payout'
  )),
  currency text not null check (currency in ('MXN', 'USD')),
  -- The day from which the bank counts the money.
  value_date date not null,
  -- The day under which statements list the entry: see booked_on().
  booked_on date not null check (booked_on >= value_date),
  recorded_at timestamptz not null,
  sale_id uuid,
  collection_id uuid,
  -- An interest invoice.
  invoice_id uuid,
  payout_id uuid,
  -- A closed shortfall, by its invoice.
  shortfall_id uuid,
  subject uuid generated always as (coalesce(sale_id, collection_id, invoice_id, payout_id, shortfall_id)) stored,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (client_id, entry_number),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, collection_id) references collections (client_id, collection_id),
  foreign key (client_id, payout_id) references payouts (client_id, payout_id),
  foreign key (client_id, shortfall_id) references shortfalls (client_id, document_id),
  constraint ledger_entries_about check (
    (sale_id is not null) = (event in ('authorisation', 'withdrawal', 'disbursement'))
    and (invoice_id is not null) = (event in (
      'interest-invoice', 'credit-note', 'interest-cancellation', 'late-charges-invoice', 'late-charges-cancellation',
      'invoice-payment'))
    and (payout_id is not null) = (event = 'payout')
    and (collection_id is null or event in ('collection', 'balance-payment', 'late-charges', 'early-payment', 'rebate', 'release'))
    and (shortfall_id is null or event in ('shortfall', 'late-charges', 'early-payment', 'rebate', 'release'))
    and num_nonnulls(sale_id, collection_id, invoice_id, payout_id, shortfall_id) = (event not in ('accrual', 'accrual-reversal'))::integer
  )
);
-- Withdrawals before the deposit reverse entries and may occur several times per sale; an invoice can be paid in parts.
create unique index ledger_entries_once on ledger_entries (client_id, event, subject)
  where event not in ('withdrawal', 'invoice-payment');
create index ledger_entries_booked on ledger_entries (client_id, currency, booked_on);

-- Amount that an operator has authorised for a client on the day of an instant in Mexico City, found by that day's entries: an index
-- of the answers would be written at every step of a sale.
create function authorised_on(client uuid, operator uuid, in_currency text, at timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(item.total), 0)
  from ledger_entries entry
  join sales sale on sale.client_id = entry.client_id and sale.sale_id = entry.sale_id and sale.answered_by = operator
  join sale_items item on item.client_id = sale.client_id and item.sale_id = sale.sale_id
    and item.state in ('authorised', 'disbursed')
  where entry.client_id = client and entry.currency = in_currency and entry.event = 'authorisation'
    and entry.booked_on = (at at time zone 'America/Mexico_City')::date
$$;

create table ledger_lines (
  client_id uuid not null,
  entry_number bigint not null,
  line_number integer not null,
  account text not null check (account in (
    'CARTERA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR', 'BANCOS', 'ENTRE_DIARIOS', 'CLIENTE',
    'IVA_POR_FACTURAR', 'IVA_NO_COBRADO', 'IVA_COBRADO', 'INGRESO_INTERES', 'RECARGOS'
  )),
  document_id uuid not null,
  debit numeric(18, 2) not null check (debit >= 0),
  credit numeric(18, 2) not null check (credit >= 0),
  primary key (client_id, entry_number, line_number),
  foreign key (client_id, entry_number) references ledger_entries (client_id, entry_number),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  check ((debit = 0) <> (credit = 0))
);
create index ledger_lines_of_document on ledger_lines (client_id, document_id, account, entry_number);

create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
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

-- A month closes at the end of the third day of the next, so that its statement leaves time for the payment complements due
-- by the fifth. Until then an entry is booked on its value date, afterwards on the first day of the oldest open month.
create function booked_on(value_date date, today date) returns date
language sql immutable
as $$ select greatest(value_date, date_trunc('month', (today - 3)::timestamp)::date) $$;

-- The hash that chains an entry to the previous one; `lines` is the text of its lines, see ledger_lines_text().
create function ledger_hash(entry ledger_entries, lines text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n',
    encode(entry.previous_hash, 'hex'),
    concat_ws('|', entry.client_id, entry.entry_number, entry.event,
      coalesce(entry.sale_id, entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id), entry.currency,
      entry.value_date, entry.booked_on, to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    lines
  ), 'UTF8'))
$$;

create function ledger_line_text(line ledger_lines) returns text
language sql immutable
as $$ select concat_ws('|', line.line_number, line.account, line.document_id, line.debit, line.credit) $$;

-- Waits for the other writers of a client's ledger; balances read afterwards are right until the transaction ends.
create function lock_ledger(of_client uuid) returns void
language sql
as $$ select pg_advisory_xact_lock(hashtextextended('ledger:' || of_client, 0)) $$;

-- Appends entries to a client's ledger, in order. Each draft is {event, currency, valueDate, saleId?, collectionId?, invoiceId?,
-- payoutId?, shortfallId?, lines: [{account, document, debit, credit}]}. Returns the number of the last entry.
create function append_entries(of_client uuid, drafts jsonb, today date, at timestamptz) returns bigint language plpgsql as $$
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
    select string_agg(ledger_line_text(line), E'\n' order by (line).line_number) into lines
    from (
      select row(of_client, entry.entry_number, number, account, document, debit, credit)::ledger_lines as line
      from rows from (jsonb_to_recordset(draft->'lines') as (account text, document uuid, debit numeric(18, 2), credit numeric(18, 2)))
        with ordinality as given(account, document, debit, credit, number)
    ) given;
    entry.hash := ledger_hash(entry, lines);
    insert into ledger_entries (
      client_id, entry_number, event, currency, value_date, booked_on, recorded_at, sale_id, collection_id, invoice_id,
      payout_id, shortfall_id, previous_hash, hash
    ) values (
      of_client, entry.entry_number, entry.event, entry.currency, entry.value_date, entry.booked_on, at, entry.sale_id,
      entry.collection_id, entry.invoice_id, entry.payout_id, entry.shortfall_id, entry.previous_hash, entry.hash
    );
    insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
    select of_client, entry.entry_number, number, account, document, debit, credit
    from rows from (jsonb_to_recordset(draft->'lines') as (account text, document uuid, debit numeric(18, 2), credit numeric(18, 2)))
      with ordinality as given(account, document, debit, credit, number);
  end loop;
  return entry.entry_number;
end
$$;

-- Books the interest that the client's invoices in credit earned on each day up to `through` and that is not booked yet, as one
-- entry per day and currency. A day's amount is the rounded interest so far minus that of the day before, so the days add up
-- to the interest; the deposit day earns that of all days before it. `documents` limits it to some invoices. Returns the
-- number of entries.
create function accrue_interest(of_client uuid, documents uuid[], through date, today date, at timestamptz) returns integer
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
      where client_id = of_client and status = 30 and (documents is null or document_id = any(documents))
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

-- Reverses what an invoice earned after a day, with one entry per day. Returns the sum.
create function reverse_accruals(of_client uuid, of_document uuid, after date, today date, at timestamptz) returns numeric
language plpgsql as $$
declare
  drafts jsonb;
  reversed numeric;
begin
  select jsonb_agg(jsonb_build_object('event', 'accrual-reversal', 'currency', currency, 'valueDate', value_date, 'lines',
      jsonb_build_array(
        jsonb_build_object('account', 'INGRESO_INTERES', 'document', of_document, 'debit', earned, 'credit', 0),
        jsonb_build_object('account', 'INTERES_POR_DEVENGAR', 'document', of_document, 'debit', 0, 'credit', earned)
      )) order by value_date), sum(earned)
  into drafts, reversed
  from (
    select currency, value_date, sum(credit - debit) as earned
    from ledger_lines line join ledger_entries using (client_id, entry_number)
    where line.client_id = of_client and line.document_id = of_document and account = 'INGRESO_INTERES' and value_date > after
    group by currency, value_date having sum(credit - debit) > 0
  ) days;
  if drafts is null then return 0; end if;
  perform append_entries(of_client, drafts, today, at);
  return reversed;
end
$$;

-- The lender's own journal: money that belongs to no client yet. Each entry moves the whole payment between two accounts;
-- ENTRE_DIARIOS leads to the ledger of the client whose invoices it pays.
create table lender_entries (
  entry_number bigint primary key check (entry_number >= 1),
  event text not null,
  payment_id uuid not null references unidentified_payments,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  debit text not null,
  credit text not null,
  value_date date not null,
  booked_on date not null check (booked_on >= value_date),
  recorded_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  unique (payment_id, event),
  check ((event, debit, credit) in (
    ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
    ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
    ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
    ('return', 'POR_DEPOSITAR', 'BANCOS')
  ))
);

create function lender_hash(entry lender_entries) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.entry_number, entry.event, entry.payment_id,
    entry.currency, entry.amount, entry.debit, entry.credit, entry.value_date, entry.booked_on,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8'))
$$;

-- Appends an entry for a payment of unknown purpose, chained to the previous one.
create function append_lender_entry(
  of_payment uuid, event text, debit text, credit text, value_date date, today date, at timestamptz
) returns void language plpgsql as $$
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
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
end
$$;

-- Months whose account statement was mailed to the client's administrators.

create table monthly_statements (
  client_id uuid not null references clients,
  month date not null check (extract(day from month) = 1),
  queued_at timestamptz not null,
  primary key (client_id, month)
);

call protect_tenant_table('ledger_entries', 'ledger_lines', 'monthly_statements');
grant select on ledger_entries, ledger_lines to anticipa_tenant;
grant select, insert on ledger_entries, ledger_lines to anticipa_operator, anticipa_worker;
grant select, insert on lender_entries to anticipa_operator, anticipa_worker;
grant select, insert on monthly_statements to anticipa_worker;
