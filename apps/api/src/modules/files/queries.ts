import type { FileRecord } from '@anticipa/contract/files';
import { type FileMotive, fileMotives } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { ClientWork, WideWork, Work } from '../../platform/work/work.ts';

const LIST_LIMIT = 1_000;

const stored = ({ db, tenant }: Work) =>
  db
    .selectFrom('files')
    .innerJoin('clients', 'clients.client_id', 'files.client_id')
    .where('files.client_id', '=', tenant)
    .select([
      'files.file_id',
      'files.client_id',
      'clients.rfc',
      'files.receiver_rfc',
      'files.file_name',
      'files.size',
      'files.sha256',
      'files.uploaded_by',
      'files.created_at',
      'files.motive',
      'files.motive_place',
    ]);

type StoredRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

export const toFileRecord = (row: StoredRow): FileRecord => ({
  fileId: row.file_id,
  clientId: row.client_id,
  clientRFC: row.rfc,
  receiverRFC: row.receiver_rfc,
  fileName: row.file_name,
  fileType: 'text/xml',
  fileURL: `/api/file/${row.file_id}/content`,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  uploadedBy: row.uploaded_by,
  createdAt: row.created_at.toISOString(),
  motive: motiveOf(row.motive, row.motive_place),
});

function motiveOf(text: string | null, place: string | null): FileRecord['motive'] {
  if (text === null) return null;
  const code: FileMotive | undefined = fileMotives.find((motive) => motive === text);
  if (code === undefined) throw new TypeError(`no motive of the catalogue: ${text}`);
  const { reason, remedy } = motiveTexts[code];
  return { code, description: place === null ? reason : `${reason}: ${place}`, remedy };
}

/** The client's files, newest first; `refused` only those with a motive. */
export async function listFiles(work: Work, refused: boolean): Promise<FileRecord[]> {
  const rows = await stored(work)
    .$if(refused, (query) => query.where('files.motive', 'is not', null))
    .orderBy('files.created_at', 'desc')
    .orderBy('files.file_id')
    .limit(LIST_LIMIT)
    .execute();
  return rows.map(toFileRecord);
}

/** A file of the client; undefined if there is none with that id. */
export async function fileById(work: Work, fileId: string): Promise<FileRecord | undefined> {
  const row = await stored(work).where('files.file_id', '=', fileId).executeTakeFirst();
  return row && toFileRecord(row);
}

/** The newest file of that name that the user has uploaded since an instant; preferably one that became an invoice. */
export async function fileNamedSince(work: ClientWork, fileName: string, since: Date): Promise<FileRecord | undefined> {
  const row = await stored(work)
    .where('files.file_name', '=', fileName)
    .where('files.uploaded_by', '=', work.actor.userId)
    .where('files.created_at', '>=', since)
    .orderBy(sql`files.motive is null`, 'desc')
    .orderBy('files.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toFileRecord(row);
}

const refusedRow = z.object({
  client_id: clientIdColumn,
  file_id: z.string(),
  sha256: z.instanceof(Buffer),
  is_shared: z.boolean(),
});

/** The oldest files refused before an instant; the bytes of a shared one belong to another kept record too. */
export async function refusedBefore({ db }: WideWork, before: Date, limit: number) {
  return await rowsOf(db, refusedRow)`
    select client_id, file_id, sha256,
      exists (select from files kept where (kept.client_id, kept.sha256) = (files.client_id, files.sha256)
        and (kept.motive is null or kept.created_at >= ${before}))
      or exists (select from interest_invoices issued where (issued.client_id, issued.sha256) = (files.client_id, files.sha256))
      or exists (select from invoice_message_files sent where (sent.client_id, sent.sha256) = (files.client_id, files.sha256))
        as is_shared
    from files where motive is not null and created_at < ${before}
    order by created_at limit ${limit}`;
}

/** The client and the file of an invoice of any sale. */
export async function soldFile(
  { db }: WideWork,
  { saleId, documentId }: { readonly saleId: string; readonly documentId: string },
): Promise<readonly [ClientId, string] | null> {
  const found = await db
    .selectFrom('sale_items')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.client_id', '=', 'sale_items.client_id')
        .onRef('invoices.document_id', '=', 'sale_items.document_id'),
    )
    .select(['invoices.client_id', 'invoices.file_id'])
    .where('sale_items.sale_id', '=', saleId)
    .where('sale_items.document_id', '=', documentId)
    .executeTakeFirst();
  return found ? [found.client_id, found.file_id] : null;
}
