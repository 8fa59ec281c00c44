import { createHash } from 'node:crypto';
import { z } from 'zod';
import { valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

export interface BankCall {
  readonly kind: 'state' | 'received';
  readonly body: Buffer;
  /** The subscriber that sent it. */
  readonly sender: string;
}

/**
 * Keeps a call of the bank as it came, for the worker; one that is kept already is not read again. False if too many of its
 * kind, or of its sender, wait: the bank sends it again later.
 */
export async function keepCall({ db, at }: WideWork, { kind, body, sender }: BankCall): Promise<boolean> {
  const payload = JSON.stringify({ digest: createHash('sha256').update(body).digest('base64') });
  const job = kind === 'received' ? 'received-call' : 'bank-call';
  const [kept] = await valuesOf(db, z.enum(['new', 'known', 'full']))`
    select kept, case kept when 'new' then enqueue_job(${job}, ${payload}::json) end
    from keep_bank_call(${kind}, ${body}, ${at}, ${sender}) as kept`;
  return kept !== 'full';
}
