/** The only writes to constancias. */
import { sql, type Updateable } from 'kysely';
import type { Constancia } from '../../gateways/conservation/port.ts';
import type { DB } from '../../lib/db/schema.ts';
import { announce } from '../../lib/live/events.ts';
import type { WideWork, Work } from '../../lib/work.ts';

const MINUTE_MS = 60_000;
/** Longer than the calls of an attempt. A dead worker's claim ends after it. */
const CLAIM_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
const MAX_ERROR = 500;

/** Has an accepted contract certified, once, after the commit. */
export async function requestConstancia({ db, tenant, at }: Work, termsHash: string): Promise<void> {
  await sql`
    with requested as (
      insert into constancias (client_id, terms_hash, requested_at, due_at)
      values (${tenant}, ${termsHash}, ${at}, ${at}) on conflict do nothing returning client_id, terms_hash
    )
    select enqueue_job('conserve-contract', json_build_object('clientId', client_id, 'termsHash', terms_hash))
    from requested`.execute(db);
}

interface Claim {
  /** Whether the provider may have the hash already. */
  readonly wasSent: boolean;
  readonly attempts: number;
}

/** Takes the next attempt if it is due; null otherwise. */
export async function claimConstancia({ db, tenant, at }: Work, termsHash: string): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    with due as (
      select client_id, terms_hash, sent_at from constancias
      where client_id = ${tenant} and terms_hash = ${termsHash} and token is null and due_at <= ${at} for update
    )
    update constancias set
      sent_at = coalesce(due.sent_at, ${at}),
      attempts = constancias.attempts + 1,
      -- Only what has failed can be made due: an attempt that is being made cannot.
      last_error = null,
      due_at = ${new Date(at.getTime() + CLAIM_MS)}
    from due where constancias.client_id = due.client_id and constancias.terms_hash = due.terms_hash
    returning due.sent_at is not null as "wasSent", constancias.attempts`.execute(db);
  return rows[0] ?? null;
}

export async function storeConstancia(work: Work, termsHash: string, constancia: Constancia): Promise<void> {
  const { token, providerId, issuedAt, chain } = constancia;
  const pem = chain.map(String).join('');
  await change(work, termsHash, { token, provider_id: providerId, issued_at: issuedAt, chain: pem, last_error: null });
  await announce(work, 'sales', []);
}

/** Plans the next attempt, later after each. */
export async function postponeConstancia(
  work: Work,
  termsHash: string,
  attempts: number,
  error: string,
): Promise<void> {
  const pause = Math.min(MINUTE_MS * 2 ** Math.min(attempts, 12), LONGEST_PAUSE_MS);
  const due = new Date(work.at.getTime() + pause);
  await change(work, termsHash, { due_at: due, last_error: error.slice(0, MAX_ERROR) });
}

/** Makes what has failed due now. */
export async function makeConstanciasDue({ db, at }: WideWork): Promise<void> {
  await db
    .updateTable('constancias')
    .set({ due_at: at })
    .where('token', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>', at)
    .execute();
}

async function change({ db, tenant }: Work, termsHash: string, columns: Updateable<DB['constancias']>): Promise<void> {
  await db
    .updateTable('constancias')
    .set(columns)
    .where('client_id', '=', tenant)
    .where('terms_hash', '=', termsHash)
    .where('token', 'is', null)
    .execute();
}
