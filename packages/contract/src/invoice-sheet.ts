/** One invoice with its history, as its own page shows it. */
import { z } from 'zod';
import { invoice } from './invoices.ts';
import { route } from './route.ts';
import { fiscalUuid, instant, text } from './wire.ts';

/** What happened to an invoice; `upload`, `sync` and `flagCancelled` do not move it between statuses. */
export const invoiceSteps = [
  'upload',
  'sync',
  'approveReceiver',
  'failCheck',
  'flagCancelled',
  'hold',
  'release',
  'reject',
  'disburse',
  'settle',
  'deleteByUser',
  'restoreByUser',
] as const;
export type InvoiceStep = (typeof invoiceSteps)[number];

const step = z.strictObject({
  /** Null if a newer version of the portal wrote it. */
  step: z.enum(invoiceSteps).nullable(),
  at: instant,
  by: z.enum(['client', 'lender', 'portal']),
  /** First and last name of the client's person. */
  person: text.nullable(),
  /** Why, in words. */
  motive: text.nullable(),
});
export type TakenStep = z.output<typeof step>;

export const getInvoice = route({
  method: 'GET',
  path: '/api/invoices/:id',
  summary: 'One invoice of the client by its id or fiscal UUID, with its history, oldest step first.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  params: z.strictObject({ id: fiscalUuid }),
  response: z.strictObject({
    data: z.strictObject({
      invoice,
      steps: z.array(step),
      /** The bank's key of the deposit. */
      trackingKey: text.nullable(),
    }),
  }),
  errors: [],
});
