import { createHash } from 'node:crypto';
import type { updateFile } from '@anticipa/contract/files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { fixedFields } from '../../platform/http/fixed-fields.ts';
import { announce } from '../../platform/live/events.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { storedName } from './commands.ts';
import { fileById } from './queries.ts';

type Change = BodyOf<typeof updateFile>;

/** Renames a stored file; the rest of the record is only compared. */
export async function renameFile(
  work: ClientWork,
  fileId: string,
  change: Change,
): Promise<Outcome<ResponseOf<typeof updateFile>>> {
  const before = await fileById(work, fileId);
  if (before === undefined || (change.fileId ?? before.fileId) !== before.fileId) return refuse('NOT_FOUND');
  const { fileId: id } = before;
  const { fileName: newName, fileData, fileId: _file, clientId: _client, creditsInformation: _, ...repeated } = change;
  const sha256 = fileData && createHash('sha256').update(fileData, 'base64').digest('hex');
  const isOtherFile = Boolean(sha256) && sha256 !== before.sha256;
  const fixed = [
    ...fixedFields(before, repeated, 'FILE_FIELD_FIXED'),
    ...(isOtherFile ? [{ path: 'fileData', code: 'FILE_FIELD_FIXED' as const }] : []),
  ];
  if (fixed.length > 0) return refuse('FILE_FIELD_FIXED', fixed);
  const fileName = storedName(newName ?? before.fileName);
  if (fileName === before.fileName) return done({ doc: before });
  await work.db
    .updateTable('files')
    .set({ file_name: fileName })
    .where('client_id', '=', work.tenant)
    .where('file_id', '=', id)
    .execute();
  await writeAudit(work, {
    action: 'file.rename',
    subject: `file:${id}`,
    details: { before: before.fileName, after: fileName },
  });
  await announce(work, 'invoices', []);
  return done({ doc: { ...before, fileName } });
}
