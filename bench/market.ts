/** Sales of 20 clients at once, compared with a server that does only what the database must. */
import { runningClock } from '@anticipa/api/lib/clock';
import { aClient, aCompany, aLine, aUser } from '@anticipa/api/lib/testing/builders';
import { someInvoices } from '@anticipa/api/lib/testing/invoice-rows';
import { PASSWORD } from '@anticipa/api/lib/testing/session';
import { alternate, type Figure, quantile, rateFigure, timed } from './measure.ts';
import { type Portal, signIn, startBareSale } from './portal.ts';
import { bareSaleOf, cancelSales, saleOf } from './sale.ts';

const CLIENTS = 20;
const INVOICES = 10;
const ROUNDS = 8;

type Headers = Awaited<ReturnType<typeof signIn>>;

interface Seller {
  readonly session: Headers;
  invoices(): Promise<string[]>;
}

/** A client with credit and a signed-in user. */
const aSeller = async (portal: Portal): Promise<Seller> => {
  const rows = { db: { owner: portal.owner }, clock: runningClock() };
  const client = await aClient(rows);
  const user = await aUser(rows, { client });
  const companyId = await aCompany(rows, { client });
  await aLine(rows, { client });
  const order = { client, user, companyId, count: INVOICES, total: '1000.00' };
  return { session: await signIn(portal, user.email, PASSWORD), invoices: () => someInvoices(rows, order) };
};

/** Runs the sales of all clients at once; returns the seconds until the last one, and adds each one's own. */
const together = async (sales: readonly (() => Promise<unknown>)[], each: number[]): Promise<number> =>
  timed(() => Promise.all(sales.map(async (sell) => each.push(await timed(sell)))));

export const measureMarket = async (portal: Portal): Promise<Figure[]> => {
  await portal.owner.query(`insert into branches values ('MTY', '0') on conflict do nothing`);
  const sellers: Seller[] = [];
  for (let count = 0; count < CLIENTS; count += 1) sellers.push(await aSeller(portal));
  const chosen = async () => {
    const lists: { readonly session: Headers; readonly ids: readonly string[] }[] = [];
    for (const { session, invoices } of sellers) lists.push({ session, ids: await invoices() });
    return lists;
  };
  const bare = await startBareSale(portal);
  const own: number[] = [];
  const bound: number[] = [];
  try {
    const seconds = await alternate({
      rounds: ROUNDS,
      subject: async () => {
        const sales = (await chosen()).map(({ session, ids }) => saleOf(portal, session, ids));
        const taken = await together(
          sales.map((sale) => sale.run),
          own,
        );
        for (const { cancel } of sales) await cancel();
        return taken;
      },
      bound: async () => {
        const sold: { readonly session: Headers; readonly number: number }[] = [];
        const sales = (await chosen()).map(({ session, ids }) => async () => {
          sold.push({ session, number: await bareSaleOf(bare.url, session, ids)() });
        });
        const taken = await together(sales, bound);
        for (const { session, number } of sold) await cancelSales(portal, session, [number]);
        return taken;
      },
    });
    const p95 = (values: readonly number[]) => Math.round(quantile(values, 0.95) * 1_000);
    const rate = {
      name: `sales of ${INVOICES} invoices by ${CLIENTS} clients at once`,
      unit: 'sales/s',
      count: CLIENTS,
    };
    const details = { p95Ms: p95(own), boundP95Ms: p95(bound) };
    return [rateFigure({ ...rate, against: 'the same calls of the bare server', details }, seconds)];
  } finally {
    await bare.stop();
  }
};
