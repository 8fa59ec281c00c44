/** Uploads: from a file in a request to a stored file and, when it is sound, an invoice. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CfdiFields } from '@anticipa/cfdi/read';
import type { CfdiVerdict } from '@anticipa/cfdi/verify';
import type { FileRecord, uploadFile as uploadRoute } from '@anticipa/contract/files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { type Currency, currencies } from '@anticipa/domain/money';
import type { FileMotive } from '@anticipa/domain/motives';
import { FAILED_FILES_RECEIVER, receiverKey } from '@anticipa/domain/receiver';
import { formatFolio } from '@anticipa/texts/format';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { writeAudit } from '../../lib/audit.ts';
import type { Deps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import type { Caller } from '../../lib/session/context.ts';
import { attemptAs, runAs } from '../../lib/transaction.ts';
import type { ClientWork } from '../../lib/work.ts';
import { type Entered, enterInvoice } from '../invoices/enter.ts';
import { invoicesById } from '../invoices/queries.ts';
import { ensureCompany, type NamedReceiver } from '../invoices/receivers.ts';
import { fileById, hasActiveProduct, toFileRecord } from './queries.ts';

export type UploadAnswer = ResponseOf<typeof uploadRoute>;

/** Longest texts of a CFDI that the portal keeps; the tax authority's schema allows less. */
const MAX_TEXT = 300;
const MAX_TAX_ID = 100;
/** Of the contract; without accents a syllable of some alphabets becomes three letters. */
const MAX_RECEIVER_KEY = 700;
const MAX_STORED_NAME = 300;
/** Largest total in cents, a hundred thousand million: as many invoices as anybody has still add up to an amount of 16 digits. */
const MAX_TOTAL = 10n ** 13n;

/** The file as it will be stored. */
interface StoredUpload {
  readonly fileId: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** A CFDI whose every field the portal can hold and show. */
type Holdable = CfdiFields & { readonly currency: Currency };

/**
 * Takes one uploaded file. It is stored whatever it is; a CFDI that verifies becomes an invoice of the session's client,
 * also when the lender won't finance it, and anything else is kept with the motive of the first check that it fails.
 */
export async function uploadFile(
  deps: Deps,
  caller: Caller,
  input: BodyOf<typeof uploadRoute>,
): Promise<Outcome<UploadAnswer>> {
  if (!(await runAs(deps, caller, hasActiveProduct))) return refuse('PRODUCT_INACTIVE');
  const bytes = Buffer.from(input.fileData, 'base64');
  const verdict = await verdictOn(deps, caller, input.fileName, bytes);
  if (verdict === 'busy') return refuse('SERVICE_UNAVAILABLE');
  // The store and the tax authority wait for different things.
  const [sha256, taxStatus] = await Promise.all([
    keep(deps, caller.actor.clientId, bytes),
    verdict.ok ? deps.taxStatus.check(verdict.cfdi) : ('unreachable' as const),
  ]);
  if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
  const upload = { fileId: randomUUID(), fileName: storedName(input.fileName), size: bytes.length, sha256 };
  return attemptAs(deps, caller, async (work) => {
    if (!verdict.ok) return done(await recordRejected(work, upload, verdict.motive));
    const receiver = receiverOf(verdict.cfdi);
    const company = await ensureCompany(work, receiver);
    if (!company.isProductOn) return refuse('PRODUCT_INACTIVE');
    const { fileId } = upload;
    const entered = await enterInvoice(work, { fileId, cfdi: verdict.cfdi, receiver, company, taxStatus });
    return done(await recordEntered(work, upload, entered, receiver.rfc));
  });
}

type HoldableVerdict =
  | { readonly ok: true; readonly cfdi: Holdable }
  | { readonly ok: false; readonly motive: FileMotive };

async function verdictOn(
  deps: Deps,
  caller: Caller,
  fileName: string,
  bytes: Buffer,
): Promise<HoldableVerdict | 'busy'> {
  if (!/\.xml$/i.test(fileName.trim())) return { ok: false, motive: 'FILE_NOT_XML' };
  const verdict = await deps.reader.read(bytes, caller.actor.rfc);
  return verdict === 'busy' ? verdict : holdable(verdict);
}

/** Without what nobody sees, which could make a contract or a list show other figures than it has. */
const legible = (cfdi: CfdiFields): CfdiFields => {
  const seen = (text: string | null): string | null => text?.replace(/\p{Cf}+/gu, '') || null;
  const { receiver } = cfdi;
  return {
    ...cfdi,
    series: seen(cfdi.series),
    folio: seen(cfdi.folio),
    receiver: { ...receiver, name: seen(receiver.name) },
  };
};

function holdable(verdict: CfdiVerdict): HoldableVerdict {
  if (!verdict.ok) return verdict;
  const cfdi = legible(verdict.cfdi);
  const receiver = receiverOf(cfdi);
  const isTooLong =
    Math.max(formatFolio({ serie: cfdi.series, folio: cfdi.folio }).length, receiver.name.length) > MAX_TEXT ||
    (receiver.taxId?.length ?? 0) > MAX_TAX_ID ||
    receiverKey(receiver).length > MAX_RECEIVER_KEY;
  if (isTooLong || cfdi.totalCents > MAX_TOTAL) return { ok: false, motive: 'CFDI_FIELDS_INVALID' };
  const currency = currencies.find((known) => known === cfdi.currency);
  return currency ? { ok: true, cfdi: { ...cfdi, currency } } : { ok: false, motive: 'CURRENCY_UNSUPPORTED' };
}

/** The stored file's hash; null when the store cannot take it now. */
async function keep(deps: Deps, clientId: string, bytes: Buffer): Promise<Buffer | null> {
  try {
    return await deps.storage.put(clientId, bytes);
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause }, 'an upload could not be stored');
    return null;
  }
}

