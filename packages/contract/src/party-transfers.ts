/** Transfers between the lender and one client or receiver, the newest first. */
import { operatorRoles } from '@anticipa/domain/operator';
import { transferStates } from '@anticipa/domain/transfer-order';
import { z } from 'zod';
import { deskRead } from './route.ts';
import { amount, date, financedCurrency, id, text } from './wire.ts';

/** Number of transfers on a page. */
export const TRANSFERS_PAGE = 50;

/** Query of a page. `after`: `next` of the previous page. */
const page = z.strictObject({
  after: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
});
const next = z.string().nullable();

/** States of a transfer. 'undone': it was confirmed by mistake and has been reversed. */
const shownStates = [...transferStates, 'undone'] as const;

const made = z.strictObject({
  /** Id of the order at the bank, of the sale or payout paid without one, or of the return. */
  id,
  purpose: z.enum(['deposit', 'payout']),
  saleId: id.nullable(),
  numberOfSale: z.int().nullable(),
  /** Day of the payment, or of the order while it is not paid. */
  on: date,
  currency: financedCurrency,
  amount,
  /** Account that was paid; null if it is not known. */
  clabe: text.nullable(),
  trackingKey: text,
  state: z.enum(shownStates),
  /** Reason of the failure or the return. */
  failure: text.nullable(),
  /** Whether the bank was ordered to pay it, so that Banxico has its proof. */
  isOrdered: z.boolean(),
});
export type MadeTransfer = z.output<typeof made>;

const received = z.strictObject({
  collectionId: id,
  clientId: id,
  entityName: text,
  payer: z.enum(['debtor', 'client']),
  currency: financedCurrency,
  /** Whole amount that was applied to invoices of the client. */
  amount,
  valueDate: date,
  bank: text,
  trackingKey: text,
  isReversed: z.boolean(),
  invoices: z.array(z.strictObject({ documentId: id, folio: text, receiverName: text, paid: amount })),
});
export type ReceivedTransfer = z.output<typeof received>;

export const listClientTransfers = deskRead({
  path: '/api/lender/clients/:clientId/transfers',
  summary: 'Lists the deposits and devoluciones that were transferred or ordered to a client, in pages.',
  roles: operatorRoles,
  params: z.strictObject({ clientId: id }),
  query: page,
  response: z.strictObject({ data: z.array(made), next }),
});

export const listClientPayments = deskRead({
  path: '/api/lender/clients/:clientId/payments',
  summary: 'Lists the payments that were applied to the invoices of a client, in pages.',
  roles: operatorRoles,
  params: z.strictObject({ clientId: id }),
  query: page,
  response: z.strictObject({ data: z.array(received), next }),
});

export const listReceiverPayments = deskRead({
  path: '/api/lender/receivers/:companyId/payments',
  summary: 'Lists the payments of a receiver with those of its invoices that each paid, in pages.',
  roles: operatorRoles,
  params: z.strictObject({ companyId: id }),
  query: page,
  response: listClientPayments.response,
});
