import { type Message, message } from '@anticipa/contract/outbox';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import { hasDueJob } from '../../platform/jobs/queue-state.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/** Exclusive claim of one attempt; longer than a mail server may take for a mail. */
const CLAIM_MS = 10 * 60_000;

/** A claim that ends later than one made now is from a clock that has been set back since. */
const isUnclaimed = (at: Date) => {
  const latest = new Date(at.getTime() + CLAIM_MS + CLOCK_SKEW_MS);
  return sql<boolean>`(claimed_until is null or claimed_until <= ${at} or claimed_until > ${latest})`;
};

/**
 * Claims a message for one attempt; undefined if it is finished or claimed by another attempt. Expired claims
 * are ignored.
 */
export const claimMessage = ({ db, tenant, at }: Work, outboxId: string) =>
  db
    .updateTable('outbox')
    .set({ claimed_until: new Date(at.getTime() + CLAIM_MS) })
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', outboxId)
    // Worded so that it cannot be read from the index of waiting messages: without statistics of a sudden backlog the
    // planner would read all of them.
    .where(sql<boolean>`coalesce(delivered_at, given_up_at) is null`)
    .where(isUnclaimed(at))
    .returning(['kind', 'payload', 'created_at', 'traceparent', 'repeats'])
    .executeTakeFirst();

/** When the first of a message and its copies was written. */
export async function firstWritten({ db, tenant }: Work, outboxId: string): Promise<Date | undefined> {
  const [first] = await rowsOf(db, z.object({ at: z.date() }))`
    with recursive earlier as (
      select repeats, created_at from outbox where client_id = ${tenant} and outbox_id = ${outboxId}
      union all
      select original.repeats, original.created_at from earlier
      join outbox original on original.client_id = ${tenant} and original.outbox_id = earlier.repeats
    )
    select created_at as at from earlier order by created_at limit 1`;
  return first?.at;
}

/**
 * Unclaimed messages waiting since `before`, or created before the clock was set back, without those whose job is about to
 * run, unless they are from `expired` or earlier; oldest first.
 */
export const waitingMessages = (
  { db, at }: WideWork,
  { before, expired, limit }: { readonly before: Date; readonly expired: Date; readonly limit: number },
) =>
  db
    .selectFrom('outbox')
    .select(['client_id', 'outbox_id', 'kind', 'created_at'])
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((where) =>
      where.or([where('created_at', '<=', before), where('created_at', '>', new Date(at.getTime() + CLOCK_SKEW_MS))]),
    )
    .where(isUnclaimed(at))
    .where((where) => where.or([where('created_at', '<=', expired), where.not(hasDueJob(sql`'outbox:' || outbox_id`))]))
    .orderBy('created_at')
    .limit(limit)
    .execute();

const messageRow = message.extend({ createdAt: instant, deliveredAt: instant.nullable() });

/** State of a row of the outbox; Meta tells how far a message to WhatsApp came. */
export const messageState = sql`case
    when delivered_at is not null and sent_to is null then 'dropped'
    when delivered_at is not null and kind = 'whatsapp' then coalesce((
      select case told.state when 'accepted' then 'sent' when 'delivered' then 'arrived' when 'failed' then 'refused'
        when 'sending' then 'unheard' when 'unknown' then 'unheard' else told.state end
      from whatsapp_messages told where told.client_id = outbox.client_id and told.message_id = outbox.outbox_id), 'sent')
    when delivered_at is not null then 'sent'
    when bounced and kind = 'push' then 'refused'
    when bounced then 'bounced'
    when given_up_at is not null then 'given-up'
    when attempts > 0 then 'retrying'
    else 'waiting'
  end`;

const messageRows = sql`
  select client_id, outbox_id, kind, attempts, sent_to, last_error, created_at, delivered_at, ${messageState} as state
  from outbox`;

/** The row of a message to WhatsApp. */
const told = sql`whatsapp_messages told where told.client_id = message.client_id and told.message_id = message.outbox_id`;

const columns = sql`outbox_id as id, message.client_id as "clientId", entity_name as "entityName", kind, state,
  message.created_at as "createdAt", delivered_at as "deliveredAt", attempts, sent_to as "sentTo",
  coalesce((select told.reason from ${told}), last_error) as "lastError", exists (select from ${told} and told.is_mailed) as "isMailed",
  exists (select from outbox again
    where again.client_id = message.client_id and again.repeats = message.outbox_id) as "isRepeated"`;

/** Messages to a client before one of them, newest first. */
export const messagesOfClient = async (
  { db }: WideWork,
  of: { readonly clientId: ClientId; readonly before: string | null; readonly limit: number },
): Promise<Message[]> => {
  return await rowsOf(db, messageRow)`
    select ${columns}
    from (${messageRows} where client_id::text = ${of.clientId} and (${of.before}::uuid is null or (created_at, outbox_id) <
      (select created_at, outbox_id from outbox where client_id = ${of.clientId} and outbox_id = ${of.before}::uuid))) message
    join clients on clients.client_id = message.client_id
    order by message.created_at desc, message.outbox_id desc
    limit ${of.limit}`;
};

/** Messages for the lender, newest first, optionally of one state or one message. */
export const outboxMessages = async (
  { db }: WideWork,
  { state = null, message: one = null, limit }: MessageFilter,
): Promise<Message[]> => {
  return await rowsOf(db, messageRow)`
    select ${columns}
    from (${messageRows} where ${one?.clientId ?? null}::uuid is null
      or (client_id = ${one?.clientId ?? null} and outbox_id = ${one?.id ?? null})) message
    join clients on clients.client_id = message.client_id
    where ${state}::text is null or message.state = ${state}
    order by message.created_at desc, message.outbox_id
    limit ${limit}`;
};

interface MessageFilter {
  readonly state?: Message['state'] | null;
  readonly message?: { readonly clientId: ClientId; readonly id: string } | null;
  readonly limit: number;
}
