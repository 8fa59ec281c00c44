/**
 * Baseline of a sale, in its own process: the same four calls, tables, rows, commits, stored answers and calls to the tax
 * authority's stand-in, with the fewest statements and without checks.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { z } from 'zod';
import { bodyOf, taxAuthorityOf } from './bare-http.ts';

const { PORT, DATA_DIR, DATABASE_URL } = process.env;
if (PORT === undefined || DATA_DIR === undefined) throw new Error('PORT and DATA_DIR must be set');

const askTaxAuthority = taxAuthorityOf(DATA_DIR);
type Row = Readonly<Record<string, string | number | null>>;

/** The portal's API has as many connections. */
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const connection = new AsyncLocalStorage<pg.PoolClient>();
const query = async (statement: string | pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
  const own = connection.getStore();
  if (!own) throw new Error('a statement outside a call');
  return own.query<Row>(statement);
};

const call = z.object({ documentIds: z.array(z.string()), dueDate: z.string(), numberOfSale: z.number().optional() });
type Call = z.output<typeof call>;
const who = z.object({ client_id: z.string(), user_id: z.string() });
type Who = z.output<typeof who>;

const run = async (name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await query({ name, text, values: [...values] })).rows;

const caller = async (authorization = ''): Promise<Who> => {
  const hash = createHash('sha256').update(authorization.replace('Bearer ', '')).digest();
  const rows = await run(
    'session',
    `select sessions.client_id, sessions.user_id, users.email, users.is_admin, clients.rfc, clients.entity_name
     from session_tokens join sessions using (session_id)
     join users on users.client_id = sessions.client_id and users.user_id = sessions.user_id
     join clients on clients.client_id = sessions.client_id
     where token_hash = $1 and ended_at is null`,
    [hash],
  );
  return who.parse(rows[0]);
};

const FACTS = `select invoices.*, companies.status as receiver_status from invoices join companies using (company_id)
  where client_id = $1 and document_id = any($2::uuid[])`;
const LINE = `select * from credit_lines where client_id = $1 and product = 'BI' and currency = 'MXN'`;

const confirm = (invoice: Row): Promise<void> =>
  askTaxAuthority({
    uuid: String(invoice.uuid),
    issuer: { rfc: String(invoice.issuer_rfc) },
    receiver: { rfc: String(invoice.receiver_rfc) },
    total: String(invoice.cfdi_total),
    sealTail: String(invoice.seal_tail),
  });

const itemOf = (row: Row) => ({
  documentId: row.document_id,
  product: row.product,
  receiverName: row.receiver_name,
  receiverRFC: row.receiver_rfc,
  folio: row.folio,
  serie: row.serie,
  currency: row.currency,
  total: row.total,
  emittedOn: row.emitted_on,
  paymentDays: 60,
  interestRate: '24',
  porcentajeAdelanto: '90',
  comision: '10.00',
  iva: '1.60',
  aforo: '100.00',
  adelanto: '900.00',
  initialDeposit: '890.00',
  creditAmount: '900.00',
  exchangeRate: '1',
});

/** Writes the rows common to all steps: audit, event and the stored answer. */
const finish = async ({ client_id, user_id }: Who, step: string, answer: object): Promise<string> => {
  const text = JSON.stringify(answer);
  await run(
    'finish',
    `with audited as (
       insert into audit (client_id, actor_kind, actor_id, action, subject, recorded_at) values ($1, 'user', $2, $3, $3, now())
     ), stored as (
       insert into idempotency (client_id, user_id, key, route, body_hash, status, response, created_at)
       values ($1, $2, $4, $3, $5, 200, $6, now())
     ) select pg_notify('bench', $3)`,
    [client_id, user_id, step, randomUUID(), Buffer.alloc(32), Buffer.from(text)],
  );
  await query('commit');
  return text;
};

const quote = async ({ client_id }: Who, { documentIds }: Call): Promise<string> => {
  const invoices = await run('facts', FACTS, [client_id, documentIds]);
  const lines = await run('line', LINE, [client_id]);
  return JSON.stringify({ items: invoices.map(itemOf), lines });
};

