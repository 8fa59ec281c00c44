/** Signed addresses: a program uploads one file to each without a session of its own. See docs/decisions/0040. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { signedUrl, type uploadToSignedUrl } from '@anticipa/contract/files';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { hasSaleRight } from '@anticipa/domain/sale-right';
import { sql } from 'kysely';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { addressKey } from '../../platform/db/roles.ts';
import type { Address } from '../../platform/http/http.ts';
import type { Caller, ClientId } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { invoiceOfFile } from '../invoices/queries.ts';
import { consumeQuotaSql } from '../quota/daily-use.ts';
import { sessionById } from '../session/gate.ts';
import { storedName, uploadFile } from './commands.ts';
import type { UploadAnswer } from './enter-file.ts';
import { fileNamedSince } from './queries.ts';

const LIFE_MS = 15 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Permission of an address: one name, in the name of one session, until an instant. */
interface Permit {
  readonly sessionId: string;
  readonly filename: string;
  /** Milliseconds since 1970. */
  readonly expires: string;
}

const signatureOf = ({ config }: Deps, { sessionId, filename, expires }: Permit): Buffer =>
  createHmac('sha256', addressKey(config.signIn?.urlOf(config.directUrl) ?? config.directUrl))
    .update(JSON.stringify(['PUT', sessionId, filename, expires]))
    .digest();

/**
 * An address of the bucket for one file of this size, counted per client and day: the bucket takes it without asking us. An
 * address of the portal if there is no bucket or no size.
 */
export async function signedAddress(
  deps: Deps,
  caller: Caller,
  { filename, sha256, size }: QueryOf<typeof signedUrl>,
): Promise<Outcome<ResponseOf<typeof signedUrl>>> {
  const { sessionId, clientId } = caller.actor;
  const { incoming } = deps.storage;
  if (incoming && size !== undefined) {
    if (!(await isWithinDay(deps, clientId, size))) return refuse('DAILY_LIMIT_REACHED');
    const key = `${clientId}/${randomUUID()}`;
    const hash = sha256 === undefined ? null : Buffer.from(sha256, 'hex');
    return done({ signedUrl: await incoming.address(key, { seconds: LIFE_MS / 1000, size, sha256: hash }), key });
  }
  const expires = String(deps.clock.now().getTime() + LIFE_MS);
  const signature = signatureOf(deps, { sessionId, filename, expires }).toString('base64url');
  const query = new URLSearchParams({ filename, expires, signature });
  return done({
    signedUrl: `${deps.config.baseUrl}/api/storage/${sessionId}?${query}`,
    key: [sessionId, expires, filename].join('/'),
  });
}

/** Counts an address of the bucket, with the limits of uploads. */
async function isWithinDay({ db, clock, config }: Deps, clientId: ClientId, size: number): Promise<boolean> {
  const used = consumeQuotaSql(clock.today(), {
    'signed-addresses': { amount: 1, limit: config.uploadFilesPerDay },
    'signed-bytes': { amount: size, limit: config.uploadMegabytesPerDay * 1e6 },
  });
  const query = sql<{ is_within: boolean | null }>`select ${used} as is_within`;
  const [found] = await db.runOnce({ as: 'tenant', clientId }, query, { isLossy: true });
  return found?.is_within === true;
}

/** Whether the portal has given out this address and it has not expired. */
export function isSignedAddress(deps: Deps, { params, query }: Address<typeof uploadToSignedUrl>): boolean {
  const expected = signatureOf(deps, { ...params, ...query });
  const isSigned = timingSafeEqual(expected, Buffer.from(query.signature, 'base64url'));
  return isSigned && Number(query.expires) > deps.clock.now().getTime();
}

/** Uploads a file to a signed address as the user of the session that asked for it, unless it has ended. */
export async function uploadToAddress(
  deps: Deps,
  caller: Caller<null>,
  { sessionId, filename, bytes }: Pick<Permit, 'sessionId' | 'filename'> & { readonly bytes: Buffer },
): Promise<Outcome<UploadAnswer>> {
  const session = await sessionById(deps, sessionId);
  if (session?.actor.kind !== 'client' || session.mustChangePassword) return refuse('INVALID_REQUEST');
  if (session.actor.isReadOnly) return refuse('CLIENT_CLOSED');
  if (!hasSaleRight(session.actor.saleRight, signedUrl.right)) return refuse('RIGHT_NEEDED');
  return uploadFile(deps, { ...caller, actor: session.actor }, { fileName: filename, bytes });
}

/**
 * Uploads the file that the client put to a bucket's address. For an address of the portal, answers the record made
 * when the file arrived.
 */
export async function uploadIncoming(
  deps: Deps,
  caller: Caller,
  { fileName, key }: { readonly fileName: string; readonly key: string },
): Promise<Outcome<UploadAnswer>> {
  const { incoming } = deps.storage;
  if (!incoming || OWN_KEY.test(key)) return recordOfAddress(deps, caller, key);
  const [clientId, upload = '', ...rest] = key.split('/');
  // The whole form: in an address, dots and escapes lead to other clients' files.
  if (clientId !== caller.actor.clientId || !UUID.test(upload) || rest.length > 0) return refuse('NOT_FOUND');
  try {
    const bytes = await incoming.read(key);
    return bytes ? await uploadFile(deps, caller, { fileName, bytes }) : refuse('NOT_FOUND');
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    return refuse('SERVICE_UNAVAILABLE');
  }
}

const OWN_KEY = /^([0-9a-f-]{36})\/(\d{13})\/(.+)$/s;

async function recordOfAddress(deps: Deps, caller: Caller, key: string): Promise<Outcome<UploadAnswer>> {
  const [, sessionId, expires, filename = ''] = OWN_KEY.exec(key) ?? [];
  if (sessionId !== caller.actor.sessionId) return refuse('NOT_FOUND');
  const since = new Date(Number(expires) - LIFE_MS);
  return runAs(deps, caller, async (work): Promise<Outcome<UploadAnswer>> => {
    const doc = await fileNamedSince(work, storedName(filename), since);
    if (doc === undefined) return refuse('NOT_FOUND');
    const invoice = (await invoiceOfFile(work, doc.fileId)) ?? null;
    return done({ doc, outcome: invoice === null ? 'refused' : 'existing', invoice });
  });
}
