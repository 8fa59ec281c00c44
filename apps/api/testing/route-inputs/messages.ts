/** Messages about invoices, of both sides. */
import type { RouteName } from '@anticipa/contract/routes';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

/** A call of an operator, who sees the invoices of every client. */
const anyOf = (own: RouteInputs['own']): RouteInputs => ({ own, foreign: () => [] });

export const messagesInputs = {
  listInvoiceMessages: sameFor(({ free: [documentId = ''] }) => ({ params: { documentId } })),
  writeInvoiceMessage: sameFor(({ free: [documentId = ''] }) => ({
    params: { documentId },
    body: { text: '¿Cuándo depositan?', files: [] },
  })),
  readInvoiceMessages: sameFor(({ free: [documentId = ''] }) => ({ params: { documentId }, body: {} })),
  downloadMessageFile: sameFor(({ free: [documentId = ''], writtenId: messageId }) => ({
    params: { documentId, messageId, place: '1' },
  })),
  listUnreadMessages: nothing(),
  listLenderMessages: anyOf(({ free: [documentId = ''] }) => ({ params: { documentId } })),
  writeLenderMessage: anyOf(({ free: [documentId = ''] }) => ({
    params: { documentId },
    body: { text: 'Mañana', files: [] },
  })),
  handleLenderMessages: anyOf(({ free: [documentId = ''] }) => ({ params: { documentId }, body: {} })),
  readLenderMessages: anyOf(({ free: [documentId = ''] }) => ({ params: { documentId }, body: {} })),
  downloadLenderMessageFile: anyOf(({ free: [documentId = ''], writtenId: messageId }) => ({
    params: { documentId, messageId, place: '1' },
  })),
} satisfies Partial<Record<RouteName, RouteInputs>>;