/** What the database can hold of a name; how a download is named is another matter. */
const storedName = (fileName: string): string =>
  [...fileName.toWellFormed().replaceAll('\0', '')].slice(0, MAX_STORED_NAME).join('').slice(0, MAX_STORED_NAME) || '?';

/** A 3.3 invoice need not name its receiver. */
const receiverOf = ({ receiver }: CfdiFields): NamedReceiver => ({
  rfc: receiver.rfc,
  name: receiver.name ?? receiver.rfc,
  taxId: receiver.taxId,
});

async function recordRejected(work: ClientWork, upload: StoredUpload, motive: FileMotive): Promise<UploadAnswer> {
  const doc = await insertFile(work, upload, FAILED_FILES_RECEIVER, motive);
  await auditUpload(work, upload, { motive });
  return { doc, outcome: 'refused', invoice: null };
}

async function recordEntered(
  work: ClientWork,
  upload: StoredUpload,
  { documentId, outcome }: Entered,
  receiverRfc: string,
): Promise<UploadAnswer> {
  const isKnown = outcome === 'existing';
  const doc = isKnown
    ? await insertFile(work, upload, FAILED_FILES_RECEIVER, 'ALREADY_UPLOADED')
    : await insertFile(work, upload, receiverRfc, null);
  await auditUpload(work, upload, { documentId, outcome });
  if (!isKnown) await announce(work, 'invoices', [documentId]);
  const [invoice] = await invoicesById(work, [documentId]);
  if (!invoice) throw new Error('an invoice that entered cannot be read');
  return { doc, outcome, invoice };
}

async function insertFile(
  { db, tenant, actor, at }: ClientWork,
  { fileId, fileName, size, sha256 }: StoredUpload,
  receiverRfc: string,
  motive: FileMotive | null,
): Promise<FileRecord> {
  const row = {
    client_id: tenant,
    file_id: fileId,
    file_name: fileName,
    size,
    sha256,
    receiver_rfc: receiverRfc,
    motive,
    uploaded_by: actor.userId,
    created_at: at,
  };
  await db
    .insertInto('files')
    .values({ ...row, file_type: 'text/xml' })
    .execute();
  return toFileRecord({ ...row, rfc: actor.rfc });
}

const auditUpload = (work: ClientWork, { fileId, sha256 }: StoredUpload, details: Readonly<Record<string, string>>) =>
  writeAudit(work, {
    action: 'file.upload',
    subject: `file:${fileId}`,
    details: { sha256: sha256.toString('hex'), ...details },
  });

export interface Download {
  readonly file: FileRecord;
  readonly content: Readable;
}

/** A file of the client with its original bytes. */
export async function openDownload(deps: Deps, caller: Caller, fileId: string): Promise<Outcome<Download>> {
  const file = await runAs(deps, caller, (work) => fileById(work, fileId));
  if (!file) return refuse('NOT_FOUND');
  try {
    const content = await deps.storage.open(caller.actor.clientId, Buffer.from(file.sha256, 'hex'));
    if (content) return done({ file, content });
    deps.log.error({ fileId }, 'a stored file has lost its bytes');
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause, fileId }, 'a stored file cannot be opened');
  }
  return refuse('SERVICE_UNAVAILABLE');
}
