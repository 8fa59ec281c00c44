import {
  downloadLenderMessageFile,
  downloadMessageFile,
  handleLenderMessages,
  type LenderMessages,
  listInvoiceMessages,
  listLenderMessages,
  listUnreadMessages,
  readInvoiceMessages,
  readLenderMessages,
  writeInvoiceMessage,
  writeLenderMessage,
} from '@anticipa/contract/invoice-messages';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { formatFolio } from '@anticipa/texts/format';
import type { FastifyReply } from 'fastify';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { attachmentHeader } from '../../platform/http/attachment.ts';
import { read, type Served, serve, serveRaw, write as writes } from '../../platform/http/http.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { clientOfInvoice } from '../collections/queries.ts';
import type { Deps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { admitMessage, hasInvoice, markRead, storeDocuments, write } from './commands.ts';
import { lastMessage, messageFile, messagesOf, type Reader, unreadOf, unreadThreads } from './queries.ts';

/** Work on the client of an invoice; null if there is no such invoice. */
async function onInvoice(work: OperatorWork, documentId: string) {
  const client = await clientOfInvoice(work, documentId);
  return client === null ? null : narrowTo(work, client);
}

const threadOf = async (work: Work<Reader>, documentId: string) => ({
  data: await messagesOf(work, documentId),
  unread: await unreadOf(work, documentId),
});

async function lenderThread(wide: OperatorWork, documentId: string): Promise<Outcome<LenderMessages>> {
  const work = await onInvoice(wide, documentId);
  const [invoice] = work ? await invoicesById(work, [documentId]) : [];
  if (!work || !invoice) return refuse('NOT_FOUND');
  const { entity_name: entityName } = await work.db
    .selectFrom('clients')
    .select('entity_name')
    .where('client_id', '=', work.tenant)
    .executeTakeFirstOrThrow();
  return done({
    ...(await threadOf(work, documentId)),
    invoice: {
      folio: formatFolio(invoice),
      clientId: work.tenant,
      entityName,
      receiverName: invoice.receiverName,
      isBought: invoice.status === invoiceStatus.CREDITO || invoice.status === invoiceStatus.LIQUIDADO,
    },
    isWaiting: (await lastMessage(work, documentId))?.authorKind === 'user',
  });
}

type NamedFile = { readonly name: string; readonly sha256: Buffer } | undefined;

/** Sends the bytes as an attachment that no browser interprets. */
async function sendFile(deps: Deps, clientId: ClientId | null, file: NamedFile, reply: FastifyReply) {
  if (clientId === null || !file) return sendRefusal(reply, 'NOT_FOUND');
  try {
    const content = await deps.storage.open(clientId, file.sha256);
    if (content)
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', attachmentHeader(file.name))
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(content);
    deps.log.error({ clientId }, 'document of a message missing from storage');
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause }, 'document of a message cannot be opened');
  }
  return sendRefusal(reply, 'SERVICE_UNAVAILABLE');
}

const ofClient: readonly Served<Deps>[] = [
  read(listInvoiceMessages, async (work, { params: { documentId } }) =>
    (await hasInvoice(work, documentId)) ? done(await threadOf(work, documentId)) : refuse('NOT_FOUND'),
  ),
  read(listUnreadMessages, async (work) => done({ data: await unreadThreads(work) })),
  serve(writeInvoiceMessage, async (deps: Deps, { caller, params: { documentId }, body: { text, files } }) => {
    const admitted = await admitMessage(deps, caller, documentId);
    if (!admitted.ok) return admitted;
    const documents = await storeDocuments(deps, caller.actor.clientId, files);
    if (!documents.ok) return documents;
    return attemptAs(deps, caller, (work) => write(work, documentId, { text, documents: documents.value }));
  }),
  writes(readInvoiceMessages, (work, { params }) => markRead(work, params.documentId)),
  serveRaw(downloadMessageFile, async (deps: Deps, { caller, params }, reply) =>
    sendFile(deps, caller.actor.clientId, await runAs(deps, caller, (work) => messageFile(work, params)), reply),
  ),
];

const ofLender: readonly Served<Deps>[] = [
  read(listLenderMessages, (work, { params }) => lenderThread(work, params.documentId)),
  serve(writeLenderMessage, async (deps: Deps, { caller, params: { documentId }, body: { text, files } }) => {
    const clientId = await runAs(deps, caller, (work) => clientOfInvoice(work, documentId));
    if (clientId === null) return refuse('NOT_FOUND');
    const documents = await storeDocuments(deps, clientId, files);
    if (!documents.ok) return documents;
    return attemptAs(deps, caller, (work) =>
      write(narrowTo(work, clientId), documentId, { text, documents: documents.value }),
    );
  }),
  writes(handleLenderMessages, async (wide, { params: { documentId } }) => {
    const work = await onInvoice(wide, documentId);
    if (!work) return refuse('NOT_FOUND');
    if ((await lastMessage(work, documentId))?.authorKind !== 'user') return refuse('NOTHING_CHANGED');
    const written = await write(work, documentId, { text: '', documents: [], isHandled: true });
    return written.ok ? done({}) : written;
  }),
  writes(readLenderMessages, async (wide, { params: { documentId } }) => {
    const work = await onInvoice(wide, documentId);
    return work ? markRead(work, documentId) : refuse('NOT_FOUND');
  }),
  serveRaw(downloadLenderMessageFile, async (deps: Deps, { caller, params }, reply) => {
    const found = await runAs(deps, caller, async (wide) => {
      const work = await onInvoice(wide, params.documentId);
      return work && { clientId: work.tenant, file: await messageFile(work, params) };
    });
    return sendFile(deps, found?.clientId ?? null, found?.file, reply);
  }),
];

export const invoiceMessageRoutes: readonly Served<Deps>[] = [...ofClient, ...ofLender];
