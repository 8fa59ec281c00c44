/** Who calls: proven by the session and by nothing that a request carries. */
import { createHash } from 'node:crypto';
import type { Audience } from '@anticipa/contract/route';

declare const clientId: unique symbol;
/** A client's id that came from its session or from its own rows: what every tenant query asks for. */
export type ClientId = string & { readonly [clientId]: true };

/** Makes a ClientId. Only for the session gate and for jobs, which read the id from the row they work on. */
export const provenClient = (id: string): ClientId => id as ClientId;

export interface ClientActor {
  readonly kind: 'client';
  readonly sessionId: string;
  readonly clientId: ClientId;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isAdmin: boolean;
  readonly rfc: string;
  readonly entityName: string;
}

export interface OperatorActor {
  readonly kind: 'operator';
  readonly sessionId: string;
  readonly operatorId: string;
  readonly email: string;
}

export type Actor = ClientActor | OperatorActor;

/** The actor that a route's audience lets through; nobody is known on a public route. */
export type ActorOf<A extends Audience> = A extends 'client'
  ? ClientActor
  : A extends 'operator'
    ? OperatorActor
    : A extends 'session'
      ? Actor
      : null;

/**
 * A keyed call. `render` gives the exact bytes that answer with a value; `answer` is set once they are known, stored or
 * replayed, and is what goes over the wire.
 */
export interface IdempotentCall {
  readonly key: string;
  readonly route: string;
  readonly bodyHash: Buffer;
  readonly render: (value: unknown) => Buffer;
  answer: { readonly status: number; readonly bytes: Buffer } | null;
}

export interface Caller<A = ClientActor> {
  readonly actor: A;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly idempotency: IdempotentCall | null;
}

/** Identity that a payload repeats for compatibility; it is compared, never used. */
export interface ClaimedIdentity {
  readonly clientId?: string | null | undefined;
  readonly rfc?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** Whether every identity that a request repeats is the session's own. */
export function sameAsSession(actor: ClientActor, claimed: ClaimedIdentity): boolean {
  return (
    (claimed.clientId ?? actor.clientId).toLowerCase() === actor.clientId &&
    (claimed.userId ?? actor.userId).toLowerCase() === actor.userId &&
    (claimed.rfc ?? actor.rfc) === actor.rfc
  );
}

/** How a token is stored: nobody who reads the table can use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
