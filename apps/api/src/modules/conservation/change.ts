/** The only writes to constancias. */
import { sql, type Updateable } from 'kysely';
import type { Receipt, Received } from '../../gateways/conservation/port.ts';
import type { DB } from '../../platform/db/schema.ts';
import { announce } from '../../platform/live/events.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { putNotice } from '../notices/put.ts';

const MINUTE_MS = 60_000;
/** Longer than the calls of an attempt. A dead worker's claim ends after it. */
const CLAIM_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
const MAX_ERROR = 500;
/** More may each have bought one without our knowledge; a person at the desk decides about further ones. */
const MOST_ORDERS = 5;

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

export interface Claim {
  /** Earlier calls that may have bought one. */
  readonly orders: number;
  readonly attempts: number;
  /** Stamp that was received, although it was not valid then. */
  readonly received: Received | null;
}

/** Takes the next attempt if it is due; null otherwise. */
export async function claimConstancia({ db, tenant, at }: Work, termsHash: string): Promise<Claim | null> {
  const row = await db
    .updateTable('constancias')
    .set((set) => ({
      attempts: set('attempts', '+', 1),
      // Only a failed attempt can be made due; a running one cannot.
      last_error: null,
      due_at: new Date(at.getTime() + CLAIM_MS),
    }))
    .where('client_id', '=', tenant)
    .where('terms_hash', '=', termsHash)
    .where('issued_at', 'is', null)
    .where('due_at', '<=', at)
    .returning(['orders', 'attempts', 'provider_id as providerId', 'token'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { providerId, token, ...claim } = row;
  return { ...claim, received: providerId === null || token === null ? null : { providerId, token } };
}

/** Records that a constancia is about to be ordered; false if it must not be, or not again. */
export async function recordOrder({ db, tenant }: Work, termsHash: string): Promise<boolean> {
  const row = await db
    .updateTable('constancias')
    .set((set) => ({ orders: set('orders', '+', 1) }))
    .where('client_id', '=', tenant)
    .where('terms_hash', '=', termsHash)
    .where('token', 'is', null)
    .where('orders', '<', MOST_ORDERS)
    .returning('orders')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what the provider issued, with the verdict; it is a constancia only if it is valid. */
export async function storeReceipt(work: Work, termsHash: string, { stamp, ...receipt }: Receipt): Promise<void> {
  const { token, providerId, verdict } = receipt;
  const proof = stamp && { issued_at: stamp.issuedAt, chain: stamp.chain.map(String).join(''), last_error: null };
  await change(work, termsHash, { token, provider_id: providerId, verdict, ...proof });
  if (stamp === null) return;
  await announce(work, 'sales', []);
  for (const numberOfSale of await salesOf(work, termsHash))
    await putNotice(work, { event: 'contract-kept', object: 'sale', objectId: numberOfSale, label: numberOfSale });
}

/** The sales that were accepted by a text. */
async function salesOf({ db, tenant }: Work, termsHash: string): Promise<number[]> {
  const rows = await db
    .selectFrom('sales')
    .select('number_of_sale')
    .where('client_id', '=', tenant)
    .where('terms_hash', '=', termsHash)
    .orderBy('number_of_sale')
    .execute();
  return rows.map((row) => row.number_of_sale);
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

/** Makes what has failed due now, and allows further orders; the provider is still asked before each. */
export async function makeConstanciasDue({ db, at }: WideWork): Promise<void> {
  await db
    .updateTable('constancias')
    .set({ due_at: at, orders: sql<number>`least(orders, 1)` })
    .where('issued_at', 'is', null)
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
    .where('issued_at', 'is', null)
    .execute();
}
