/** The journals of lenders that have worked for two years, written client by client, with the hashes of their chains. */
import { runningClock } from '@anticipa/api/platform/work/clock';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { addClients, addSharedReceivers } from './growth-rows.ts';
import type { Portal } from './portal.ts';
import { aSeller } from './rows.ts';

const LINES_PER_CLIENT = 100_000;
/** Lines of an invoice of two months from its authorisation to the transfer of its devolución, most of them interest of a day. */
const LINES_PER_INVOICE = 124;
/** A twentieth of the payments is of unknown purpose, and stays in the lender's own journal. */
const UNIDENTIFIED = 20;

/** An id that the same parts give again. */
const idOf = (...parts: readonly string[]): string => `md5(concat_ws(' ', ${parts.join(', ')}))::uuid`;
const AT_NOON = `+ time '12:00') at time zone '${MEXICO_CITY}'`;

/** One client's lines of every kind, each with what groups the lines of an entry. */
const linesOf = (client: string, today: string): string => `
  with bought as (
    select item.sale_id, item.document_id, item.total, item.interest, item.iva, item.aforo, item.initial_deposit as deposit,
      disbursed_at::date as bought_on, item.due_date, item.due_date - disbursed_at::date as days,
      case when status = 40 then invoice.payment_date end as paid_on,
      case when status = 40 then ${idOf("'paid'", 'item.sale_id', 'invoice.payment_date')} end as paid_id,
      (date_trunc('month', item.due_date) + interval '1 month')::date as cut_on,
      ${idOf("'cut'", 'client_id', "date_trunc('month', item.due_date)")} as cut_id
    from sale_items item join invoices invoice using (client_id, sale_id, document_id) join sales using (client_id, sale_id)
    where item.client_id = '${client}' and item.state = 'disbursed'
  ), moved as (
    select place, event, on_day, subject, document_id, account, debit, credit
    from bought cross join lateral (values
      (1, 'authorisation', bought_on, sale_id, 'CARTERA', total, 0),
      (1, 'authorisation', bought_on, sale_id, 'AFORO_POR_DEVOLVER', 0, aforo),
      (1, 'authorisation', bought_on, sale_id, 'INTERES_POR_DEVENGAR', 0, interest),
      (1, 'authorisation', bought_on, sale_id, 'POR_DEPOSITAR', 0, deposit),
      (2, 'disbursement', bought_on, sale_id, 'POR_DEPOSITAR', deposit, 0),
      (2, 'disbursement', bought_on, sale_id, 'BANCOS', 0, deposit),
      (4, 'interest-invoice', cut_on, cut_id, 'CLIENTE', interest + iva, 0),
      (4, 'interest-invoice', cut_on, cut_id, 'CLIENTE', 0, interest),
      (4, 'interest-invoice', cut_on, cut_id, 'IVA_COBRADO', 0, iva),
      (5, 'collection', paid_on, paid_id, 'BANCOS', total, 0),
      (5, 'collection', paid_on, paid_id, 'CARTERA', 0, total),
      (6, 'release', paid_on, paid_id, 'AFORO_POR_DEVOLVER', aforo, 0),
      (6, 'release', paid_on, paid_id, 'CLIENTE', 0, iva),
      (6, 'release', paid_on, paid_id, 'POR_DEPOSITAR', 0, aforo - iva),
      (7, 'payout', paid_on, paid_id, 'POR_DEPOSITAR', aforo - iva, 0),
      (7, 'payout', paid_on, paid_id, 'BANCOS', 0, aforo - iva)
    ) as step(place, event, on_day, subject, account, debit, credit)
    where on_day <= '${today}'
    union all
    select 3, 'accrual', bought_on + day, null, document_id, account, debit, credit
    from bought cross join lateral generate_series(1, days) day
    cross join lateral (select round(interest * day / days, 2) - round(interest * (day - 1) / days, 2) as earned) of_day
    cross join lateral (values ('INTERES_POR_DEVENGAR', earned, 0), ('INGRESO_INTERES', 0, earned)) as step(account, debit, credit)
    where bought_on + day <= '${today}' and earned > 0
  ), numbered as (
    select *, dense_rank() over (order by on_day, place, subject) as entry_number from moved
  )
  select *, row_number() over (partition by entry_number order by document_id, account, debit) as line_number from numbered`;

