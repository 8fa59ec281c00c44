import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session-context.ts';

/** A side effect that waits; undefined when it is delivered already. */
export const waitingNotice = (executor: Executor, tenant: ClientId, outboxId: string) =>
  executor
    .selectFrom('outbox')
    .select(['kind', 'payload', 'message_id', 'created_at'])
    .where('client_id', '=', tenant)
    .where('outbox_id', '=', outboxId)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
