/** The open invoices as tables without repetition: a client's 10,000 take a tenth of the bytes of the full list. */
import { rejectionMotives } from '@anticipa/domain/motives';
import { habitSources } from '@anticipa/domain/payment-habit';
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { invoice, orderSource } from './invoices.ts';
import { clientRead } from './route.ts';
import { id, product } from './wire.ts';

/** Most ids of one call; a live event has no more. */
export const MAX_IDS = 150;

const { shape } = invoice;

const receiver = z.tuple([
  shape.receiverKey,
  shape.receiverRFC,
  shape.receiverName,
  z.literal(Object.values(companyStatus)),
  /** Source of its term, days from emission, and ISO numbers of its weekdays; null if it has to be asked for. */
  z.tuple([z.enum(habitSources), z.int().min(1).max(180), z.string().regex(/^[1-5]{1,5}$/)]).nullable(),
  /** Whether invoices of it were in the client's last sale. */
  z.boolean(),
]);

const openInvoice = z.tuple([
  shape.documentId,
  shape.serie,
  shape.folio,
  /** Index in `receivers`. */
  z.int().min(0),
  shape.currency,
  shape.total,
  shape.emittedOn,
  product,
  shape.status,
  shape.isSynced,
  shape.verification,
  /** Null also if a newer version of the portal wrote it. */
  z.enum(rejectionMotives).nullable(),
  shape.rejectedDate,
  shape.purchaseOrder,
  orderSource.nullable(),
  shape.paymentMethod,
]);

/** Rows of the tables `receivers` and `invoices`: key, tax id, name, status, habit and presence in the last sale; and the columns of `openInvoice`. */
export const listOpenInvoices = clientRead({
  path: '/api/factoringDocument/open',
  summary:
    'Lists the client’s invoices that are in no sale, newest first, with the fields of the home screen. The ETag is their version.',
  isHeavy: true,
  query: z.strictObject({
    /** Limits the answer to these, separated by commas; they are absent from it if they are not open. */
    ids: z
      .string()
      .max(MAX_IDS * 37)
      .transform((text) => text.split(','))
      .pipe(z.array(id).max(MAX_IDS))
      .optional(),
  }),
  response: z.strictObject({
    products: z.array(z.tuple([product, id])),
    receivers: z.array(receiver),
    invoices: z.array(openInvoice),
  }),
});
