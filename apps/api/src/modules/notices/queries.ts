import { sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session-context.ts';

/** One entry of the outbox, whoever it belongs to. */
export interface Notice {
  readonly tenant: ClientId;
  readonly outboxId: string;
}

/**
 * Takes an entry for one try; undefined when it is done with, or when another try has it until its time is over. What
 * somebody took and did not end is free again after that time.
 */
export const claimNotice = (
  executor: Executor,
  { tenant, outboxId }: Notice,
  { now, until }: { readonly now: Date; readonly until: Date },
) =>
  executor
    .updateTable('outbox')
    .set({ claimed_until: until })
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', outboxId)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
    .returning(['kind', 'payload', 'message_id', 'created_at', 'sent_to'])
    .executeTakeFirst();

/** Entries that nobody has in hand and that have waited since `before`, the oldest first. */
export const waitingNotices = async (
  executor: Executor,
  { now, before, limit }: { readonly now: Date; readonly before: Date; readonly limit: number },
) =>
  executor
    .selectFrom('outbox')
    .select(['client_id', 'outbox_id', 'created_at'])
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', '<=', before)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** How every message stands: `waiting` (not tried), `retrying`, `delivered`, `dropped` (no longer any reason) or `given-up`. */
export const outboxStates = async (executor: Executor) => {
  const { rows } = await sql<{
    client_id: string;
    outbox_id: string;
    kind: string;
    state: 'waiting' | 'retrying' | 'delivered' | 'dropped' | 'given-up';
    attempts: number;
    last_error: string | null;
    created_at: Date;
    delivered_at: Date | null;
  }>`
    select client_id, outbox_id, kind, attempts, last_error, created_at, delivered_at,
      case
        when delivered_at is not null and sent_to = '{}' then 'dropped'
        when delivered_at is not null then 'delivered'
        when given_up_at is not null then 'given-up'
        when attempts > 0 then 'retrying'
        else 'waiting'
      end as state
    from outbox order by created_at, outbox_id`.execute(executor);
  return rows;
};
