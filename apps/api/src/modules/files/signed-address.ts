/** Addresses to which a program uploads a file with nothing but the address. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { signedUrl, uploadToSignedUrl } from '@anticipa/contract/files';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { type Outcome, refuse } from '@anticipa/domain/errors';
import { addressKey } from '../../lib/db/roles.ts';
import type { Deps } from '../../lib/deps.ts';
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

/** Uploads a file as the user of the session that asked for the address, unless it has ended. */
export async function uploadToAddress(
  deps: Deps,
  caller: Caller<null>,
  {
    sessionId,
    filename,
    expires,
    signature,
    bytes,
  }: QueryOf<typeof uploadToSignedUrl> & Permit & { readonly bytes: Buffer },
): Promise<Outcome<UploadAnswer>> {
  const isSigned = timingSafeEqual(
    signatureOf(deps, { sessionId, filename, expires }),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || Number(expires) <= deps.clock.now().getTime()) return refuse('INVALID_REQUEST');
  const session = await sessionById(deps, sessionId);
  if (session?.actor.kind !== 'client' || session.mustChangePassword) return refuse('INVALID_REQUEST');
  return uploadFile(deps, { ...caller, actor: session.actor }, { fileName: filename, bytes });
}
