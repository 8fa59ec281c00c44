/** Sales of 20 clients at once, compared with a server that does only what the database must. */
import { alternate, type Figure, quantile, rateFigure, timed } from './measure.ts';
import { type Portal, signIn, startBareSale } from './portal.ts';
import { aSeller, insertInvoices, type Seller } from './rows.ts';
import { bareSaleOf, cancelSales, saleOf } from './sale.ts';

const CLIENTS = 20;
const INVOICES = 10;
const ROUNDS = 8;

type Headers = Awaited<ReturnType<typeof signIn>>;

/** Runs the sales of all clients at once; returns the seconds until the last one, and adds each one's own. */
const together = async (sales: readonly (() => Promise<unknown>)[], each: number[]): Promise<number> =>
  timed(() => Promise.all(sales.map(async (sell) => each.push(await timed(sell)))));

export const measureMarket = async (portal: Portal): Promise<Figure[]> => {
  const sellers: { readonly session: Headers; readonly seller: Seller }[] = [];
  for (let count = 0; count < CLIENTS; count += 1) {
    const seller = await aSeller(portal);
    sellers.push({ session: await signIn(portal, seller), seller });
  }
  const chosen = async () => {
    const lists: { readonly session: Headers; readonly ids: readonly string[] }[] = [];
    for (const { session, seller } of sellers)
      lists.push({ session, ids: await insertInvoices(portal, seller, INVOICES) });
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
