import type { InvoiceMessage } from '@anticipa/contract/invoice-messages';
import { id } from '@anticipa/contract/wire';
import { messageFileTypes } from '@anticipa/domain/message-file';
import { formatFolio } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { z } from 'zod';
import { flag, rowsOf, text } from '../../platform/db/rows.ts';
import type { ClientWork, OperatorWork, Work } from '../../platform/work/work.ts';
import { operatorName } from '../log/queries.ts';

/** A person on one side. */
export type Reader = ClientWork['actor'] | OperatorWork['actor'];

export const readerOf = (actor: Reader) =>
  actor.kind === 'operator'
    ? ({ kind: 'operator', id: actor.operatorId, other: 'user' } as const)
    : ({ kind: 'user', id: actor.userId, other: 'operator' } as const);

const messageRow = z.object({
  messageId: id,
  by: z.enum(['client', 'lender']),
  person: text.nullable(),
  at: z.date(),
  text: z.string(),
  isHandled: flag,
  files: z.array(z.object({ place: z.int(), name: text, type: z.enum(messageFileTypes), size: z.int() })),
});

/** The messages about an invoice of the client, the oldest first. */
export async function messagesOf({ db, tenant, actor }: Work<Reader>, documentId: string): Promise<InvoiceMessage[]> {
  // A client reads no operators: for it the lender writes.
  const nameOfAuthor = actor.kind === 'operator' ? operatorName('author_id') : sql`null`;
  const rows = await rowsOf(db, messageRow)`
    select message_id as "messageId", case author_kind when 'user' then 'client' else 'lender' end as by, written_at as at,
      body as text, is_handled as "isHandled",
      case author_kind
        when 'user' then (select trim(first_name || ' ' || last_name) from users
          where users.client_id = message.client_id and user_id = author_id)
        else ${nameOfAuthor}
      end as person,
      (select coalesce(json_agg(json_build_object('place', place, 'name', name, 'type', media_type, 'size', size) order by place), '[]')
        from invoice_message_files file
        where file.client_id = message.client_id and file.message_id = message.message_id) as files
    from invoice_messages message
    where client_id = ${tenant} and document_id = ${documentId}
    order by written_at, message_id`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Number of messages of the other side that a person has not read. */
export async function unreadOf({ db, tenant, actor }: Work<Reader>, documentId: string): Promise<number> {
  const { kind, id: reader, other } = readerOf(actor);
  const [row] = await rowsOf(db, z.object({ unread: z.coerce.number() }))`
    select count(*) as unread from invoice_messages
    where client_id = ${tenant} and document_id = ${documentId} and author_kind = ${other} and not is_handled
      and written_at > coalesce((select read_at from invoice_message_reads read
        where read.client_id = ${tenant} and read.document_id = ${documentId} and reader_kind = ${kind} and reader_id = ${reader}), '-infinity')`;
  return row?.unread ?? 0;
}

const unreadRow = z.object({
  documentId: id,
  serie: text.nullable(),
  folio: text.nullable(),
  receiverName: text,
  unread: z.coerce.number(),
  at: z.date(),
});

/** Limit of the list of invoices with unread messages. */
const UNREAD_LIMIT = 100;

export async function unreadThreads({ db, tenant, actor }: ClientWork) {
  const rows = await rowsOf(db, unreadRow)`
    select document_id as "documentId", serie, folio, receiver_name as "receiverName", count(*) as unread, max(written_at) as at
    from invoice_messages message join invoices using (client_id, document_id)
    where client_id = ${tenant} and author_kind = 'operator' and not is_handled
      and written_at > coalesce((select read_at from invoice_message_reads read
        where read.client_id = ${tenant} and read.document_id = message.document_id and reader_kind = 'user'
          and reader_id = ${actor.userId}), '-infinity')
    group by document_id, serie, folio, receiver_name
    order by max(written_at) desc, document_id limit ${UNREAD_LIMIT}`;
  return rows.map(({ serie, folio, at, ...row }) => ({
    ...row,
    folio: formatFolio({ serie, folio }),
    at: at.toISOString(),
  }));
}

/** The last message about an invoice; undefined if there is none. */
export const lastMessage = ({ db, tenant }: Work, documentId: string) =>
  db
    .selectFrom('invoice_messages')
    .select(['author_kind as authorKind', 'written_at as writtenAt'])
    .where('client_id', '=', tenant)
    .where('document_id', '=', documentId)
    .orderBy('written_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The document of a message about an invoice of the client. */
export const messageFile = (
  { db, tenant }: Work,
  { documentId, messageId, place }: { readonly documentId: string; readonly messageId: string; readonly place: number },
) =>
  db
    .selectFrom('invoice_message_files as file')
    .innerJoin('invoice_messages as message', (join) =>
      join.onRef('message.client_id', '=', 'file.client_id').onRef('message.message_id', '=', 'file.message_id'),
    )
    .select(['file.name', 'file.sha256'])
    .where('file.client_id', '=', tenant)
    .where('message.document_id', '=', documentId)
    .where('file.message_id', '=', messageId)
    .where('file.place', '=', place)
    .executeTakeFirst();
