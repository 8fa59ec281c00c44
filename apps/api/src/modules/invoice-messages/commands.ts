/** Writes messages with their documents. See docs/decisions/0226. */
import { randomUUID } from 'node:crypto';
import { parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import type { writeInvoiceMessage } from '@anticipa/contract/invoice-messages';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type MessageFileType, messageFileName, messageFileType } from '@anticipa/domain/message-file';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import type { Caller, ClientId } from '../../platform/work/caller.ts';
import { attemptAs, isAnswered } from '../../platform/work/transaction.ts';
import type { Work } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { Deps } from '../deps.ts';
import { hasRoom } from '../files/quota.ts';
import { storeFile } from '../files/reading.ts';
import { writeAudit } from '../log/audit.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';
import { administratorIds } from '../users/queries.ts';
import { lastMessage, type Reader, readerOf } from './queries.ts';

/** Messages of one client, so that nobody fills the store. */
const WRITTEN_PER_DAY = 200;

type Body = BodyOf<typeof writeInvoiceMessage>;

interface StoredDocument {
  readonly name: string;
  readonly media_type: MessageFileType;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Namespaces of elements that run scripts where a browser opens the file. */
const PAGES = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg']);

const isPage = ({ uri, children }: XmlElement): boolean =>
  PAGES.has(uri) || children.some((child) => typeof child !== 'string' && isPage(child));

/** A document that is no page, and that no style sheet makes one. */
function isXml(text: string): boolean {
  const tree = parseXml(text);
  return tree.ok && !isPage(tree.root) && !text.includes('<?xml-stylesheet');
}

/**
 * Counts a message of a client before its documents are stored: nothing is for an invoice of somebody else, or above the limit. A
 * repetition replays its answer, and is not counted.
 */
export const admitMessage = (deps: Deps, caller: Caller, documentId: string): Promise<Outcome<null>> =>
  attemptAs(deps, { ...caller, idempotency: null }, async (work) => {
    if (!(await hasInvoice(work, documentId))) return refuse('NOT_FOUND');
    if (caller.idempotency && (await isAnswered(work, caller.idempotency))) return done(null);
    const isWithin = await consumeDailyQuota(work, 'messages', { amount: 1, limit: WRITTEN_PER_DAY });
    return isWithin ? done(null) : refuse('DAILY_LIMIT_REACHED');
  });

/** Stores the documents of a message before the message that names them. */
export async function storeDocuments(
  deps: Pick<Deps, 'storage' | 'log' | 'config'>,
  clientId: ClientId,
  files: Body['files'],
): Promise<Outcome<readonly StoredDocument[]>> {
  const read = files.map(({ fileName, data }) => {
    const bytes = Buffer.from(data, 'base64');
    return { fileName, bytes, type: messageFileType(bytes, isXml) };
  });
  const refused = read.flatMap(({ type }, place) => (type === null ? [`files.${place}`] : []));
  if (refused.length > 0) return refuseEach('MESSAGE_FILE_REFUSED', refused);
  if (files.length > 0 && !(await hasRoom(deps))) return refuse('SERVICE_UNAVAILABLE');
  const stored: StoredDocument[] = [];
  for (const { fileName, bytes, type } of read) {
    if (type === null) continue;
    const sha256 = await storeFile(deps, clientId, bytes);
    if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
    stored.push({ name: messageFileName(fileName, type), media_type: type, size: bytes.length, sha256 });
  }
  return done(stored);
}

/** Whether the client has the invoice. */
export const hasInvoice = async ({ db, tenant }: Work, documentId: string): Promise<boolean> =>
  (await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .executeTakeFirst()) !== undefined;

/** Stores a message and tells the other side: the lender by an alert, the client's administrators and writers by mail. */
export async function write(
  work: Work<Reader>,
  documentId: string,
  { text, documents, isHandled = false }: { text: string; documents: readonly StoredDocument[]; isHandled?: boolean },
): Promise<Outcome<{ messageId: string }>> {
  const { db, tenant, actor, at } = work;
  // An answer and another message at once: the second finds what the first did to the alerts.
  const invoice = await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (invoice === undefined) return refuse('NOT_FOUND');
  const isClient = actor.kind === 'client';
  const last = await lastMessage(work, documentId);
  const messageId = randomUUID();
  const { kind, id } = readerOf(actor);
  await db
    .insertInto('invoice_messages')
    .values({
      client_id: tenant,
      message_id: messageId,
      document_id: documentId,
      author_kind: kind,
      author_id: id,
      body: text,
      is_handled: isHandled,
      written_at: at,
    })
    .execute();
  if (documents.length > 0)
    await db
      .insertInto('invoice_message_files')
      .values(documents.map((each, index) => ({ client_id: tenant, message_id: messageId, place: index + 1, ...each })))
      .execute();
  await writeAudit(work, {
    action: 'invoice.message',
    subject: `invoice:${documentId}`,
    details: { messageId, documents: documents.length, isHandled },
  });
  // While an alert of the conversation is open, the database refuses another.
  if (isClient) await raiseAlert(work, { kind: 'client-message', subject: `invoice:${documentId}`, reason: messageId });
  else {
    // A message that came after the operator began to answer still waits.
    if (last === undefined || last.writtenAt <= at) await closeWaiting(work, documentId, id);
    if (!isHandled)
      for (const userId of await readersOf(work, documentId))
        await putMessage(work, 'invoice-message', { messageId, userId });
  }
  await announce(work, 'invoices', [documentId]);
  return done({ messageId });
}

/** The client's administrators, and its people who wrote about the invoice. */
async function readersOf(work: Work, documentId: string): Promise<ReadonlySet<string>> {
  const writers = await work.db
    .selectFrom('invoice_messages')
    .select('author_id')
    .distinct()
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', documentId)
    .where('author_kind', '=', 'user')
    .execute();
  return new Set([...(await administratorIds(work)), ...writers.map(({ author_id }) => author_id)]);
}

/** Closes the alerts that a client waits, in the name of the operator who answered. */
async function closeWaiting(work: Work<Reader>, documentId: string, operatorId: string): Promise<void> {
  const closed = await work.db
    .updateTable('alerts')
    .set({ closed_at: work.at, closed_by: operatorId })
    .where('kind', '=', 'client-message')
    .where('subject', '=', `invoice:${documentId}`)
    .where('closed_at', 'is', null)
    .returning('alert_id')
    .execute();
  for (const { alert_id } of closed) await writeAudit(work, { action: 'alert.close', subject: `alert:${alert_id}` });
}

/** Keeps how far a person has read. */
export async function markRead(work: Work<Reader>, documentId: string): Promise<Outcome<Record<never, never>>> {
  if (!(await hasInvoice(work, documentId))) return refuse('NOT_FOUND');
  const { kind, id } = readerOf(work.actor);
  await work.db
    .insertInto('invoice_message_reads')
    .values({ client_id: work.tenant, document_id: documentId, reader_kind: kind, reader_id: id, read_at: work.at })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'document_id', 'reader_kind', 'reader_id']).doUpdateSet({ read_at: work.at }),
    )
    .execute();
  return done({});
}
