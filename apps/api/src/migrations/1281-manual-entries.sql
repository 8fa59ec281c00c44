-- Entries that accountants propose in the lender's own journal, and the end of a year: its income and its expenses go to its result.
-- small table: lender_entries
-- lender_hash changes what 1210 added
-- lender_hash changes what 1232 added
-- refuse_inexact_lender_reversal changes what 1232 added
create table manual_entries (
  manual_id uuid primary key,
  -- It has the reason and both people.
  approval_id uuid not null unique references approvals,
  evidence text not null check (length(evidence) between 5 and 300),
  reversal_id uuid unique references approvals
);
grant select, insert, update (reversal_id) on manual_entries to anticipa_operator;
grant select on manual_entries to anticipa_worker;

alter table lender_entries
  add column manual_id uuid references manual_entries,
  -- The month by whose close a year ends; its row comes last.
  add column closed_month date references closed_months deferrable initially deferred,
  drop constraint lender_entries_about,
  add constraint lender_entries_about check (
    (return_id is not null) = (
      event in ('wrong-account', 'wrong-account-loss', 'wrong-account-recovery', 'short-payment', 'short-payment-rest'))
    and (line_id is not null) = (event in ('bank-fee', 'bank-fee-iva'))
    and (manual_id is not null) = (event = 'manual')
    and (closed_month is not null) = (event = 'year-end')
    and num_nonnulls(payment_id, return_id, line_id, manual_id, closed_month) = 1),
  add constraint lender_entries_year_end check (
    event <> 'year-end' or reverses is null and booked_on = value_date and extract(month from closed_month) = 12
      and value_date = (closed_month + interval '1 month' - interval '1 day')::date),
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('refund', 'COBROS_POR_IDENTIFICAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-loss', 'QUEBRANTOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'QUEBRANTOS'),
      ('short-payment', 'BANCOS', 'POR_DEPOSITAR'),
      ('short-payment-rest', 'POR_DEPOSITAR', 'BANCOS'),
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    )
    -- No account whose balance a record of its own explains.
    or event = 'manual' and debit <> credit
      and debit in ('ACREEDORES', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'IVA_ACREDITABLE', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RESULTADO')
      and credit in ('ACREEDORES', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'IVA_ACREDITABLE', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RESULTADO')
    or event = 'year-end' and (debit = 'RESULTADO') <> (credit = 'RESULTADO')
      and debit in ('GASTO_ESTIMACION', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'INGRESO_INTERES', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RECARGOS', 'RECARGOS_SUSPENDIDOS',
        'RECUPERACIONES', 'RESULTADO')
      and credit in ('GASTO_ESTIMACION', 'GASTOS_BANCARIOS', 'GASTOS_GENERALES', 'INGRESO_INTERES', 'OTROS_INGRESOS', 'QUEBRANTOS', 'RECARGOS', 'RECARGOS_SUSPENDIDOS',
        'RECUPERACIONES', 'RESULTADO'));
create index lender_entries_of_manual on lender_entries (manual_id) where manual_id is not null;
-- A year ends once.
create unique index lender_entries_of_year on lender_entries (closed_month, currency, debit, credit) where closed_month is not null;

create or replace function lender_hash(entry lender_entries) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.entry_number, entry.event,
    coalesce(coalesce(entry.payment_id, entry.return_id, entry.line_id, entry.manual_id)::text, to_char(entry.closed_month, 'YYYY-MM')),
    entry.currency, entry.amount, entry.debit, entry.credit, entry.value_date, entry.booked_on,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reverses ' || entry.reverses), 'UTF8'))
$$;

create or replace function refuse_inexact_lender_reversal() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from lender_entries entry
    where entry.entry_number = new.reverses and entry.entry_number < new.entry_number and entry.reverses is null
      and (entry.event, coalesce(entry.payment_id, entry.return_id, entry.line_id, entry.manual_id), entry.currency, entry.amount,
          entry.debit, entry.credit)
        = (new.event, coalesce(new.payment_id, new.return_id, new.line_id, new.manual_id), new.currency, new.amount, new.credit, new.debit)
  ) then
    raise exception 'lender entry % does not reverse entry %', new.entry_number, new.reverses
      using errcode = 'check_violation', constraint = 'lender_entries_reversal';
  end if;
  return null;
end
$$;

-- Appends what accountants book, chained to the previous entry: an entry of a proposal, its reversal, or the end of a year.
create function append_own_entry(
  of_manual uuid, of_month date, in_currency text, debit text, credit text, amount numeric, value_date date, at timestamptz,
  reverses bigint default null
) returns bigint language plpgsql as $$
declare
  entry lender_entries;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := case when of_month is null then 'manual' else 'year-end' end;
  entry.manual_id := of_manual;
  entry.closed_month := of_month;
  entry.currency := in_currency;
  entry.amount := amount;
  entry.debit := debit;
  entry.credit := credit;
  entry.value_date := value_date;
  entry.booked_on := greatest(value_date, open_day());
  entry.recorded_at := at;
  entry.reverses := reverses;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
  return entry.entry_number;
end
$$;
