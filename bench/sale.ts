/** A sale of 50 invoices from quote to request, compared with a server that does only what the database must. */
import { routes } from '@anticipa/contract/routes';
import { addDays, dateAt, MEXICO_CITY, weekdayOf } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { alternate, type Figure, rateFigure, timed } from './measure.ts';
import { jsonOf, type Portal, send, sendOk, signIn, startBareSale } from './portal.ts';
import { aSeller, insertInvoices } from './rows.ts';

const INVOICES = 50;
const ROUNDS = 15;
const FRIDAY = 5;

/** Ends sales, so that the demo's lender does not answer them while others are measured; it may have been faster. */
export const cancelSales = async (
  portal: Portal,
  session: Readonly<Record<string, string>>,
  numberOfSales: readonly number[],
): Promise<void> => {
  const { path, method } = routes.cancelPreSell;
  await send(`${portal.url}${path}`, { method, body: { numberOfSales }, headers: session });
};

/** The four calls of a sale, in the browser's order. */
export const saleOf = (portal: Portal, session: Readonly<Record<string, string>>, documentIds: readonly string[]) => {
  const post = async ({ path }: { readonly path: string }, body: object): Promise<unknown> => {
    const headers = { ...session, 'idempotency-key': crypto.randomUUID() };
    return jsonOf(await sendOk(`${portal.url}${path}`, { method: 'POST', body, headers }));
  };
  const documents = documentIds.map((documentId) => ({ documentId, dueDate: dueDate(), purchaseOrder: null }));
  const { presell, setAsPreSell, processPreSells, requestAuthorization } = routes;
  let numberOfSales: number[] = [];
  let saleId = '';
  let terms: { version: string; hash: string };
  const steps = {
    quote: async () => presell.response.parse(await post(presell, { documents })),
    hold: async () => {
      const { sales } = setAsPreSell.response.parse(await post(setAsPreSell, { documents }));
      numberOfSales = sales.map((sale) => sale.numberOfSale);
      saleId = sales[0]?.saleId ?? '';
    },
    terms: async () => {
      const { version, hash } = processPreSells.response.parse(await post(processPreSells, { numberOfSales })).terms;
      terms = { version, hash };
    },
    request: async () => {
      const invoices = documentIds.map((documentId) => ({ documentId }));
      await post(requestAuthorization, { invoices, acceptedTerms: terms });
    },
  };
  return {
    steps,
    saleId: () => saleId,
    run: async (): Promise<void> => {
      for (const step of Object.values(steps)) await step();
    },
    cancel: () => cancelSales(portal, session, numberOfSales),
  };
};

/** A Friday about two months away. */
const dueDate = (): string => {
  const date = addDays(dateAt(new Date(), MEXICO_CITY), 56);
  return addDays(date, (FRIDAY - weekdayOf(date) + 7) % 7);
};

/** The same four calls of the baseline. */
export const bareSaleOf = (url: string, session: Readonly<Record<string, string>>, documentIds: readonly string[]) => {
  const held = z.object({ numberOfSale: z.number() });
  const chosen = { documentIds, dueDate: dueDate() };
  const post = async (path: string, body: object): Promise<unknown> =>
    jsonOf(await sendOk(`${url}${path}`, { method: 'POST', body, headers: session }));
  return async (): Promise<number> => {
    await post('/presell', chosen);
    const { numberOfSale } = held.parse(await post('/hold', chosen));
    await post('/process', { ...chosen, numberOfSale });
    await post('/request', { ...chosen, numberOfSale });
    return numberOfSale;
  };
};

export const measureSale = async (portal: Portal): Promise<Figure[]> => {
  const seller = await aSeller(portal);
  const session = await signIn(portal, seller);
  const invoices = () => insertInvoices(portal, seller, INVOICES);
  const bare = await startBareSale(portal);
  try {
    const seconds = await alternate({
      rounds: ROUNDS,
      subject: async () => {
        const { run, cancel } = saleOf(portal, session, await invoices());
        const taken = await timed(run);
        await cancel();
        return taken;
      },
      bound: async () => {
        const sell = bareSaleOf(bare.url, session, await invoices());
        let numberOfSale = 0;
        const taken = await timed(async () => {
          numberOfSale = await sell();
        });
        await cancelSales(portal, session, [numberOfSale]);
        return taken;
      },
    });
    const rate = { name: `sale of ${INVOICES} invoices, 4 calls`, unit: 'sales/s', count: 1 };
    const against = 'bare server: same calls, rows, commits, answers and tax calls';
    return [rateFigure({ ...rate, against, details: { invoices: INVOICES } }, seconds)];
  } finally {
    await bare.stop();
  }
};
