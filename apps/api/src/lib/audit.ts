import type { Executor } from './db/pool.ts';
import type { Actor, Caller } from './session/context.ts';

/** One thing that somebody did. `subject` is `noun:id`; `details` carries ids, codes and figures, never secrets. */
export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** Whose history it belongs to, where the actor is not that client's own user. */
  readonly clientId?: string | null;
}

type Who = Pick<Caller<Actor>, 'actor' | 'requestId'> | { readonly actor: 'worker' | 'system' };

const actorOf = (who: Who) => {
  const { actor } = who;
  if (actor === 'worker' || actor === 'system') return { kind: actor, id: null, clientId: null } as const;
  if (actor.kind === 'operator') return { kind: 'operator', id: actor.operatorId, clientId: null } as const;
  return { kind: 'user', id: actor.userId, clientId: actor.clientId } as const;
};

/** Records what happened in the transaction that made it happen: neither stays without the other. */
export const writeAudit = async (executor: Executor, who: Who, entry: AuditEntry): Promise<void> => {
  const actor = actorOf(who);
  await executor
    .insertInto('audit')
    .values({
      client_id: actor.clientId ?? entry.clientId ?? null,
      actor_kind: actor.kind,
      actor_id: actor.id,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
      request_id: 'requestId' in who ? who.requestId : null,
      recorded_at: entry.at,
    })
    .execute();
};
