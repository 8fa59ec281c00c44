/**
 * Database pages that each call of a client with 1,000 open invoices touches: with 10,000 invoices in the database, with
 * 100,000, with a million, with 20,000 settled ones of its own, and, if asked, with ten million. Pages do not depend on the
 * load of the machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { getHome } from '@anticipa/contract/home';
import { countInvoices } from '@anticipa/contract/invoices';
import { answerSale, getLenderSale } from '@anticipa/contract/lender';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { getStatement } from '@anticipa/contract/statements';
import { addDays, dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { demoPassword } from '@anticipa/sandbox/demo-parties';
import { z } from 'zod';
import { addClients, addInvoices, addManyClients, addSharedReceivers } from './growth-rows.ts';
import { type Figure, median } from './measure.ts';
import { addressOf, jsonOf, type Portal, sendOk, signIn, startPortal } from './portal.ts';
import { aSeller, type Seller } from './rows.ts';
import { saleOf } from './sale.ts';

const OPEN = 1_000;
const HISTORY = 400;
const LONG_HISTORY = 20_000;
/** Per sale. */
const INVOICES = 50;
/** A connection may prefer a general plan of a prepared statement from its sixth execution on. */
const WARM_UPS = 6;
const ROUNDS = 5;
/** More than the robot waits after a failed round. */
const QUIET_SECONDS = 5;
/** Each job of the worker has run once after so long, but for those of the night. */
const WORKER_SECONDS = 61;
const OPERATOR = { email: 'operador@anticipa.demo', password: demoPassword };
/** Each has 1,000 invoices. The first ten fill a page of the lender's inbox, the others have a sale there each. */
const CLIENTS = { few: 10, more: 90, many: 900 };
const PER_CLIENT = 1_000;
const BUSY = { settled: 700, inCredit: 170, requested: 30, open: 100 };
const QUIET = { settled: 700, inCredit: 170, requested: 5, open: 125 };

/** Pages of each round, by the name of the call. */
type Pages = Map<string, Touched[]>;
type Count = (name: string, call: () => Promise<unknown>) => Promise<void>;

interface Twin extends Seller {
  /** Open invoices in the order of their upload, the receivers in turn. */
  readonly documents: readonly string[];
}

const touched = z.array(z.object({ pages: z.coerce.number(), calls: z.coerce.number(), query: z.string() }));
const documentRows = z.array(z.object({ document_id: z.string() }));

/** Pages that statements touched, and which of them touched most. */
interface Touched {
  readonly pages: number;
  readonly worst: string;
}

/** Counts the pages of the statements of `call`; not those of the worker, or only them, nor of the bench. */
const touchedBy = async (
  { owner }: Portal,
  call: () => Promise<unknown>,
  whose: 'calls' | 'worker' = 'calls',
): Promise<Touched> => {
  await owner.query('select pg_stat_statements_reset()');
  await call();
  const { rows } = await owner.query(
    `select shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read as pages, calls,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as query
     from pg_stat_statements where (userid = 'anticipa_worker'::regrole) = $1 and query not like '%pg_stat_statements%'
     order by 1 desc`,
    [whose === 'worker'],
  );
  const statements = touched.parse(rows);
  return {
    pages: statements.reduce((sum, { pages }) => sum + pages, 0),
    worst: statements
      .slice(0, 3)
      .map(({ pages, calls, query }) => `${pages} by ${calls} × ${query}`)
      .join('\n'),
  };
};

/** Waits until the robot's only round is over: without calls no page is touched. */
const untilQuiet = async (portal: Portal): Promise<void> => {
  let quiet = 0;
  for (let second = 0; quiet < QUIET_SECONDS; second += 1) {
    if (second === 120) throw new Error('the database is never quiet');
    quiet = (await touchedBy(portal, () => pause(1_000))).pages === 0 ? quiet + 1 : 0;
  }
};

/** Repeats a sequence of calls and keeps the pages of each after the first rounds. */
const repeat = async (
  portal: Portal,
  pages: Pages,
  sequence: (count: Count, round: number) => Promise<void>,
): Promise<void> => {
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1)
    await sequence(async (name, call) => {
      const found = await touchedBy(portal, call);
      if (round >= WARM_UPS) pages.set(name, [...(pages.get(name) ?? []), found]);
    }, round);
};

/** A client with open invoices and a short history. */
const aTwin = async (portal: Portal): Promise<Twin> => {
  const seller = await aSeller(portal);
  await addInvoices(portal, seller, { settled: HISTORY, open: OPEN });
  const { rows } = await portal.owner.query(
    'select document_id from invoices where client_id = $1 and status = 20 order by created_at',
    [seller.client.clientId],
  );
  return { ...seller, documents: documentRows.parse(rows).map((row) => row.document_id) };
};

/** Reads of the home and the status screen, and the statement of a month. */
const measureReads = async (portal: Portal, twin: Twin, pages: Pages): Promise<void> => {
  const headers = await signIn(portal, twin);
  const today = dateAt(new Date(), MEXICO_CITY);
  const period = { startDate: addDays(today, -130), endDate: addDays(today, -100) };
  const reads = {
    'home list': addressOf(listOpenInvoices, {}),
    'home figures': addressOf(getHome, {}),
    'status counts': addressOf(countInvoices, {}),
    statement: addressOf(getStatement, { query: period }),
  };
  for (const [name, path] of Object.entries(reads))
    await repeat(portal, pages, (count) => count(name, () => sendOk(`${portal.url}${path}`, { headers })));
};

