/** Meta's WhatsApp Cloud API, from its public documentation; tested only against our sandbox. */
import { z } from 'zod';
import {
  callOutside,
  circuitBreaker,
  jsonOf,
  NoAnswer,
  type OutsideAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import type { WhatsAppMessage, WhatsAppPort, WhatsAppSent } from './port.ts';

export interface MetaOptions extends OutsideOptions {
  /** For example `https://graph.facebook.com`; the others may be null only with it. */
  readonly address: () => Promise<string | null>;
  readonly token: () => Promise<string | null>;
  readonly phoneId: () => Promise<string | null>;
  readonly number: () => Promise<string | null>;
  /** Name of the approved template. */
  readonly template: string;
}

const DEADLINE_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const VERSION = 'v23.0';
const LANGUAGE = 'es_MX';

/** Limits of calls and messages, and trouble on Meta's side: nothing was sent. */
const TEMPORARY: ReadonlySet<number> = new Set([4, 80007, 130429, 131016, 131048, 131056, 131057]);

const taken = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const refused = z.object({ error: z.object({ code: z.int() }) });

export function metaOver(options: MetaOptions): WhatsAppPort {
  const { deadlineMs = DEADLINE_MS, circuit = circuitBreaker(), template } = options;
  const post = async (message: object): Promise<WhatsAppSent> => {
    const [address, token, phoneId] = await Promise.all([options.address(), options.token(), options.phoneId()]);
    if (address === null || token === null || phoneId === null)
      return { kind: 'refused', reason: 'no WhatsApp is configured' };
    if (!circuit.allows()) return { kind: 'not-now', reason: 'WhatsApp keeps failing' };
    try {
      const answer = await callOutside({
        method: 'POST',
        url: new URL(`/${VERSION}/${phoneId}/messages`, address),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...message }),
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        isRepeatable: false,
      });
      const sent = sentOf(answer);
      circuit.record(answer.status < 500 && answer.status !== 401, `answered ${answer.status}`);
      return sent;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      circuit.record(false, 'no answer');
      return cause.isUnknown ? { kind: 'unknown' } : { kind: 'not-now', reason: 'WhatsApp cannot be reached' };
    }
  };
  return {
    number: options.number,
    send: (message) => post(bodyOf(message, template)),
    answer: (to, body) => post({ to, type: 'text', text: { preview_url: false, body } }),
  };
}

/** The outcome that an answer stands for. */
export function sentOf(answer: OutsideAnswer): WhatsAppSent {
  const json = jsonOf(answer);
  const ok = taken.safeParse(json);
  const [first] = ok.success ? ok.data.messages : [];
  if (answer.status === 200 && first) return { kind: 'accepted', providerId: first.id };
  const code = refused.safeParse(json).data?.error.code;
  const reason = code === undefined ? `status ${answer.status}` : `error ${code}`;
  if (code !== undefined && TEMPORARY.has(code)) return { kind: 'not-now', reason };
  if (answer.status === 429) return { kind: 'not-now', reason };
  // An answer that is neither, such as a page of a proxy, says nothing about the message.
  if (code === undefined || answer.status >= 500) return { kind: 'unknown' };
  return { kind: 'refused', reason };
}

const bodyOf = ({ id, to, title, body, address }: WhatsAppMessage, template: string) => ({
  to,
  type: 'template',
  biz_opaque_callback_data: id,
  template: {
    name: template,
    language: { code: LANGUAGE },
    components: [
      { type: 'body', parameters: [textOf(title), textOf(body)] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [textOf(address || '.')] },
    ],
  },
});

/** A placeholder has no line breaks, tabs or long runs of spaces. */
const textOf = (text: string) => ({ type: 'text', text: text.replace(/\s+/g, ' ').trim() });
