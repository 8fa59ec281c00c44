import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WideWork } from '../../lib/work.ts';

/** Keeps a call of the bank as it came, for the worker; one that is kept already is not read again. */
export async function keepCall({ db, at }: WideWork, kind: 'state' | 'received', body: Buffer): Promise<void> {
  const payload = JSON.stringify({ digest: createHash('sha256').update(body).digest('base64') });
  const job = kind === 'received' ? 'received-call' : 'bank-call';
  await sql`select enqueue_job(${job}, ${payload}::json) where keep_bank_call(${kind}, ${body}, ${at})`.execute(db);
}
