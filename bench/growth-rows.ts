/** The rows of a database that has grown, written set by set: uploaded one by one they would take hours. */
import { runningClock } from '@anticipa/api/platform/work/clock';
import type { Portal } from './portal.ts';
import type { Seller } from './rows.ts';

/** Invoices per client, by what has become of them. */
export interface Portfolio {
  readonly settled: number;
  readonly inCredit: number;
  /** Number in sales that wait for the lender. */
  readonly requested: number;
  readonly open: number;
}

/** Receivers to which all clients sell, to some of them each. */
const SHARED = 20;
const SHARED_PER_CLIENT = 5;
const RECEIVERS_PER_CLIENT = 20;
const THOUSAND = 1_000;

/** Approved receivers to which every client sells. */
export const addSharedReceivers = async ({ owner }: Portal): Promise<void> => {
  await owner.query(`
    create temp table if not exists drawn_receivers (place integer primary key, company_id uuid, rfc text, name text, receiver_key text);
    create temp table if not exists drawn_clients (place integer primary key, client_id uuid, user_id uuid, line_id uuid, rfc text)`);
  await addReceivers(owner, SHARED);
};

const addReceivers = async (owner: Portal['owner'], count: number): Promise<void> => {
  await owner.query(
    `with drawn as (
       insert into drawn_receivers
       select first + n, gen_random_uuid(), rfc, 'RECEPTOR ' || rfc, rfc
       from (select count(*)::integer - 1 as first from drawn_receivers) before, generate_series(1, $1::integer) n
       cross join lateral (select 'RGA' || lpad((first + n)::text, 6, '0') || 'AB9' as rfc) named
       returning *
     )
     insert into companies (company_id, rfc, name, receiver_key, status, created_at)
     select company_id, rfc, name, receiver_key, 20, now() from drawn`,
    [count],
  );
};

/** Clients with a product, a line and invoices each, and receivers of which they share some. */
export const addClients = async (portal: Portal, count: number, portfolio: Portfolio): Promise<void> => {
  const { owner } = portal;
  await addReceivers(owner, count * 2);
  await owner.query(
    `with drawn as (
       insert into drawn_clients
       select first + n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'XGA' || lpad((first + n)::text, 6, '0') || 'AB9'
       from (select count(*)::integer - 1 as first from drawn_clients) before, generate_series(1, $1::integer) n
       returning *
     ), opened as (
       insert into clients (client_id, rfc, entity_name, tax_regime, fiscal_regime, postal_code, branch, created_at)
       select client_id, rfc, 'EMPRESA ' || rfc, 'PM', '601', '64000', 'MTY', now() from drawn
     ), invited as (
       insert into users (client_id, user_id, email, first_name, last_name, is_admin, created_at)
       select client_id, user_id, lower(rfc) || '@example.test', 'Ana', 'Prueba', true, now() from drawn
     ), authorised as (
       insert into client_products (client_id, product, authorised, active) select client_id, 'BI', true, true from drawn
     )
     insert into credit_lines (client_id, credit_line_id, product, currency, credit_limit, interest_rate, advance_percent, moratory_rate)
     select client_id, line_id, 'BI', 'MXN', 1000000000, 24, 90, 48 from drawn`,
    [count],
  );
  const added = `select *, ${SHARED_PER_CLIENT} as shared from drawn_clients order by place desc limit ${count}`;
  await draw(portal, added, portfolio);
};

/** Tables with a row or more per invoice. */
const LARGE = ['files', 'invoices', 'invoice_claims', 'invoice_events', 'sale_items', 'credit_holds', 'ledger_lines'];

/**
 * Adds many clients a thousand at a time. The indexes of the large tables are built at the end: kept up to date row by row they
 * would take hours, because most begin with a random id.
 */
