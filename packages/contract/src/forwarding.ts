/** Money that comes for an invoice after its client has bought it back, and is the client's. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { amount, date, financedCurrency, id, reason, text } from './wire.ts';

const params = z.strictObject({ documentId: id });

export const listForwardable = deskRead({
  path: '/api/lender/invoices/:documentId/forwardings',
  summary:
    'Lists waiting money that may have paid an invoice after its client bought it back, that which names it first.',
  roles: operatorRoles,
  params,
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        paymentId: id,
        trackingKey: text,
        currency: financedCurrency,
        /** Neither identified nor sent back. */
        left: amount,
        valueDate: date,
        bank: text,
        namesInvoice: z.boolean(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

export const forwardPayment = deskWrite({
  path: '/api/lender/invoices/:documentId/forwardings',
  summary:
    'Gives what is left of waiting money to the client that has bought the invoice back: it is transferred with its devoluciones.',
  roles: ['cobranza', 'tesoreria'],
  params,
  body: z.strictObject({
    paymentId: id,
    /** The amount that was left of the money when it was shown. */
    amount,
    reason,
  }),
  response: z.strictObject({ forwarded: amount }),
  errors: [
    'NOT_FOUND',
    'NOT_BOUGHT_BACK',
    'PAYMENT_NOT_WAITING',
    'PAYMENT_CHANGED',
    'COLLECTION_CURRENCY_DIFFERS',
    'TRANSFER_OPEN',
    'PAYMENT_FILED',
  ],
});