/** A sale from the quote to the lender's answer. */
const measureSale = async (portal: Portal, twin: Twin, pages: Pages): Promise<void> => {
  const [session, headers] = [await signIn(portal, twin), await signIn(portal, OPERATOR)];
  await repeat(portal, pages, async (count, round) => {
    const documentIds = twin.documents.slice(round * INVOICES, (round + 1) * INVOICES);
    const sale = saleOf(portal, session, documentIds);
    for (const [name, step] of Object.entries(sale.steps)) await count(name, step);
    const params = { saleId: sale.saleId() };
    const inbox = addressOf(listInbox, { query: { queue: 'answer' } });
    await count('inbox', () => sendOk(`${portal.url}${inbox}`, { headers }));
    let seen: unknown;
    await count('sale at the desk', async () => {
      const answer = await sendOk(`${portal.url}${addressOf(getLenderSale, { params })}`, { headers });
      ({ seen } = getLenderSale.response.parse(jsonOf(answer)));
    });
    await count("lender's answer", async () => {
      const decisions = documentIds.map((documentId) => ({ documentId, authorised: true, motive: null }));
      const answer = await sendOk(`${portal.url}${addressOf(answerSale, { params })}`, {
        method: 'POST',
        body: { seen, decisions },
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      });
      const { state } = answerSale.response.parse(jsonOf(answer)).sale;
      if (state !== 'answered') throw new Error(`the sale is ${state} after its answer`);
    });
  });
};

/** Every call of one client, with current statistics. */
const measureCalls = async (portal: Portal, twin: Twin): Promise<Pages> => {
  await portal.owner.query('vacuum analyze');
  const pages: Pages = new Map();
  await measureReads(portal, twin, pages);
  await measureSale(portal, twin, pages);
  return pages;
};

const figuresOf = (phase: string, pages: Pages, few: Pages): Figure[] =>
  [...pages].map(([name, found]) => {
    const [touchedPages, boundPages] = [found, few.get(name) ?? []].map((rounds) => rounds.map((round) => round.pages));
    const [value, bound] = [median(touchedPages ?? []), median(boundPages ?? [])];
    const against = 'the same at 10 k; the ratio is value / bound, at most 1.2';
    const details = { pages: touchedPages ?? [], boundPages: boundPages ?? [], worst: found.at(-1)?.worst ?? '' };
    return { name: `${name}, ${phase}`, unit: 'pages/call', value, bound, ratio: value / bound, against, details };
  });

/** Pages of the two longest writes for each invoice of their sale, against the most that they should be. */
const PER_INVOICE = { hold: 40, "lender's answer": 80 };

const perInvoice = (phase: string, pages: Pages): Figure[] =>
  Object.entries(PER_INVOICE).map(([name, bound]) => {
    const value = median((pages.get(name) ?? []).map((round) => round.pages)) / INVOICES;
    const against = 'the goal; the ratio is value / bound, at most 1';
    return {
      name: `${name}, ${phase}`,
      unit: 'pages/invoice',
      value,
      bound,
      ratio: value / bound,
      against,
      details: {},
    };
  });

/** Runs `measure` on a portal of its own, quiet and with the receivers of all. */
const onQuietPortal = async <T>(measure: (portal: Portal) => Promise<T>): Promise<T> => {
  const portal = await startPortal({ countsPages: true });
  try {
    await untilQuiet(portal);
    await addSharedReceivers(portal);
    return await measure(portal);
  } finally {
    await portal.stop();
  }
};

/** Each round measures another client alike, so that only the database around it differs. */
export const measureGrowth = (): Promise<Figure[]> =>
  onQuietPortal(async (portal) => {
    const twins = [await aTwin(portal), await aTwin(portal), await aTwin(portal)] as const;
    const last = await aTwin(portal);
    const phases: Pages[] = [];
    for (const [place, count] of Object.values(CLIENTS).entries()) {
      await addClients(portal, count, place === 0 ? BUSY : QUIET);
      const twin = twins[place];
      if (twin) phases.push(await measureCalls(portal, twin));
    }
    await addInvoices(portal, last, { settled: LONG_HISTORY });
    phases.push(await measureCalls(portal, last));
    const [few = new Map(), ...others] = phases;
    const names = ['100 k', '1 M', '20 k settled'];
    const growth = others.flatMap((pages, place) => figuresOf(names[place] ?? '', pages, few));
    return [...growth, ...phases.flatMap((pages, place) => perInvoice(['10 k', ...names][place] ?? '', pages))];
  });

/** The same with so many invoices, against 10,000, and what the worker touches in a minute without calls. */
export const measureLargeGrowth = (invoices: number): Promise<Figure[]> =>
  onQuietPortal(async (portal) => {
    const twins = [await aTwin(portal), await aTwin(portal)] as const;
    const measure = async (twin: Twin): Promise<Pages> => {
      const pages = await measureCalls(portal, twin);
      return pages.set('worker, a minute', [await touchedBy(portal, () => pause(WORKER_SECONDS * 1_000), 'worker')]);
    };
    await addClients(portal, CLIENTS.few, BUSY);
    const few = await measure(twins[0]);
    await addManyClients(portal, Math.ceil(invoices / PER_CLIENT) - CLIENTS.few, QUIET);
    return figuresOf(`${invoices.toLocaleString('en')} invoices`, await measure(twins[1]), few);
  });
