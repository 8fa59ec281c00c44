/** Passkeys, by the browser's own dialogs. */
import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@anticipa/contract/passkeys';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

export const hasPasskeys = browserSupportsWebAuthn;

/** Asks for a new passkey; rejects if the person cancels. */
export async function makePasskey(options: NewPasskeyOptions): Promise<Passkey> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } };
}

/** Asks for a known passkey; rejects if the person cancels. */
export async function askPasskey(options: PasskeyOptions): Promise<Passkey> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Whether the person closed the browser's dialog, or it took too long. */
export const isCancelled = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError');