/** Appends the drawn entries of a client, each with the hash that its text and the one before give. */
const CHAIN = `
  create function pg_temp.chain(of_client uuid) returns void language plpgsql as $$
  declare
    drawn record;
    entry ledger_entries;
  begin
    entry.client_id := of_client;
    entry.currency := 'MXN';
    entry.hash := decode(repeat('00', 32), 'hex');
    for drawn in
      select entry_number, event, on_day, subject, string_agg(
        ledger_line_text(row(of_client, entry_number, line_number, account, document_id, debit, credit)::ledger_lines),
        E'\\n' order by line_number) as lines
      from drawn_lines group by entry_number, event, on_day, subject order by entry_number
    loop
      entry.previous_hash := entry.hash;
      entry.entry_number := drawn.entry_number;
      entry.event := drawn.event;
      entry.value_date := drawn.on_day;
      entry.booked_on := drawn.on_day;
      entry.recorded_at := (drawn.on_day ${AT_NOON};
      entry.sale_id := case when drawn.event in ('authorisation', 'disbursement') then drawn.subject end;
      entry.collection_id := case when drawn.event in ('collection', 'release') then drawn.subject end;
      entry.payout_id := case when drawn.event = 'payout' then drawn.subject end;
      entry.invoice_id := case when drawn.event = 'interest-invoice' then drawn.subject end;
      entry.hash := ledger_hash(entry, drawn.lines);
      insert into ledger_entries (client_id, entry_number, event, currency, value_date, booked_on, recorded_at, sale_id, collection_id,
        payout_id, invoice_id, previous_hash, hash)
      values (entry.client_id, entry.entry_number, entry.event, entry.currency, entry.value_date, entry.booked_on, entry.recorded_at,
        entry.sale_id, entry.collection_id, entry.payout_id, entry.invoice_id, entry.previous_hash, entry.hash);
    end loop;
  end $$`;

/** The payments that the entries of BANCOS are about; half of the receipts came by STP, all others are in files of a bank. */
const PAYMENTS = [
  `insert into collections (client_id, collection_id, tracking_key, currency, amount, value_date, source, bank, payer, named_ids, registered_at, part)
   select client_id, collection_id, 'C' || left(replace(collection_id::text, '-', ''), 28), 'MXN', sum(debit), value_date, 'STP', '40072', 'debtor', '{}',
     recorded_at, 1
   from ledger_entries entry join ledger_lines line using (client_id, entry_number)
   where event = 'collection' and account = 'BANCOS' group by client_id, entry_number`,
  `insert into payouts (client_id, payout_id, tracking_key, currency, amount, paid_on, confirmed_by, confirmed_at)
   select client_id, payout_id, 'D' || left(replace(payout_id::text, '-', ''), 28), 'MXN', sum(credit), value_date,
     (select operator_id from operators limit 1), recorded_at
   from ledger_entries entry join ledger_lines line using (client_id, entry_number)
   where event = 'payout' and account = 'BANCOS' group by client_id, entry_number`,
  `update sales set tracking_key = 'V' || left(tracking_key, 28) where tracking_key ~ '^[0-9a-f]{32}$'`,
  `insert into received_transfers (transfer_id, tracking_key, operation_day, value_date, bank_id, amount, clabe, sender_bank, sender_name, concept,
     state, found_at)
   select collection_id, tracking_key, value_date, value_date, tracking_key, amount, '646180000000000000', '40072', 'RECEPTOR', 'PAGO', 'booked', registered_at
   from collections where tracking_key < 'C8'`,
  `insert into statement_accounts values (gen_random_uuid(), 'Banco del Norte', 'MXN', '072180001182748101', '{}')`,
  `with moved as (
     select tracking_key, value_date as on_day, amount, 'receipt' as kind, registered_at as at from collections where tracking_key >= 'C8'
     union all select tracking_key, paid_on, -amount, 'payout', confirmed_at from payouts
     union all
     select tracking_key, disbursed_at::date, -sum(initial_deposit), 'deposit', disbursed_at
     from sales join sale_items using (client_id, sale_id) where tracking_key like 'V%' group by 1, 2, disbursed_at
   )
   insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key, reference, text, state, booked_as, book_key,
     was_booked, ended_at)
   select gen_random_uuid(), account_id, moved.tracking_key, 1, on_day, amount, moved.tracking_key, '', 'SPEI', 'booked', kind, moved.tracking_key,
     true, at + interval '1 day'
   from moved, statement_accounts account where account.name = 'Banco del Norte'`,
  `with drawn as (
     insert into unidentified_payments (payment_id, tracking_key, currency, amount, value_date, source, bank, reference, reason, state, registered_at)
     select gen_random_uuid(), 'N' || substr(tracking_key, 2), 'MXN', amount, value_date, 'STP', '40072', '1', 'unknown', 'waiting', registered_at
     from (select *, row_number() over (order by registered_at, collection_id) as place from collections) paid where place % ${UNIDENTIFIED} = 0
     returning *
   )
   insert into lender_entries (entry_number, event, payment_id, currency, amount, debit, credit, value_date, booked_on, recorded_at, previous_hash, hash)
   select row_number() over (order by registered_at, payment_id), 'unidentified', payment_id, currency, amount, 'BANCOS', 'COBROS_POR_IDENTIFICAR',
     value_date, value_date, registered_at, '', '' from drawn`,
  `do $$ declare entry lender_entries; last bytea := decode(repeat('00', 32), 'hex'); begin
     for entry in select * from lender_entries order by entry_number loop
       entry.previous_hash := last;
       last := lender_hash(entry);
       update lender_entries set previous_hash = entry.previous_hash, hash = last where entry_number = entry.entry_number;
     end loop;
   end $$`,
];

