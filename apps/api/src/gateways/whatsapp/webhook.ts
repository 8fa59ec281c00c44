/** Meta's calls to our webhook: the signature, and what they tell. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Whether a body has the signature of the app's secret. */
export function isSigned(secret: string, header: string, body: Buffer): boolean {
  const given = SIGNATURE.exec(header)?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(given, 'hex'));
}

const status = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});
const incoming = z.object({
  id: z.string(),
  from: z.string().regex(/^\d{8,15}$/),
  text: z.object({ body: z.string() }),
});
const news = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({ statuses: z.array(z.unknown()).default([]), messages: z.array(z.unknown()).default([]) }),
        }),
      ),
    }),
  ),
});

export interface WhatsAppNews {
  readonly states: readonly {
    readonly providerId: string;
    /** Our id of the message, if it came back. */
    readonly id: string | null;
    readonly state: 'sent' | 'delivered' | 'read' | 'failed';
    readonly code: number | null;
  }[];
  /** `id`: Meta's, which tells a text that it sends again. */
  readonly texts: readonly { readonly from: string; readonly text: string; readonly id: string }[];
}

const states = z.enum(['sent', 'delivered', 'read', 'failed']);

/** States and texts in a call; parts of other kinds, such as pictures, are left out. */
export function newsIn(json: unknown): WhatsAppNews {
  const values = news.safeParse(json).data?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? [];
  return {
    states: values.flatMap(({ statuses }) =>
      statuses.flatMap((one) => {
        const parsed = status.safeParse(one).data;
        const state = states.safeParse(parsed?.status).data;
        if (parsed === undefined || state === undefined) return [];
        const { id: providerId, biz_opaque_callback_data: id = null, errors } = parsed;
        return { providerId, id, state, code: errors?.[0]?.code ?? null };
      }),
    ),
    texts: values.flatMap(({ messages }) =>
      messages.flatMap((one) => {
        const parsed = incoming.safeParse(one).data;
        return parsed ? { from: parsed.from, text: parsed.text.body, id: parsed.id } : [];
      }),
    ),
  };
}
