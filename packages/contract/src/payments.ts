/** Payments of invoices: amounts that arrived, are due next, or remain. */
import { z } from 'zod';
import { clientRead } from './route.ts';
import { amount, date, financedCurrency, fiscalUuid, id, listed, product, rfc, text } from './wire.ts';

const MAX_UUIDS = 1000;

/** Invoices without a payment are absent. */
export const getPaymentInformation = clientRead({
  path: '/api/factoringDocument/getPaymentInformation',
  summary: 'How the payments of settled invoices arrived, and from which bank.',
  query: z.strictObject({ uuids: listed(fiscalUuid, MAX_UUIDS) }),
  response: z.strictObject({
    data: z.array(z.strictObject({ uuid: fiscalUuid, paymentOrder: z.strictObject({ source: text, bankName: text }) })),
  }),
});

/** Everything due at once, including what is overdue. */
export const nextPayments = clientRead({
  path: '/api/factoringDocument/nextPayments',
  summary: 'Sums of the invoices in credit by due date, product and currency, earliest first.',
  isHeavy: true,
  query: z.strictObject({ clientId: id.optional(), products: listed(product, 2).optional() }),
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        dueDate: date,
        isOverdue: z.boolean(),
        product,
        currency: financedCurrency,
        count: z.int(),
        total: amount,
        /** Devolución if each is paid in full by its due date. */
        finalDeposit: amount,
      }),
    ),
  }),
});

const balance = z.strictObject({
  uuid: fiscalUuid,
  /** The value date of the payment in full. */
  fully_paid_at: date.nullable(),
  /** Amount paid for the invoice. */
  credited_amount: amount,
});

export const getInvoiceBalance = clientRead({
  path: '/api-external/invoice/balance/:id',
  summary: 'What was paid for an invoice, by its id or fiscal UUID.',
  params: z.strictObject({ id: fiscalUuid }),
  response: z.strictObject({ data: balance }),
});

export const listInvoiceBalances = clientRead({
  path: '/api/factoringDocument/balances',
  summary: 'What was paid for each of the client’s financed invoices, newest first.',
  isHeavy: true,
  /** `client` is its id or tax id. */
  query: z.strictObject({ clientId: id.optional(), client: z.union([id, rfc]).optional() }),
  response: z.strictObject({ data: z.array(balance) }),
});
