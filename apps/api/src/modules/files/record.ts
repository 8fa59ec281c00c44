/** Records stored files. */
import type { FileRecord } from '@anticipa/contract/files';
import type { FileMotive } from '@anticipa/domain/motives';
import { FAILED_FILES_RECEIVER } from '@anticipa/domain/receiver';
import { notification } from '../../platform/live/events.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import type { Entered } from '../invoices/enter/enter.ts';
import { type AuditEntry, auditRow, writeAudit } from '../log/audit.ts';
import { toFileRecord } from './queries.ts';

/** A file in the storage. */
export interface StoredFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** The client's tax id. */
  readonly rfc: string;
  /** User who uploaded it, or in whose name it was imported. */
  readonly ownerId: string;
}

const fileRow = (
  { tenant, at }: Work,
  { fileId, fileName, size, sha256, ownerId }: StoredFile,
  receiverRfc: string,
) => ({
  client_id: tenant,
  file_id: fileId,
  file_name: fileName,
  file_type: 'text/xml',
  size,
  sha256,
  receiver_rfc: receiverRfc,
  uploaded_by: ownerId,
  created_at: at,
});

type EntryDetails =
  | { readonly documentId: string; readonly outcome: Entered['outcome'] }
  /** Its fiscal UUID. */
  | { readonly creditNote: string };

/** The file of a new or restored invoice, or of a new credit note. */
export interface EnteredFile {
  readonly upload: StoredFile;
  readonly receiverRfc: string;
  readonly details: EntryDetails;
  /** The call that uploaded it. */
  readonly call: Pick<Work, 'requestId' | 'address'>;
}

/** Records files of new or restored invoices and of credit notes, audits them and notifies the client's screens, in one statement. */
export async function recordStored(work: Work<Principal>, entered: readonly EnteredFile[]): Promise<FileRecord[]> {
  const rows = entered.map(({ upload, receiverRfc }) => fileRow(work, upload, receiverRfc));
  const audited = entered.map(({ upload, details, call: { requestId, address } }) =>
    auditRow({ ...work, requestId, address }, uploadEntry(upload, details)),
  );
  const documentIds = entered.flatMap(({ details }) => ('documentId' in details ? [details.documentId] : []));
  await work.db
    .with('stored', (query) => query.insertInto('files').values(rows))
    .with('audited', (query) => query.insertInto('audit').values(audited))
    .selectNoFrom(notification(work, 'invoices', documentIds).as('notified'))
    .execute();
  return entered.map(({ upload, receiverRfc }) =>
    toFileRecord({ ...fileRow(work, upload, receiverRfc), motive: null, motive_place: null, rfc: upload.rfc }),
  );
}

/** Records a refused file and audits it; one refused before is kept under its id, as of now. */
export async function recordRefused(
  work: Work<Principal>,
  upload: StoredFile,
  motive: FileMotive,
  details: EntryDetails | { readonly motive: FileMotive; readonly place: string | null },
): Promise<FileRecord> {
  const motive_place = 'place' in details ? details.place : null;
  const row = { ...fileRow(work, upload, FAILED_FILES_RECEIVER), motive, motive_place };
  const { uploaded_by, created_at } = row;
  const kept = await work.db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'sha256', 'file_name'])
        .where('motive', 'is not', null)
        .doUpdateSet({ motive, motive_place, uploaded_by, created_at }),
    )
    .returning('file_id')
    .executeTakeFirstOrThrow();
  await writeAudit(work, uploadEntry({ ...upload, fileId: kept.file_id }, details));
  return toFileRecord({ ...row, ...kept, rfc: upload.rfc });
}

const uploadEntry = ({ fileId, sha256 }: StoredFile, details: object): AuditEntry => ({
  action: 'file.upload',
  subject: `file:${fileId}`,
  details: { sha256: sha256.toString('hex'), ...details },
});