export const addManyClients = async (portal: Portal, count: number, portfolio: Portfolio): Promise<void> => {
  const { owner } = portal;
  await owner.query('alter system set autovacuum = off');
  await owner.query(
    `set allow_system_table_mods = on; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; select pg_reload_conf()`,
  );
  const tables = LARGE.map((table) => `'${table}'::regclass`).join(', ');
  await owner.query(`update pg_index set indisready = false, indisvalid = false where indrelid in (${tables})`);
  for (let left = count; left > 0; left -= THOUSAND) await addClients(portal, Math.min(left, THOUSAND), portfolio);
  for (const table of LARGE) await owner.query(`reindex table ${table}`);
  await owner.query('alter system reset autovacuum');
  await owner.query(
    'reset allow_system_table_mods; reset work_mem; reset maintenance_work_mem; select pg_reload_conf()',
  );
};

/** Adds settled and open invoices of the shared receivers to a client. */
export const addInvoices = async (
  portal: Portal,
  { client, user }: Seller,
  portfolio: Pick<Portfolio, 'settled'> & Partial<Portfolio>,
): Promise<void> => {
  const line = `select 0 as place, ${SHARED} as shared, clients.client_id, '${user.userId}'::uuid as user_id, credit_line_id as line_id, rfc
    from clients join credit_lines using (client_id)
    where clients.client_id = '${client.clientId}' and product = 'BI' and currency = 'MXN'`;
  await draw(portal, line, { inCredit: 0, requested: 0, open: 0, ...portfolio });
};

/**
 * The invoices of these clients with all dependent rows, written without triggers and key checks. Their purchase order makes
 * the demo's robot leave the sales to a person.
 */
const draw = async ({ owner }: Portal, clients: string, portfolio: Portfolio): Promise<void> => {
  const { settled, inCredit, requested, open } = portfolio;
  const today = runningClock().today();
  await owner.query('begin; set local session_replication_role = replica; set local synchronous_commit = off');
  await owner.query(`create temp table drawn on commit drop as
    select client.*, n as position, uuidv7() as document_id, uuidv7() as file_id,
      upper(gen_random_uuid()::text) as uuid, company_id, receiver.rfc as receiver_rfc, name, receiver_key, status,
      case when status in (30, 40) then n / 20 when status = 25 then (n - ${settled + inCredit} - 1) / 5 end as lot, emitted_on, due_date,
      case when status = 40 then due_date + n % 4 end as paid_on,
      1000.00 + 100 * (n % 50) as total, 100.00 + 10 * (n % 50) as aforo, 30.00 as interest, 4.80 as iva
    from (${clients}) client
    cross join generate_series(1, ${settled + inCredit + requested + open}) n
    cross join lateral (
      select case when n <= ${settled} then 40 when n <= ${settled + inCredit} then 30
        when n <= ${settled + inCredit + requested} then 25 else 20 end as status
    ) state
    join drawn_receivers receiver on receiver.place = case
      when n % ${RECEIVERS_PER_CLIENT} < shared then (client.place * shared + n % ${RECEIVERS_PER_CLIENT}) % ${SHARED}
      else ${SHARED} + (client.place * 2 + n % ${RECEIVERS_PER_CLIENT}) % greatest((select count(*) from drawn_receivers) - ${SHARED}, 1) end
    cross join lateral (
      select '${today}'::date - case status when 40 then 80 + n * 560 / ${Math.max(settled, 1)} when 30 then 20 else 2 end as emitted_on
    ) emitted
    -- Each receiver pays on a day of the week of its own.
    cross join lateral (select date_trunc('week', emitted_on + 60)::date + receiver.place % 5 as due_date) due
    order by client.place, n`);
  await owner.query(`create temp table drawn_sales on commit drop as
    select client_id, user_id, sale_id, status, lot, emitted_on, deposit,
      last_number_of_sale + row_number() over (partition by client_id order by status desc, lot)::integer as number
    from (
      select client_id, user_id, uuidv7() as sale_id, status, lot, max(emitted_on) as emitted_on,
        sum(total - aforo - interest) as deposit
      from drawn where lot is not null group by client_id, user_id, status, lot
    ) sale join clients using (client_id)`);
  await owner.query('analyze drawn; analyze drawn_sales');
  for (const statement of [...SALES, ...INVOICES, ...BOOKS, ...SUMS]) await owner.query(statement);
  await owner.query('commit');
};

