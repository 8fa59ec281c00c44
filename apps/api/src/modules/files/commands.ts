/** Uploads: stores the file and, if valid, creates an invoice or applies a credit note. */
import type { Place } from '@anticipa/cfdi/xml-tree';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { noTaxAnswer } from '@anticipa/domain/invoice-entry';
import type { FileMotive } from '@anticipa/domain/motives';
import { placeText } from '@anticipa/texts/motive-texts';
import type { Caller } from '../../platform/work/caller.ts';
import { orderedId } from '../../platform/work/ordered-id.ts';
import { attemptAs, isAnswered, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { enterCreditNote, type NoteArrival } from '../invoices/enter/credit-notes.ts';
import { enterFile, type ProblemOf, type UploadAnswer } from './enter-file.ts';
import { admitUpload, countKeyed } from './quota.ts';
import { receiverOf, storeFile, verdictOn } from './reading.ts';
import { recordRefused, recordStored, type StoredFile } from './record.ts';

const MAX_STORED_NAME = 300;
interface Upload {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly problemOf?: ProblemOf;
}

/**
 * Stores an uploaded file. A valid CFDI becomes an invoice of the session's client, even if the lender does not finance it, or
 * a credit note; any other file is stored with the motive of its first failed check.
 */
export async function uploadFile(
  deps: Deps,
  caller: Caller,
  { fileName, bytes, problemOf }: Upload,
): Promise<Outcome<UploadAnswer>> {
  const { idempotency } = caller;
  // A repetition replays its answer: it is not counted, and nothing is stored again.
  if (idempotency && (await runAs(deps, caller, (work) => isAnswered(work, idempotency))))
    return attemptAs(deps, caller, async () => refuse('REQUEST_IN_PROGRESS'));
  const admitted = await admitUpload(deps, caller, bytes.length);
  if (!admitted.ok) return admitted;
  const verdict = await verdictOn(deps, { rfc: caller.actor.rfc, fileName, bytes });
  if (verdict === 'busy') return refuse('SERVICE_UNAVAILABLE');
  // Storage and tax authority are independent, so run both concurrently.
  const [sha256, taxAnswer] = await Promise.all([
    storeFile(deps, caller.actor.clientId, bytes),
    verdict.ok ? deps.taxStatus.check(verdict.cfdi) : noTaxAnswer,
  ]);
  if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
  const { rfc, userId: ownerId } = caller.actor;
  const upload = {
    fileId: orderedId(deps.clock.now()),
    fileName: storedName(fileName),
    size: bytes.length,
    sha256,
    rfc,
    ownerId,
  };
  const attempt = (record: (work: ClientWork) => Promise<UploadAnswer>): Promise<Outcome<UploadAnswer>> =>
    attemptAs(deps, caller, async (work) => {
      const answer = await record(work);
      // Last, as for invoices: other uploads of the client wait for the count.
      const counted = await countKeyed(work, { deps, caller, bytes: upload.size });
      return counted.ok ? done(answer) : counted;
    });
  if (!verdict.ok) return attempt((work) => recordRejected(work, upload, verdict));
  if (verdict.cfdi.type === 'E') {
    const note = { upload, cfdi: verdict.cfdi, taxStatus: taxAnswer.status };
    return attempt((work) => recordCreditNote(work, note));
  }
  const arrival = {
    fileId: upload.fileId,
    cfdi: verdict.cfdi,
    isStampVerified: verdict.isStampVerified,
    receiver: receiverOf(verdict.cfdi),
    taxStatus: taxAnswer.status,
    ownerId,
    isSynced: false,
  };
  return enterFile({ deps, caller, upload, arrival, isIssuerListed: taxAnswer.isIssuerListed === true }, problemOf);
}

async function recordCreditNote(
  work: ClientWork,
  { upload, ...note }: Omit<NoteArrival, 'fileId'> & { readonly upload: StoredFile },
): Promise<UploadAnswer> {
  const details = { creditNote: note.cfdi.uuid };
  if (!(await enterCreditNote(work, { ...note, fileId: upload.fileId })))
    return { doc: await recordRefused(work, upload, 'ALREADY_UPLOADED', details), outcome: 'existing', invoice: null };
  const [doc] = await recordStored(work, [{ upload, receiverRfc: note.cfdi.receiver.rfc, details, call: work }]);
  if (!doc) throw new Error('a stored credit note cannot be read');
  return { doc, outcome: 'credit-note', invoice: null };
}

/** The file name as stored; downloads sanitise it further. */
export const storedName = (fileName: string): string =>
  [...fileName.toWellFormed().replaceAll('\0', '')].slice(0, MAX_STORED_NAME).join('').slice(0, MAX_STORED_NAME) || '?';

async function recordRejected(
  work: ClientWork,
  upload: StoredFile,
  { motive, place }: { readonly motive: FileMotive; readonly place?: Place | null },
): Promise<UploadAnswer> {
  const doc = await recordRefused(work, upload, motive, { motive, place: place ? placeText(place) : null });
  return { doc, outcome: 'refused', invoice: null };
}
