/** Uploads: stores the file and, if valid, creates an invoice. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRecord, uploadFile as uploadRoute } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { noTaxAnswer } from '@anticipa/domain/invoice-entry';
import type { FileMotive } from '@anticipa/domain/motives';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import type { Deps } from '../../lib/deps.ts';
import type { Caller } from '../../lib/session/context.ts';
import { attemptAs, runAs } from '../../lib/transaction.ts';
import type { ClientWork } from '../../lib/work.ts';
import { type Entered, enterInvoice } from '../invoices/enter.ts';
import { reportListedIssuers } from '../invoices/listed.ts';
import { invoicesById } from '../invoices/queries.ts';
import { fileById } from './queries.ts';
import { admitUpload } from './quota.ts';
import { receiverOf, storeFile, verdictOn } from './reading.ts';
import { recordRefused, recordStored, type StoredFile } from './record.ts';

export type UploadAnswer = ResponseOf<typeof uploadRoute>;

const MAX_STORED_NAME = 300;
interface Upload {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Why its invoice is not the one that the caller means, so that nothing is recorded; null if it is. */
  readonly problemOf?: (invoice: Invoice) => Refused | null;
}

/**
 * Stores an uploaded file. A valid CFDI becomes an invoice of the session's client, even if the lender does not finance it;
 * any other file is stored with the motive of its first failed check.
 */
export async function uploadFile(
  deps: Deps,
  caller: Caller,
  { fileName, bytes, problemOf = () => null }: Upload,
): Promise<Outcome<UploadAnswer>> {
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
  const upload = { fileId: randomUUID(), fileName: storedName(fileName), size: bytes.length, sha256, rfc, ownerId };
  return attemptAs(deps, caller, async (work) => {
    if (!verdict.ok) return done(await recordRejected(work, upload, verdict.motive));
    const receiver = receiverOf(verdict.cfdi);
    const { fileId } = upload;
    const { cfdi, isStampVerified } = verdict;
    const arrival = { fileId, cfdi, isStampVerified, receiver, taxStatus: taxAnswer.status, ownerId, isSynced: false };
    const entered = await enterInvoice(work, arrival);
    if (!entered.ok) return entered;
    if (taxAnswer.isIssuerListed) await reportListedIssuers(work, [{ issuerRfc: cfdi.issuer.rfc }]);
    const answer = await recordEntered(work, upload, entered.value, receiver.rfc);
    return problemOf(answer.invoice) ?? done(answer);
  });
}

/** The file name as stored; downloads sanitise it further. */
export const storedName = (fileName: string): string =>
  [...fileName.toWellFormed().replaceAll('\0', '')].slice(0, MAX_STORED_NAME).join('').slice(0, MAX_STORED_NAME) || '?';

async function recordRejected(work: ClientWork, upload: StoredFile, motive: FileMotive): Promise<UploadAnswer> {
  const doc = await recordRefused(work, upload, motive, { motive });
  return { doc, outcome: 'refused', invoice: null };
}

async function recordEntered(
  work: ClientWork,
  upload: StoredFile,
  { documentId, outcome }: Entered,
  receiverRfc: string,
): Promise<UploadAnswer & { readonly invoice: Invoice }> {
  const details = { documentId, outcome };
  const [doc, [invoice]] = await Promise.all([
    outcome === 'existing'
      ? recordRefused(work, upload, 'ALREADY_UPLOADED', details)
      : recordStored(work, upload, receiverRfc, details),
    invoicesById(work, [documentId]),
  ]);
  if (!invoice) throw new Error('a new invoice cannot be read');
  return { doc, outcome, invoice };
}

export interface Download {
  readonly file: FileRecord;
  readonly content: Readable;
}

/** Opens a file of the client with its original bytes. */
export async function openDownload(deps: Deps, caller: Caller, fileId: string): Promise<Outcome<Download>> {
  const file = await runAs(deps, caller, (work) => fileById(work, fileId));
  if (!file) return refuse('NOT_FOUND');
  try {
    const content = await deps.storage.open(caller.actor.clientId, Buffer.from(file.sha256, 'hex'));
    if (content) return done({ file, content });
    deps.log.error({ fileId }, 'stored file missing from storage');
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause, fileId }, 'stored file cannot be opened');
  }
  return refuse('SERVICE_UNAVAILABLE');
}
