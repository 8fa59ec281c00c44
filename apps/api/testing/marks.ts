import { isDeepStrictEqual } from 'node:util';
import { routes } from '@anticipa/contract/routes';
import type { TestObjects } from './populated-client.ts';
import type { Answer } from './session.ts';

/** Texts that identify a client's objects in an answer. */
export const marksOf = (objects: TestObjects): readonly string[] => [
  objects.clientId,
  objects.rfc,
  objects.creditLineId,
  objects.userId,
  objects.email,
  objects.fileId,
  ...objects.free,
  objects.held.documentId,
  objects.requested.saleId,
  ...objects.creditUuids,
  objects.reference.id,
  objects.interestInvoiceId,
  objects.reference.reference,
  objects.account,
  objects.clabe,
  objects.byClabe,
  objects.keyId,
  objects.requests.line,
  objects.requests.account,
  objects.webhookId,
  objects.deliveryId,
];

/** An answer without the parts that differ between calls. */
export const comparable = ({ status, body }: Answer, objects: TestObjects): string => {
  const text = JSON.stringify({ status, body }).replace(/"(requestId|instance)":"[^"]+"/g, '');
  return marksOf(objects).reduce(
    (rest, mark) => rest.replaceAll(mark, '<mark>').replaceAll(mark.toLowerCase(), '<mark>'),
    text,
  );
};

const none = { total: 0, hits: [] };
const NOTHING_FOUND = { invoices: none, payers: none, references: none, sales: none };

const isEmpty = ({ body }: Answer): boolean =>
  isDeepStrictEqual(body, NOTHING_FOUND) || routes.getOpenSales.response.safeParse(body).data?.sales.length === 0;

/** Whether an answer says that there is nothing. */
export const isNotFound = (answer: Answer): boolean =>
  isEmpty(answer) ||
  answer.status === 404 ||
  answer.code === 'INVALID_EMAIL' ||
  answer.code === 'ERROR_CREATING_OR_GETTING_RECORD';
