/** Signed addresses: a program uploads one file to each without a session of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { signedUrl, uploadToSignedUrl } from '@anticipa/contract/files';
import type { ResponseOf } from '@anticipa/contract/route';
import { type Outcome, refuse } from '@anticipa/domain/errors';
import { addressKey } from '../../lib/db/roles.ts';
import type { Deps } from '../../lib/deps.ts';
import type { Address } from '../../lib/http/http.ts';
import type { Caller } from '../../lib/session/context.ts';
import { sessionById } from '../../lib/session/gate.ts';
import { type UploadAnswer, uploadFile } from './commands.ts';

const LIFE_MS = 15 * 60_000;

/** What an address permits: one name, in the name of one session, until an instant. */
interface Permit {
  readonly sessionId: string;
  readonly filename: string;
  /** Milliseconds since 1970. */
  readonly expires: string;
}

const signatureOf = ({ config }: Deps, { sessionId, filename, expires }: Permit): Buffer =>
  createHmac('sha256', addressKey(config.directUrl))
    .update(JSON.stringify(['PUT', sessionId, filename, expires]))
    .digest();

export function signedAddress(deps: Deps, { actor }: Caller, filename: string): ResponseOf<typeof signedUrl> {
  const { sessionId } = actor;
  const expires = String(deps.clock.now().getTime() + LIFE_MS);
  const signature = signatureOf(deps, { sessionId, filename, expires }).toString('base64url');
  const query = new URLSearchParams({ filename, expires, signature });
  return {
    signedUrl: `${deps.config.baseUrl}/api/storage/${sessionId}?${query}`,
    key: `${sessionId}/${filename}`,
  };
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
  return uploadFile(deps, { ...caller, actor: session.actor }, { fileName: filename, bytes });
}
