/** Uploads: stores the file and, if valid, creates an invoice. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CfdiFields } from '@anticipa/cfdi/read';
import type { CfdiVerdict } from '@anticipa/cfdi/verify';
import type { FileRecord, uploadFile as uploadRoute } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { isPossibleStampTime, noTaxAnswer } from '@anticipa/domain/invoice-entry';
import { type Currency, currencies } from '@anticipa/domain/money';
import type { FileMotive } from '@anticipa/domain/motives';
import { FAILED_FILES_RECEIVER, receiverKey } from '@anticipa/domain/receiver';
import { formatFolio } from '@anticipa/texts/format';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { type AuditEntry, auditRow, writeAudit } from '../../lib/audit.ts';
import type { Deps } from '../../lib/deps.ts';
import { notification } from '../../lib/live/events.ts';
import type { Caller } from '../../lib/session/context.ts';
import { attemptAs, runAs } from '../../lib/transaction.ts';
import type { ClientWork } from '../../lib/work.ts';
import { type Entered, enterInvoice } from '../invoices/enter.ts';
import { invoicesById } from '../invoices/queries.ts';
import type { NamedReceiver } from '../invoices/receivers.ts';
import { reportListedIssuers } from '../invoices/recheck.ts';
import { fileById, toFileRecord } from './queries.ts';
import { admitUpload } from './quota.ts';

export type UploadAnswer = ResponseOf<typeof uploadRoute>;

/** Maximum length of a CFDI's texts; the tax authority's schema allows less. */
const MAX_TEXT = 300;
const MAX_TAX_ID = 100;
/** As in the contract; decomposing turns some syllables into three characters. */
const MAX_RECEIVER_KEY = 700;
const MAX_STORED_NAME = 300;
/** In cents; keeps every realistic sum within numeric(18,2). */
const MAX_TOTAL = 10n ** 13n;

interface Upload {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Why its invoice is not the one that the caller means, so that nothing is recorded; null if it is. */
  readonly problemOf?: (invoice: Invoice) => Refused | null;
}

interface StoredUpload {
  readonly fileId: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** A CFDI whose fields all fit the portal. */
type SupportedCfdi = CfdiFields & { readonly currency: Currency };

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
  const verdict = await verdictOn(deps, caller, fileName, bytes);
  if (verdict === 'busy') return refuse('SERVICE_UNAVAILABLE');
  // Storage and tax authority are independent, so run both concurrently.
  const [sha256, taxAnswer] = await Promise.all([
    storeFile(deps, caller.actor.clientId, bytes),
    verdict.ok ? deps.taxStatus.check(verdict.cfdi) : noTaxAnswer,
  ]);
  if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
  const upload = { fileId: randomUUID(), fileName: storedName(fileName), size: bytes.length, sha256 };
  return attemptAs(deps, caller, async (work) => {
    if (!verdict.ok) return done(await recordRejected(work, upload, verdict.motive));
    const receiver = receiverOf(verdict.cfdi);
    const { fileId } = upload;
    const { cfdi, isStampVerified } = verdict;
    const taxStatus = taxAnswer.status;
    const entered = await enterInvoice(work, { fileId, cfdi, isStampVerified, receiver, taxStatus });
    if (!entered.ok) return entered;
    if (taxAnswer.isIssuerListed) await reportListedIssuers(work, [{ issuerRfc: cfdi.issuer.rfc }]);
    const answer = await recordEntered(work, upload, entered.value, receiver.rfc);
    return problemOf(answer.invoice) ?? done(answer);
  });
}

type SupportedVerdict =
  | { readonly ok: true; readonly cfdi: SupportedCfdi; readonly isStampVerified: boolean }
  | { readonly ok: false; readonly motive: FileMotive };

async function verdictOn(
  deps: Deps,
  caller: Caller,
  fileName: string,
  bytes: Buffer,
): Promise<SupportedVerdict | 'busy'> {
  if (!/\.xml$/i.test(fileName.trim())) return { ok: false, motive: 'FILE_NOT_XML' };
  const verdict = await deps.reader.read(bytes, caller.actor.rfc);
  return verdict === 'busy' ? verdict : toSupportedCfdi(verdict, deps.clock.now());
}

/** Strips invisible format characters: they can make a folio or name render differently from its stored value. */
const stripInvisible = (cfdi: CfdiFields): CfdiFields => {
  const seen = (text: string | null): string | null => text?.replace(/\p{Cf}+/gu, '') || null;
  const { receiver } = cfdi;
  return {
    ...cfdi,
    series: seen(cfdi.series),
    folio: seen(cfdi.folio),
    receiver: { ...receiver, name: seen(receiver.name) },
  };
};

