/** Tracking keys that count already: those of payments that did not arrive, and those under which their money came back. */
import { z } from 'zod';
import { decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

const backRow = z.object({ currency: z.enum(['MXN', 'USD']), amount: decimal, trackingKey: text });

/** The payment of the lender whose money came back under a key; null if none did. */
export async function cameBackUnder({ db }: WideWork, key: string): Promise<z.output<typeof backRow> | null> {
  const [found] = await rowsOf(db, backRow)`
    select currency, amount, tracking_key as "trackingKey" from returned_payments where reference = ${key} or recovery_reference = ${key} limit 1`;
  return found ?? null;
}

/**
 * Whether a key is that of a payment of the lender, which a person therefore cannot book under it: one that stands, or one that did not
 * arrive, since what is paid again has a key of its own. A key that was registered by mistake is free.
 */
export async function isPaymentKey({ db }: WideWork, key: string): Promise<boolean> {
  const rows = await rowsOf(db, z.object({}))`
    select from returned_payments where tracking_key = ${key} and not never_made
    union all select from sales where tracking_key = ${key}
    union all select from payouts where tracking_key = ${key} and reversed_at is null
    union all select from unidentified_payments where return_key = ${key}`;
  return rows.length > 0;
}
