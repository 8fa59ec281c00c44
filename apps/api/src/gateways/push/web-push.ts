/** Web push (RFC 8030) to the services of the browsers, with a key of the lender (VAPID). */
import { callOutside, circuitBreaker, NoAnswer, type OutsideOptions } from '../../platform/outside/outside-call.ts';
import { encrypted, publicKeyOf, senderHeader } from './encryption.ts';
import { isPushService } from './endpoint.ts';
import type { PushNotification, PushPort, PushSent, PushSubscription } from './port.ts';

export interface WebPushOptions extends OutsideOptions {
  /** The private key in base64url; null without push. */
  readonly privateKey: () => Promise<string | null>;
  /** The address at which the lender can be asked about its messages. */
  readonly subject: string;
  /** Origin of the demo's stand-in; null in production. */
  readonly sandbox: () => Promise<string | null>;
}

const DEADLINE_MS = 10_000;
/** Services take tokens of up to a day. */
const TOKEN_MS = 12 * 3_600_000;
/** A service keeps a notification so long for a browser that is off. */
const KEPT_SECONDS = 86_400;
const MAX_ANSWER_BYTES = 16 * 1024;

export function webPushOver(options: WebPushOptions): PushPort {
  const { deadlineMs = DEADLINE_MS, circuit = circuitBreaker(), subject } = options;
  const send = async (to: PushSubscription, notification: PushNotification): Promise<PushSent> => {
    const [privateKey, sandbox] = await Promise.all([options.privateKey(), options.sandbox()]);
    if (privateKey === null || !isPushService(to.endpoint, sandbox)) return { kind: 'gone' };
    if (!circuit.allows()) return { kind: 'failed', reason: 'push keeps failing' };
    const url = new URL(to.endpoint);
    try {
      const until = new Date(Date.now() + TOKEN_MS);
      const { status } = await callOutside({
        method: 'POST',
        url,
        headers: {
          authorization: senderHeader(privateKey, { audience: url.origin, subject, until }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_SECONDS),
        },
        body: encrypted(to, Buffer.from(JSON.stringify(notification))),
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        isRepeatable: false,
      });
      circuit.record(status < 500, `answered ${status}`);
      if (status === 404 || status === 410) return { kind: 'gone' };
      return status >= 200 && status < 300 ? { kind: 'sent' } : { kind: 'failed', reason: `status ${status}` };
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      circuit.record(false, 'no answer');
      return { kind: 'failed', reason: 'no answer' };
    }
  };
  return {
    key: async () => {
      const privateKey = await options.privateKey();
      return privateKey === null ? null : publicKeyOf(privateKey);
    },
    send,
  };
}
