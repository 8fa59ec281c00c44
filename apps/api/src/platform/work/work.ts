/** The unit of work: an open transaction with its actor and instant, passed to every query and command. */
import type { IsoDate } from '@anticipa/domain/calendar';
import type { Executor } from '../db/pool.ts';
import type { Actor, ClientActor, ClientId, OperatorActor } from './caller.ts';

/** A signed-in user or operator, or the portal itself. */
export type Principal = Actor | { readonly kind: 'worker' | 'system' };

/** Work not bound to one client: an operator's, the worker's, or a sign-in. */
export interface WideWork<A extends Principal | null = Principal | null> {
  readonly db: Executor;
  readonly actor: A;
  /** Null in a job. */
  readonly requestId: string | null;
  /** Address of the caller; null in a job. */
  readonly address: string | null;
  /** Start of the transaction. */
  readonly at: Date;
  /** The date of `at` in Mexico City. */
  readonly today: IsoDate;
}

/** Work on the rows of one client. */
export interface Work<A extends Principal | null = Principal | null> extends WideWork<A> {
  readonly tenant: ClientId;
}

export type ClientWork = Work<ClientActor>;
export type OperatorWork = WideWork<OperatorActor>;

/** Binds work to one client. */
export function narrowTo<A extends Principal | null>(work: WideWork<A>, tenant: ClientId): Work<A> {
  return { ...work, tenant };
}

/** The same work attributed to the portal itself. */
export function actingAs(work: Work, kind: 'worker' | 'system'): Work<Principal> {
  return { ...work, actor: { kind }, requestId: null, address: null };
}

/** The actor as recorded in histories. */
export function agentOf(actor: Principal): {
  kind: 'user' | 'key' | 'operator' | 'worker' | 'system';
  id: string | null;
} {
  if (actor.kind === 'client' && actor.key) return { kind: 'key', id: actor.key.keyId };
  if (actor.kind === 'client') return { kind: 'user', id: actor.userId };
  return { kind: actor.kind, id: actor.kind === 'operator' ? actor.operatorId : null };
}

/** `update` locks the rows until the transaction ends. */
export type Lock = 'read' | 'update';
