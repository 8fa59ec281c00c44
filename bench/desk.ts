/** The desk's long lists, 10,000 waiting sales and 5,000 clients: a page of each, and how soon its screen can be used. */
import { listClients } from '@anticipa/contract/lender-clients';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { login } from '@anticipa/contract/session';
import { demoCode, demoPassword } from '@anticipa/sandbox/demo-parties';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { browserOptions } from '../tools/test/chromium-launch.ts';
import { alternate, type Figure, median, rateFigure, timed } from './measure.ts';
import { addressOf, jsonOf, type Portal, sendOk, signIn, startBareServer } from './portal.ts';
import { aSeller, insertInvoices } from './rows.ts';

const SALES = 10_000;
const CLIENTS = 5_000;
const PAGE = 50;
const ROUNDS = 15;
const VISITS = 5;
const INTERACTIVE_MS = 1_000;
const OPERATOR = { email: 'operador@anticipa.demo', password: demoPassword };

/** Requested sales of one invoice each; the demo's robot leaves them to a person because of their purchase order. */
const insertSales = async (portal: Portal): Promise<void> => {
  const seller = await aSeller(portal);
  const documents = await insertInvoices(portal, seller, SALES);
  await portal.owner.query(
    `with wanted as (
       select gen_random_uuid() as sale_id, document_id, n from unnest($3::uuid[]) with ordinality as document (document_id, n)
     ), sold as (
       insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, requested_at, promised_at)
       select $1, sale_id, n, 'BI', 'MXN', 'requested', $2, now(), now(), date_trunc('milliseconds', now()) + n * interval '1 second' from wanted
     ), itemised as (
     insert into sale_items (client_id, sale_id, document_id, position, state, previous_status, purchase_order, emitted_on, due_date,
       payment_days, interest_rate, advance_percent, days_in_year, iva_rate, total, interest, iva, aforo, advance, initial_deposit,
       moratory_rate)
     select $1, sale_id, document_id, 0, 'held', 20, 'OPERADOR', current_date, current_date + 45, 45, 24, 90, 360, 16, 1000, 30, 4.8, 100,
       900, 870, 48 from wanted
     )
     insert into credit_holds (client_id, sale_id, document_id, credit_line_id, amount, exchange_rate, state, company_id, face, currency)
     select $1, wanted.sale_id, document_id, credit_line_id, 900, 1, 'held', company_id, 1000, 'MXN'
     from wanted
     join invoices using (document_id)
     join credit_lines line on line.client_id = $1 and line.product = 'BI' and line.currency = 'MXN'`,
    [seller.client.clientId, seller.user.userId, documents],
  );
};

/** Clients with a product and a line each. */
const insertClients = async ({ owner }: Portal): Promise<void> => {
  await owner.query(
    `with wanted as (
       select gen_random_uuid() as client_id, n, 'XAA' || lpad(n::text, 6, '0') || 'AB9' as rfc from generate_series(1, $1::integer) n
     ), opened as (
       insert into clients (client_id, rfc, entity_name, tax_regime, fiscal_regime, postal_code, branch, created_at)
       select client_id, rfc, 'EMPRESA ' || lpad(n::text, 6, '0'), 'PM', '601', '64000', 'MTY', now() from wanted
     ), authorised as (
       insert into client_products (client_id, product, authorised, active) select client_id, 'BI', true, true from wanted
     )
     insert into credit_lines (client_id, credit_line_id, product, currency, credit_limit, interest_rate, advance_percent, moratory_rate)
     select client_id, gen_random_uuid(), 'BI', 'MXN', 1000000, 24, 90, 48 from wanted`,
    [CLIENTS],
  );
  await owner.query('analyze');
};

const cursors = z.array(z.object({ cursor: z.string() }));
const lastCursor = async ({ owner }: Portal, query: string): Promise<string> => {
  const { rows } = await owner.query(query, [PAGE]);
  return cursors.parse(rows)[0]?.cursor ?? '';
};

interface List {
  readonly name: string;
  /** Addresses of its first and its last page. */
  readonly first: string;
  readonly last: string;
  /** The same page from the index, for the bare server. */
  readonly bare: string;
}

