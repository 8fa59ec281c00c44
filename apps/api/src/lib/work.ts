/** The unit of work: an open transaction, who acts in it and when. What reads or writes takes it whole. */
import type { IsoDate } from '@anticipa/domain/calendar';
import type { Executor } from './db/pool.ts';
import type { Actor, ClientActor, ClientId, OperatorActor } from './session/context.ts';

/** Who acts: a signed-in person, or the portal itself. */
export type Doer = Actor | { readonly kind: 'worker' | 'system' };

/** Work that is not bound to one client: an operator's, the worker's, or signing in. */
export interface WideWork<A extends Doer | null = Doer | null> {
  readonly db: Executor;
  readonly actor: A;
  /** Of the call behind it; null in a job. */
  readonly requestId: string | null;
  /** The instant at which it happens. */
  readonly at: Date;
  /** The date in Mexico City at that instant. */
  readonly today: IsoDate;
}

/** Work on the rows of one client. */
export interface Work<A extends Doer | null = Doer | null> extends WideWork<A> {
  readonly tenant: ClientId;
}

export type ClientWork = Work<ClientActor>;
export type OperatorWork = WideWork<OperatorActor>;

/** Binds work to one client. */
export function narrowTo<A extends Doer | null>(work: WideWork<A>, tenant: ClientId): Work<A> {
  return { ...work, tenant };
}

/** The same work as the portal's own doing. */
export function actingAs(work: Work, kind: 'worker' | 'system'): Work<Doer> {
  return { ...work, actor: { kind }, requestId: null };
}

/** Who acts, as histories name them. */
export function agentOf(actor: Doer): { kind: 'user' | 'operator' | 'worker' | 'system'; id: string | null } {
  if (actor.kind === 'client') return { kind: 'user', id: actor.userId };
  return { kind: actor.kind, id: actor.kind === 'operator' ? actor.operatorId : null };
}

/** How rows are read; `update` locks them until the transaction ends. */
export type Lock = 'read' | 'update';
