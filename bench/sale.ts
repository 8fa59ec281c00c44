/** A sale of 50 invoices from quote to request, compared with one plain transaction that writes as many rows. */
import { routes } from '@anticipa/contract/routes';
import { addDays, parseDate } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { alternate, type Figure, rateFigure, timed } from './measure.ts';
import { jsonOf, type Portal, sendOk, signIn } from './portal.ts';
import { insertInvoices } from './rows.ts';

const INVOICES = 50;
const ROUNDS = 15;
const WRITES = 'bench_writes';
/** Approximate size of a row written by the sale. */
const ROW_BYTES = 200;

const single = z.array(z.object({ value: z.coerce.number() })).length(1);

/** The single number returned by a query. */
const numberOf = async ({ owner }: Portal, query: string): Promise<number> =>
  single.parse((await owner.query(query)).rows)[0]?.value ?? Number.NaN;

/** Rows of all tables written by transactions after the given one. */
const rowsSince = async (portal: Portal, transaction: number): Promise<number> => {
  const { rows } = await portal.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  );
  const counts = rows.map(({ name }) => `(select count(*) from ${name} where xmin::text::bigint > ${transaction})`);
  return numberOf(portal, `select ${counts.join(' + ')} as value`);
};

const lastTransaction = (portal: Portal): Promise<number> =>
  numberOf(portal, 'select pg_current_xact_id()::text::bigint as value');

/** The four calls of a sale, in the browser's order. */
const saleOf = (portal: Portal, session: Readonly<Record<string, string>>, documentIds: readonly string[]) => {
  const post = async ({ path }: { readonly path: string }, body: object): Promise<unknown> => {
    const headers = { ...session, 'idempotency-key': crypto.randomUUID() };
    return jsonOf(await sendOk(`${portal.url}${path}`, { method: 'POST', body, headers }));
  };
  const documents = documentIds.map((documentId) => ({ documentId, dueDate: dueDate(), purchaseOrder: null }));
  const { presell, setAsPreSell, processPreSells, requestAuthorization, cancelPreSell } = routes;
  let numberOfSales: number[] = [];
  let terms: { version: string; hash: string };
  return {
    steps: [
      async () => presell.response.parse(await post(presell, { documents })),
      async () => {
        const { sales } = setAsPreSell.response.parse(await post(setAsPreSell, { documents }));
        numberOfSales = sales.map((sale) => sale.numberOfSale);
      },
      async () => {
        const { version, hash } = processPreSells.response.parse(await post(processPreSells, { numberOfSales })).terms;
        terms = { version, hash };
      },
      async () => {
        const invoices = documentIds.map((documentId) => ({ documentId }));
        await post(requestAuthorization, { invoices, acceptedTerms: terms });
      },
    ],
    /** Prevents the demo's lender from answering while the bound is measured. */
    cancel: () => post(cancelPreSell, { numberOfSales }),
  };
};

/** A Friday about two months away. */
const dueDate = (): string => {
  const today = parseDate(new Date().toISOString().slice(0, 10));
  if (today === null) throw new Error('today is outside the supported years');
  const isFriday = (days: number): boolean => new Date(addDays(today, days)).getUTCDay() === 5;
  return addDays(today, [56, 57, 58, 59, 60, 61, 62].find(isFriday) ?? 56);
};

/** Total rows written by all steps of a sale. */
const countWrites = async (portal: Portal, steps: readonly (() => Promise<unknown>)[]): Promise<number> => {
  let writes = 0;
  for (const step of steps) {
    const before = await lastTransaction(portal);
    await step();
    writes += await rowsSince(portal, before);
  }
  return writes;
};

export const measureSale = async (portal: Portal): Promise<Figure[]> => {
  const session = await signIn(portal, 'admin@norte.demo');
  const newSale = async () => {
    const order = { email: 'admin@norte.demo', count: INVOICES, product: 'BI' } as const;
    return saleOf(portal, session, await insertInvoices(portal, order));
  };
  const counted = await newSale();
  const writes = await countWrites(portal, counted.steps);
  await counted.cancel();
  await portal.owner.query(`create table ${WRITES} (id uuid primary key default gen_random_uuid(), content text)`);
  const insert = `insert into ${WRITES} (content) select repeat('x', ${ROW_BYTES}) from generate_series(1, ${writes})`;
  const seconds = await alternate({
    rounds: ROUNDS,
    subject: async () => {
      const { steps, cancel } = await newSale();
      const taken = await timed(async () => {
        for (const step of steps) await step();
      });
      await cancel();
      return taken;
    },
    bound: () =>
      timed(async () => {
        await portal.owner.query('begin');
        await portal.owner.query(insert);
        await portal.owner.query('commit');
      }),
  });
  const rate = { name: `sale of ${INVOICES} invoices, 4 calls`, unit: 'sales/s', count: 1 };
  const against = `one transaction writing ${writes} rows, fsync on`;
  return [rateFigure({ ...rate, against, details: { invoices: INVOICES, rowWrites: writes } }, seconds)];
};