interface Ledger {
  readonly lines: number;
  readonly clientId: string;
}

const loaded = new WeakMap<Portal, Promise<Ledger>>();

/** About so many lines, a hundred thousand a client, once; resolves to how many there are, and to a client. */
export function addLedger(portal: Portal, lines: number): Promise<Ledger> {
  const ledger = loaded.get(portal) ?? writeLedger(portal, lines);
  loaded.set(portal, ledger);
  return ledger;
}

async function writeLedger(portal: Portal, lines: number): Promise<Ledger> {
  const { owner } = portal;
  const settled = Math.ceil(LINES_PER_CLIENT / LINES_PER_INVOICE);
  const today = runningClock().today();
  // With its branch, which all clients have.
  await aSeller(portal);
  await addSharedReceivers(portal);
  const clients = Math.ceil(lines / LINES_PER_CLIENT);
  await addClients(portal, clients, {
    settled,
    inCredit: Math.ceil(settled / 10),
    requested: 0,
    open: 10,
  });
  await owner.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; ${CHAIN}`,
  );
  // In one transaction, so that no job books before the load is complete.
  await owner.query('begin');
  await owner.query('truncate ledger_lines, ledger_entries, lender_entries cascade');
  const { rows } = await owner.query<{ client_id: string }>(
    `select client_id from (select * from drawn_clients order by place desc limit ${clients}) added order by client_id`,
  );
  for (const { client_id: client } of rows) {
    await owner.query(`create temp table drawn_lines as ${linesOf(client, today)}`);
    await owner.query(`alter table drawn_lines alter debit type numeric(18, 2), alter credit type numeric(18, 2)`);
    await owner.query(`select pg_temp.chain('${client}')`);
    await owner.query(`insert into ledger_lines
      select '${client}', entry_number, line_number, account, document_id, debit, credit from drawn_lines order by entry_number, line_number`);
    await owner.query('drop table drawn_lines');
  }
  for (const statement of PAYMENTS) await owner.query(statement);
  await owner.query('commit');
  await owner.query('reset session_replication_role; reset synchronous_commit; reset work_mem');
  await owner.query('vacuum analyze');
  const counted = await owner.query<{ count: number }>('select count(*)::integer as count from ledger_lines');
  return { lines: counted.rows[0]?.count ?? 0, clientId: rows[0]?.client_id ?? '' };
}