/** The first page against a bare server, and the last page against the first. */
const measurePages = async (portal: Portal, { name, first, last, bare }: List): Promise<Figure[]> => {
  const headers = await signIn(portal, OPERATOR);
  const page = (address: string) => () => sendOk(`${portal.url}${address}`, { headers });
  const rowsOf = async (address: string) =>
    z.object({ data: z.array(z.unknown()) }).parse(jsonOf(await page(address)())).data.length;
  const rows = { first: await rowsOf(first), last: await rowsOf(last) };
  if (rows.first !== PAGE || rows.last !== PAGE)
    throw new Error(`${name}: pages of ${rows.first} and ${rows.last} rows`);
  const server = await startBareServer(portal, bare);
  try {
    const bound = () => timed(() => sendOk(`${server.url}/list`));
    const unit = 'pages/s';
    return [
      rateFigure(
        { name: `first page of ${name}`, against: 'bare server, one prepared query of the page', unit, count: 1 },
        await alternate({ rounds: ROUNDS, subject: () => timed(page(first)), bound }),
      ),
      rateFigure(
        { name: `last page of ${name}`, against: 'its first page', unit, count: 1 },
        await alternate({ rounds: ROUNDS, subject: () => timed(page(last)), bound: () => timed(page(first)) }),
      ),
    ];
  } finally {
    await server.stop();
  }
};

/** Milliseconds from opening the screen until its first row is there and reacts to a key. */
const measureScreen = async (portal: Portal, name: string, address: string): Promise<Figure> => {
  const browser = await chromium.launch(browserOptions());
  try {
    const context = await browser.newContext({ baseURL: portal.url, locale: 'es-MX' });
    const data = { username: OPERATOR.email, password: OPERATOR.password, code: demoCode };
    await context.request.post(login.path, { data });
    const page = await context.newPage();
    const seconds: number[] = [];
    // The first visit fills the cache.
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const taken = await timed(async () => {
        await page.goto(address);
        const row = page.locator('[data-row="0"]');
        await row.focus();
        await page.keyboard.press('ArrowDown');
        await page.locator('[data-row="1"]:focus').waitFor();
      });
      if (visit > 0) seconds.push(taken);
    }
    const value = median(seconds) * 1000;
    const ratio = INTERACTIVE_MS / value;
    const visitsMs = seconds.map((second) => Math.round(second * 1000));
    return {
      name: `screen of ${name} usable`,
      unit: 'ms',
      value,
      bound: INTERACTIVE_MS,
      ratio,
      against: 'limit',
      details: { visitsMs },
    };
  } finally {
    await browser.close();
  }
};

export const measureDesk = async (portal: Portal): Promise<Figure[]> => {
  await insertSales(portal);
  await insertClients(portal);
  const lastSale = await lastCursor(
    portal,
    `select floor(extract(epoch from promised_at) * 1000)::bigint || '.' || sale_id as cursor from (
       select promised_at, sale_id from sales where state = 'requested' order by promised_at desc, sale_id desc limit $1 + 1
     ) page order by promised_at, sale_id limit 1`,
  );
  const lastClient = await lastCursor(
    portal,
    `select client_id as cursor from (
       select entity_name, client_id from clients order by entity_name desc, client_id desc limit $1 + 1
     ) page order by entity_name, client_id limit 1`,
  );
  const inbox: List = {
    name: `${SALES} waiting sales`,
    first: addressOf(listInbox, { query: { queue: 'answer' } }),
    last: addressOf(listInbox, { query: { queue: 'answer', after: lastSale } }),
    bare: `select sale_id, number_of_sale, promised_at, total, receiver_name, rfc, entity_name
      from (select * from sales where state = 'requested' order by promised_at, sale_id limit ${PAGE}) page
      join clients using (client_id)
      join sale_items using (client_id, sale_id)
      join lateral (select receiver_name from invoices where invoices.client_id = page.client_id
        and invoices.document_id = sale_items.document_id) invoice on true`,
  };
  const clients: List = {
    name: `${CLIENTS} clients`,
    first: addressOf(listClients, {}),
    last: addressOf(listClients, { query: { after: lastClient } }),
    bare: `select client_id, rfc, entity_name, branch, credit_limit, used, held
      from (select * from clients order by entity_name, client_id limit ${PAGE}) page left join credit_lines using (client_id)`,
  };
  return [
    ...(await measurePages(portal, inbox)),
    ...(await measurePages(portal, clients)),
    await measureScreen(portal, inbox.name, '/lender/inbox'),
    await measureScreen(portal, clients.name, '/lender/clients'),
  ];
};