const hold = async (by: Who, { documentIds, dueDate }: Call): Promise<string> => {
  const { client_id, user_id } = by;
  const unasked = await run('facts', FACTS, [client_id, documentIds]);
  await Promise.all(unasked.map(confirm));
  const saleId = randomUUID();
  await query('begin');
  const [line] = await run('line locked', `${LINE} for update`, [client_id]);
  const invoices = await run('facts locked', `${FACTS} for update of invoices`, [client_id, documentIds]);
  const [sale] = await run(
    'sale',
    `with number as (
       update clients set last_number_of_sale = last_number_of_sale + 1 where client_id = $1 returning last_number_of_sale
     ) insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, expires_at)
     select $1, $2, last_number_of_sale, 'BI', 'MXN', 'held', $3, now(), now() + interval '30 minutes' from number
     returning number_of_sale`,
    [client_id, saleId, user_id],
  );
  await run(
    'items',
    `with items as (
       insert into sale_items (client_id, sale_id, document_id, position, state, previous_status, emitted_on, due_date,
         payment_days, interest_rate, advance_percent, days_in_year, iva_rate, moratory_rate, total, interest, iva, aforo,
         advance, initial_deposit)
       select client_id, $2, document_id, 0, 'held', status, emitted_on, $4, 60, 24, 90, 360, 16, 48, total, 10, 1.6, 100,
         total - 100, total - 110
       from invoices where client_id = $1 and document_id = any($3::uuid[]) returning document_id, advance
     ), holds as (
       insert into credit_holds (client_id, sale_id, document_id, credit_line_id, amount, exchange_rate, state, company_id, face, currency)
       select $1, $2, document_id, $5, items.advance, 1, 'held', company_id, total, currency
       from items join invoices using (document_id) where invoices.client_id = $1 returning amount
     ) update credit_lines set held = held + (select sum(amount) from holds) where client_id = $1 and credit_line_id = $5`,
    [client_id, saleId, documentIds, dueDate, line?.credit_line_id],
  );
  await run(
    'invoices',
    `with moved as (
       update invoices set sale_id = $2, due_date = $4, payment_days = 60, interest_rate = 24, advance_percent = 90,
         interest = 10, iva = 1.6, aforo = 100, advance = total - 100, initial_deposit = total - 110, status = 25,
         checked_at = now()
       where client_id = $1 and document_id = any($3::uuid[]) returning document_id
     ) insert into invoice_events (client_id, document_id, transition, from_status, to_status, actor_kind, actor_id, happened_at)
     select $1, document_id, 'hold', 20, 25, 'user', $5, now() from moved`,
    [client_id, saleId, documentIds, dueDate, user_id],
  );
  return finish(by, 'hold', { numberOfSale: sale?.number_of_sale, items: invoices.map(itemOf) });
};

const ITEMS = `select sale_items.*, invoices.serie, invoices.folio, invoices.receiver_name, invoices.receiver_rfc,
    invoices.product, invoices.currency, credit_holds.amount
  from sales join sale_items using (client_id, sale_id) join credit_holds using (client_id, sale_id, document_id)
  join invoices using (client_id, document_id)
  where client_id = $1 and number_of_sale = $2`;

const fixTerms = async (by: Who, { numberOfSale }: Call): Promise<string> => {
  await query('begin');
  const items = (await run('sold', ITEMS, [by.client_id, numberOfSale])).map(itemOf);
  const text = `${'Cláusula. '.repeat(600)}${items.map((item) => Object.values(item).join(' ')).join('\n')}`;
  const hash = createHash('sha256').update(text).digest('hex');
  await run(
    'terms',
    `update sales set state = 'quoted', contract_text = $3, terms_hash = $4, contract_sales = 1,
       terms_version = (select version from terms_versions where published_at <= now() order by published_at desc limit 1)
     where client_id = $1 and number_of_sale = $2`,
    [by.client_id, numberOfSale, text, hash],
  );
  return finish(by, 'process', { items, terms: { hash, text } });
};

const accept = async (by: Who, { numberOfSale }: Call): Promise<string> => {
  await query('begin');
  const items = (await run('sold', ITEMS, [by.client_id, numberOfSale])).map(itemOf);
  await run(
    'accepted',
    `with requested as (
       update sales set state = 'requested', requested_at = now(), promised_at = now(), expires_at = null
       where client_id = $1 and number_of_sale = $2 returning sale_id, terms_version, terms_hash
     ) insert into acceptances (client_id, sale_id, user_id, terms_version, terms_hash, accepted_at, address, user_agent)
     select $1, sale_id, $3, terms_version, terms_hash, now(), '127.0.0.1', '' from requested`,
    [by.client_id, numberOfSale, by.user_id],
  );
  return finish(by, 'request', { items });
};

const steps: Readonly<Record<string, (by: Who, sent: Call) => Promise<string>>> = {
  '/presell': quote,
  '/hold': hold,
  '/process': fixTerms,
  '/request': accept,
};

const server = createServer((message, response) => {
  const answer = async (): Promise<string> => {
    const sent = call.parse(JSON.parse(await bodyOf(message)));
    const step = steps[message.url ?? ''];
    if (step === undefined) throw new Error(`${message.url} is no step`);
    const own = await pool.connect();
    try {
      return await connection.run(own, async () => step(await caller(message.headers.authorization), sent));
    } finally {
      own.release();
    }
  };
  answer().then(
    (text) => {
      const bytes = Buffer.from(text);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
    },
    (cause: unknown) => response.writeHead(500).end(String(cause)),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
const end = (): void => process.exit(0);
process.on('SIGTERM', end).on('disconnect', end);
