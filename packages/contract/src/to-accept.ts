/** Prepared sales that wait for a person of the client. The first screen counts them, so it loads this call alone. */
import { z } from 'zod';
import { clientRead } from './route.ts';
import { amount, date, financedCurrency, id, instant, product, text } from './wire.ts';

/** A person who accepts, and up to which amount in pesos; null without a bound. */
const acceptor = z.strictObject({ name: text, acceptUpTo: amount.nullable() });

/** The price is that of the day on which it was prepared, as its preparer saw it. */
export const preparedSale = z.strictObject({
  preparedId: id,
  state: z.enum(['waiting', 'returned', 'accepted', 'withdrawn', 'expired']),
  preparedBy: text,
  /** Whether the caller prepared it. */
  isOwn: z.boolean(),
  preparedAt: instant,
  note: text.nullable(),
  /** The person who accepted, returned or withdrew it; null while it waits and if it has expired. */
  endedBy: text.nullable(),
  endedAt: instant.nullable(),
  /** Why it was returned. */
  reason: text.nullable(),
  count: z.int(),
  /** Its invoices, in the chosen order. */
  documentIds: z.array(id),
  /** The last payment date among its invoices: from that day on it cannot be accepted. */
  lastDueDate: date,
  totals: z.array(
    z.strictObject({ product, currency: financedCurrency, count: z.int(), total: amount, initialDeposit: amount }),
  ),
  /** Face value in pesos by today's rate; null if it has dollars and no rate is published. */
  pesos: amount.nullable(),
  /** Whether the caller may accept all of it alone. */
  mayAccept: z.boolean(),
  /** The people who may, without the caller. */
  acceptors: z.array(text),
});
export type PreparedSale = z.output<typeof preparedSale>;

export const listPreparedSales = clientRead({
  path: '/api/preparedSales',
  summary: 'The sales that wait to be accepted, and those returned to their preparer; with the people who accept.',
  response: z.strictObject({ data: z.array(preparedSale), acceptors: z.array(acceptor) }),
});