const SALES = [
  `insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, requested_at,
     promised_at, answered_at, disbursed_at, tracking_key, deposit_cents)
   select client_id, sale_id, number, 'BI', 'MXN', case status when 25 then 'requested' else 'disbursed' end, user_id, emitted_on,
     emitted_on, emitted_on + interval '1 day', case when status <> 25 then emitted_on end,
     case when status <> 25 then emitted_on end, case when status <> 25 then replace(sale_id::text, '-', '') end,
     case when status <> 25 then deposit * 100 end
   from drawn_sales`,
  `update clients set last_number_of_sale = number
   from (select client_id, max(number) as number from drawn_sales group by client_id) last where last.client_id = clients.client_id`,
];

const INVOICES = [
  `insert into company_links (client_id, company_id, name, created_at)
   select distinct client_id, company_id, name, now() from drawn on conflict do nothing`,
  `insert into files (client_id, file_id, file_name, file_type, size, sha256, receiver_rfc, uploaded_by, created_at)
   select client_id, file_id, uuid || '.xml', 'text/xml', 3900, sha256(uuid::bytea), receiver_rfc, user_id, emitted_on from drawn`,
  `insert into invoices (client_id, document_id, file_id, company_id, product, uuid, seal_hash, cfdi_version, serie, folio,
     issuer_rfc, receiver_rfc, receiver_name, receiver_key, seal_tail, currency, total, cfdi_total, cfdi_iva, emitted_on,
     payment_method, status, verification, is_stamp_verified, checked_at, created_by, created_at, sale_id, due_date,
     payment_days, interest_rate, advance_percent, interest, iva, advance, aforo, initial_deposit, deposited_on,
     collection_id, payout_id, payment_date, paid_amount, late_charges, late_charges_iva, final_deposit)
   select client_id, document_id, file_id, company_id, 'BI', uuid, sha256(uuid::bytea), '4.0', 'A', position::text, rfc,
     receiver_rfc, name, receiver_key, 'AAAAAAA=', 'MXN', total, total::text, round(total * 16 / 116, 2), drawn.emitted_on, 'PPD',
     drawn.status, 'verified', true, drawn.emitted_on, drawn.user_id, drawn.emitted_on + position * interval '1 millisecond', sale_id,
     case when lot is not null then due_date end, case when lot is not null then due_date - drawn.emitted_on end,
     case when lot is not null then 24 end, case when lot is not null then 90 end, case when lot is not null then interest end,
     case when lot is not null then iva end, case when lot is not null then total - aforo end, case when lot is not null then aforo end,
     case when lot is not null then total - aforo - interest end, case when status in (30, 40) then drawn.emitted_on end,
     case when paid_on is not null then sale_id end, case when paid_on is not null then sale_id end, paid_on, case when paid_on is not null then total end,
     case when paid_on is not null then 0 end, case when paid_on is not null then 0 end,
     case when paid_on is not null then aforo - iva end
   from drawn left join drawn_sales using (client_id, status, lot) order by place, position`,
  `insert into invoice_claims (client_id, document_id, uuid, seal_hash, is_proven)
   select client_id, document_id, uuid, sha256(uuid::bytea), true from drawn`,
  `insert into invoice_events (client_id, document_id, transition, to_status, actor_kind, actor_id, happened_at)
   select client_id, document_id, 'upload', 20, 'user', user_id, emitted_on from drawn`,
  `insert into sale_items (client_id, sale_id, document_id, position, state, previous_status, purchase_order, emitted_on, due_date,
     payment_days, interest_rate, advance_percent, days_in_year, iva_rate, total, interest, iva, aforo, advance, initial_deposit, moratory_rate)
   select client_id, sale_id, document_id, position, case status when 25 then 'held' else 'disbursed' end, 20, 'OPERADOR', drawn.emitted_on,
     due_date, due_date - drawn.emitted_on, 24, 90, 360, 16, total, interest, iva, aforo, total - aforo, total - aforo - interest, 48
   from drawn join drawn_sales using (client_id, status, lot)`,
  `insert into credit_holds (client_id, sale_id, document_id, credit_line_id, amount, exchange_rate, state, company_id, face, currency)
   select client_id, sale_id, document_id, line_id, total - aforo, 1,
     case status when 25 then 'held' when 30 then 'posted' else 'repaid' end, company_id, total, 'MXN'
   from drawn join drawn_sales using (client_id, status, lot)`,
];

