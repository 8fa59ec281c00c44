/** Messages and documents about an invoice, between its client and the lender. */
import { MAX_MESSAGE_FILES, MAX_MESSAGE_TEXT, messageFileTypes } from '@anticipa/domain/message-file';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { clientRead, clientWrite, deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { id, instant, line, lines, text } from './wire.ts';

const messageFile = z.strictObject({
  /** From 1. */
  place: z.int(),
  name: text,
  type: z.enum(messageFileTypes),
  size: z.int(),
});

const message = z.strictObject({
  messageId: id,
  by: z.enum(['client', 'lender']),
  /** First and last name; null of the lender's people for a client. */
  person: text.nullable(),
  at: instant,
  text: z.string(),
  files: z.array(messageFile),
  /** The lender says that what was written before needs no answer. */
  isHandled: z.boolean(),
});
export type InvoiceMessage = z.output<typeof message>;

const params = z.strictObject({ documentId: id });
const thread = z.strictObject({
  /** The oldest first. */
  data: z.array(message),
  /** Messages of the other side that the caller has not read. */
  unread: z.int(),
});

const file = z.strictObject({ fileName: line.trim().min(1).max(255), data: z.base64().max(2_700_000) });
const body = z
  .strictObject({ text: lines.trim().max(MAX_MESSAGE_TEXT), files: z.array(file).max(MAX_MESSAGE_FILES) })
  .refine(({ text: written, files }) => written !== '' || files.length > 0);
const writing = {
  params,
  body,
  rate: 'upload',
  response: z.strictObject({ messageId: id }),
  errors: ['MESSAGE_FILE_REFUSED', 'SERVICE_UNAVAILABLE'],
} as const;
const place = z
  .string()
  .regex(/^[1-3]$/)
  .transform(Number);
const fileParams = params.extend({ messageId: id, place });

export const listInvoiceMessages = clientRead({
  path: '/api/invoices/:documentId/messages',
  summary: 'The messages about an invoice of the client.',
  params,
  response: thread,
});

export const writeInvoiceMessage = clientWrite({
  ...writing,
  path: '/api/invoices/:documentId/messages',
  summary: 'Writes to the lender about an invoice, with PDF, XML, PNG or JPEG documents.',
  right: 'prepare',
  errors: [...writing.errors, 'DAILY_LIMIT_REACHED'],
});

export const readInvoiceMessages = route({
  method: 'POST',
  path: '/api/invoices/:documentId/messages/read',
  summary: 'Marks the messages about an invoice as read by the person.',
  audience: 'client',
  right: 'consult',
  params,
  body: z.strictObject({}),
  response: z.strictObject({}),
});

export const downloadMessageFile = clientRead({
  path: '/api/invoices/:documentId/messages/:messageId/files/:place',
  summary: 'A document of a message.',
  params: fileParams,
  produces: 'application/octet-stream',
});

export const listUnreadMessages = clientRead({
  path: '/api/client/unreadMessages',
  summary: 'The invoices of the client with messages of the lender that the person has not read, the newest first.',
  response: z.strictObject({
    data: z.array(z.strictObject({ documentId: id, folio: text, receiverName: text, unread: z.int(), at: instant })),
  }),
});

const roles = ['riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'soporte'] as const;

export const listLenderMessages = deskRead({
  path: '/api/lender/invoices/:documentId/messages',
  summary: 'The messages about an invoice of any client.',
  roles: operatorRoles,
  params,
  response: thread.extend({
    invoice: z.strictObject({
      folio: text,
      clientId: id,
      entityName: text,
      receiverName: text,
      /** The lender bought it. */
      isBought: z.boolean(),
    }),
    /** A client wrote last. */
    isWaiting: z.boolean(),
  }),
});
export type LenderMessages = ResponseOf<typeof listLenderMessages>;

export const writeLenderMessage = deskWrite({
  ...writing,
  path: '/api/lender/invoices/:documentId/messages',
  summary: 'Writes to the client about an invoice, and closes the alert that it waits.',
  roles,
});

export const handleLenderMessages = deskWrite({
  path: '/api/lender/invoices/:documentId/messages/handled',
  summary: 'Says that what the client wrote needs no answer, and closes the alert.',
  roles,
  params,
  body: z.strictObject({}),
  response: z.strictObject({}),
  errors: ['NOTHING_CHANGED'],
});

export const readLenderMessages = route({
  method: 'POST',
  path: '/api/lender/invoices/:documentId/messages/read',
  summary: 'Marks the messages about an invoice as read by the operator.',
  audience: 'operator',
  roles: operatorRoles,
  params,
  body: z.strictObject({}),
  response: z.strictObject({}),
});

export const downloadLenderMessageFile = deskRead({
  path: '/api/lender/invoices/:documentId/messages/:messageId/files/:place',
  summary: 'A document of a message about an invoice of any client.',
  roles: operatorRoles,
  params: fileParams,
  produces: 'application/octet-stream',
});
