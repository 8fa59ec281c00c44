import type { TestObjects } from './populated-client.ts';

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
  objects.clabe,
  objects.byClabe,
  objects.keyId,
  objects.requests.line,
  objects.requests.account,
  objects.webhookId,
  objects.deliveryId,
];
