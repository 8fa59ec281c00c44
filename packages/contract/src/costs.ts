/** Cost of the client's financing: what was charged, the rate that it makes, and the days that it took. */
import { COST_MONTHS, costMonths } from '@anticipa/domain/costs';
import { parseMonth } from '@anticipa/domain/month';
import { z } from 'zod';
import { clientRead } from './route.ts';
import { amount, financedCurrency, month, rate, rfc, text } from './wire.ts';

const meanDays = z.string().regex(/^\d{1,4}\.\d$/);

const costLine = z.strictObject({
  interest: amount,
  iva: amount,
  recargos: amount,
  ivaRecargos: amount,
  /** Opening commission. */
  commission: amount,
  ivaCommission: amount,
  /** The charges together, with their IVA, as the account statement has them. */
  total: amount,
  invoices: z.int(),
  /** Per cent a year on the money received, without IVA and compounded as often as the money comes back; null without money. */
  effectiveRate: rate.nullable(),
  /** Invoices that were paid in the months. */
  paid: z.int(),
  /** Mean days from the deposit to the due date, and to the payment, of the paid ones; null of none. */
  promisedDays: meanDays.nullable(),
  takenDays: meanDays.nullable(),
});

const payer = z.strictObject({ receiverName: text, receiverRFC: rfc });

const costsOfCurrency = z.strictObject({
  currency: financedCurrency,
  total: costLine,
  byMonth: z.array(costLine.extend({ month })),
  /** The most expensive one first. */
  byPayer: z.array(costLine.extend(payer.shape)),
  byPayerAndMonth: z.array(costLine.extend({ ...payer.shape, month })),
});
export type CurrencyCosts = z.output<typeof costsOfCurrency>;
export type PayerMonthCost = CurrencyCosts['byPayerAndMonth'][number];

export const getCosts = clientRead({
  path: '/api/client/costs',
  summary: `What the client’s financing cost by payer and by month, of up to ${COST_MONTHS} months, and the days that it took.`,
  isHeavy: true,
  query: z.strictObject({ from: month, to: month }).refine(
    ({ from, to }) => {
      const [first, last] = [parseMonth(from), parseMonth(to)];
      return first !== null && last !== null && first <= last && costMonths(first, last)[0] === first;
    },
    { path: ['to'] },
  ),
  response: z.strictObject({ data: z.array(costsOfCurrency) }),
});