/** An entry of the ledger per sale, with a line per invoice, and a row of the log. */
const BOOKS = [
  `create temp table drawn_entries on commit drop as
   select *, before.entries + row_number() over (partition by client_id order by number) as entry_number
   from drawn_sales
   cross join lateral (
     select count(*) as entries from ledger_entries where ledger_entries.client_id = drawn_sales.client_id
   ) before where status <> 25`,
  `insert into ledger_entries (client_id, entry_number, event, currency, value_date, booked_on, recorded_at, sale_id, previous_hash, hash)
   select client_id, entry_number, 'authorisation', 'MXN', emitted_on, emitted_on, emitted_on, sale_id,
     sha256((entry_number - 1)::text::bytea), sha256(entry_number::text::bytea) from drawn_entries`,
  `insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
   select client_id, entry_number, position, 'CARTERA', document_id, total, 0
   from drawn join drawn_entries using (client_id, status, lot)`,
  `with logged as (
     insert into audit (client_id, actor_kind, actor_id, action, subject, recorded_at)
     select client_id, 'user', user_id, 'sale.request', 'sale:' || sale_id, emitted_on from drawn_sales returning client_id, audit_id
   )
   insert into audit_links (chain, link_number, audit_id, hash)
   select client_id, (select count(*) from audit_links where chain = client_id) + row_number() over (partition by client_id order by audit_id),
     audit_id, sha256(audit_id::text::bytea) from logged`,
];

/** Sums that triggers would have added up. */
const SUMS = [
  `create temp table drawn_sums on commit drop as
   select client_id, line_id, company_id, sum(total) filter (where status = 25) as held, sum(total) filter (where status = 30) as owed,
     sum(total - aforo) filter (where status = 25) as held_credit, sum(total - aforo) filter (where status = 30) as used_credit
   from drawn where lot is not null group by client_id, line_id, company_id`,
  `insert into pair_exposures as pair (client_id, company_id, currency, held, owed)
   select client_id, company_id, 'MXN', coalesce(held, 0), coalesce(owed, 0) from drawn_sums
   on conflict (client_id, company_id, currency) do update set held = pair.held + excluded.held, owed = pair.owed + excluded.owed`,
  `insert into receiver_exposures as receiver (company_id, currency, held, owed)
   select company_id, 'MXN', coalesce(sum(held), 0), coalesce(sum(owed), 0) from drawn_sums group by company_id
   on conflict (company_id, currency) do update set held = receiver.held + excluded.held, owed = receiver.owed + excluded.owed`,
  `update credit_lines line set held = line.held + coalesce(sums.held, 0), used = line.used + coalesce(sums.used, 0)
   from (
     select client_id, line_id, sum(held_credit) as held, sum(used_credit) as used from drawn_sums group by client_id, line_id
   ) sums where line.client_id = sums.client_id and line.credit_line_id = sums.line_id`,
  `insert into receiver_payments as known (company_id, month, total, weighted_days)
   select company_id, date_trunc('month', paid_on)::date, sum(total), sum((paid_on - due_date) * total)
   from drawn where status = 40 group by company_id, date_trunc('month', paid_on)
   on conflict (company_id, month) do update set total = known.total + excluded.total,
     weighted_days = known.weighted_days + excluded.weighted_days`,
  `insert into settled_totals as settled (client_id, product, currency, count, total, first_emitted, first_due)
   select client_id, 'BI', 'MXN', count(*), sum(total), min(emitted_on), min(due_date) from drawn where status = 40 group by client_id
   on conflict (client_id, product, currency) do update set count = settled.count + excluded.count,
     total = settled.total + excluded.total, first_emitted = least(settled.first_emitted, excluded.first_emitted),
     first_due = least(settled.first_due, excluded.first_due)`,
];