function toSupportedCfdi(verdict: CfdiVerdict, now: Date): SupportedVerdict {
  if (!verdict.ok) return verdict;
  const isStampVerified = !verdict.isStampPending;
  // The time of an unverified stamp proves nothing, but an impossible one proves a forgery.
  if (!isStampVerified && !isPossibleStampTime(verdict.cfdi, now)) return { ok: false, motive: 'STAMP_BROKEN' };
  const cfdi = stripInvisible(verdict.cfdi);
  const receiver = receiverOf(cfdi);
  const isTooLong =
    Math.max(formatFolio({ serie: cfdi.series, folio: cfdi.folio }).length, receiver.name.length) > MAX_TEXT ||
    (receiver.taxId?.length ?? 0) > MAX_TAX_ID ||
    receiverKey(receiver).length > MAX_RECEIVER_KEY;
  if (isTooLong || cfdi.totalCents > MAX_TOTAL) return { ok: false, motive: 'CFDI_FIELDS_INVALID' };
  const currency = currencies.find((known) => known === cfdi.currency);
  return currency
    ? { ok: true, cfdi: { ...cfdi, currency }, isStampVerified }
    : { ok: false, motive: 'CURRENCY_UNSUPPORTED' };
}

/** The stored file's hash; null if storage is unavailable. */
async function storeFile(deps: Deps, clientId: string, bytes: Buffer): Promise<Buffer | null> {
  try {
    return await deps.storage.put(clientId, bytes);
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause }, 'upload could not be stored');
    return null;
  }
}

/** The file name as stored; downloads sanitise it further. */
export const storedName = (fileName: string): string =>
  [...fileName.toWellFormed().replaceAll('\0', '')].slice(0, MAX_STORED_NAME).join('').slice(0, MAX_STORED_NAME) || '?';

/** In version 3.3 the receiver's name is optional. */
const receiverOf = ({ receiver }: CfdiFields): NamedReceiver => ({
  rfc: receiver.rfc,
  name: receiver.name ?? receiver.rfc,
  taxId: receiver.taxId,
});

async function recordRejected(work: ClientWork, upload: StoredUpload, motive: FileMotive): Promise<UploadAnswer> {
  const doc = await recordRefused(work, upload, motive, { motive });
  return { doc, outcome: 'refused', invoice: null };
}

async function recordEntered(
  work: ClientWork,
  upload: StoredUpload,
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

const fileRow = (
  { tenant, actor, at }: ClientWork,
  { fileId, fileName, size, sha256 }: StoredUpload,
  receiverRfc: string,
) => ({
  client_id: tenant,
  file_id: fileId,
  file_name: fileName,
  file_type: 'text/xml',
  size,
  sha256,
  receiver_rfc: receiverRfc,
  uploaded_by: actor.userId,
  created_at: at,
});

interface EntryDetails {
  readonly documentId: string;
  readonly outcome: Entered['outcome'];
}

/** Records the file of a new or restored invoice, audits it and notifies the client's screens, in one statement. */
async function recordStored(
  work: ClientWork,
  upload: StoredUpload,
  receiverRfc: string,
  details: EntryDetails,
): Promise<FileRecord> {
  const row = fileRow(work, upload, receiverRfc);
  await work.db
    .with('stored', (query) => query.insertInto('files').values(row))
    .with('audited', (query) => query.insertInto('audit').values(auditRow(work, uploadEntry(upload, details))))
    .selectNoFrom(notification(work, 'invoices', details.documentId).as('notified'))
    .execute();
  return toFileRecord({ ...row, motive: null, rfc: work.actor.rfc });
}

/** Records a refused file and audits it; one refused before is kept under its id, as of now. */
async function recordRefused(
  work: ClientWork,
  upload: StoredUpload,
  motive: FileMotive,
  details: EntryDetails | { readonly motive: FileMotive },
): Promise<FileRecord> {
  const row = { ...fileRow(work, upload, FAILED_FILES_RECEIVER), motive };
  const { uploaded_by, created_at } = row;
  const kept = await work.db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'sha256', 'file_name'])
        .where('motive', 'is not', null)
        .doUpdateSet({ motive, uploaded_by, created_at }),
    )
    .returning('file_id')
    .executeTakeFirstOrThrow();
  await writeAudit(work, uploadEntry({ ...upload, fileId: kept.file_id }, details));
  return toFileRecord({ ...row, ...kept, rfc: work.actor.rfc });
}

const uploadEntry = ({ fileId, sha256 }: StoredUpload, details: object): AuditEntry => ({
  action: 'file.upload',
  subject: `file:${fileId}`,
  details: { sha256: sha256.toString('hex'), ...details },
});

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
