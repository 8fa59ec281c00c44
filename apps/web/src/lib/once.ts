/** Calls that move money: their key is kept until the server has answered, so that no retry repeats the effect. */
import type { ErrorCode } from '@anticipa/domain/errors';
import { ApiRefusal, newUuid } from './api-client.ts';
import { tabTexts } from './tab-texts.ts';

const PREFIX = 'key';
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 600;

/** Storage of the keys. */
export type KeyStore = typeof tabTexts;

/** Whether the outcome is unknown, or the same call may succeed later. A garbled answer counts as none. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof ApiRefusal) || error.status >= 500 || error.code === 'REQUEST_IN_PROGRESS';

/** Refused before the call was processed: an earlier attempt may still have taken effect. */
const atTheGate: ReadonlySet<string> = new Set<ErrorCode>(['NO_SESSION', 'TOO_MANY_REQUESTS']);

/** Whether an error of {@link once} leaves the outcome unknown. */
export const isUnanswered = (error: unknown): boolean =>
  isOpen(error) || (error instanceof ApiRefusal && atTheGate.has(error.code));

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs `send`, and again a few times while it is unanswered: only for calls that have no further effect. */
export async function repeat<T>(send: () => Promise<T>, pause = wait): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isOpen(error) || attempt >= ATTEMPTS) throw error;
      await pause(FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}

/** Repeats `send` with one key per action and content, the same after a reload, until the outcome is known. */
export async function once<T>(
  action: { readonly name: string; readonly content: unknown },
  send: (idempotencyKey: string) => Promise<T>,
  environment: { readonly keys: KeyStore; readonly pause: typeof wait } = { keys: tabTexts, pause: wait },
): Promise<T> {
  const { keys, pause } = environment;
  const slot = `${PREFIX}.${action.name}.${digest(JSON.stringify(action.content))}`;
  const key = keys.getItem(slot) ?? newUuid();
  keys.setItem(slot, key);
  try {
    const answer = await repeat(() => send(key), pause);
    keys.removeItem(slot);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) keys.removeItem(slot);
    throw error;
  }
}

/** FNV-1a over the text, 64 bits; an identifier, not a security measure. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(36);
}
