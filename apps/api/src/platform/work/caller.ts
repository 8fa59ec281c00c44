/** The caller, as authenticated by the session and never by the request's payload. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Audience } from '@anticipa/contract/route';
import type { KeyMode, KeyScope } from '@anticipa/domain/api-key';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { SaleGrant } from '@anticipa/domain/sale-right';
import type { Executor } from '../db/pool.ts';

declare const clientId: unique symbol;
/** A client's id as it was read from a row: the type of every `client_id` column. An id in a request has another. */
export type ClientId = string & { readonly [clientId]: true };

/** The id of a client that is being opened. */
export const newClientId = (): ClientId => randomUUID() as ClientId;

/** A client's id in JSON that the portal has stored itself: the payload of a job, or a change that waits for approval. */
export const storedClient = (id: string): ClientId => id as ClientId;

export interface ClientActor extends SaleGrant {
  readonly kind: 'client';
  readonly sessionId: string;
  readonly clientId: ClientId;
  /** The person's membership of this client. */
  readonly userId: string;
  /** The person's account, which may belong to other clients too. */
  readonly accountId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isAdmin: boolean;
  readonly rfc: string;
  readonly entityName: string;
  /** When the person proved a second factor last in this session; null if never. */
  readonly factorAt: Date | null;
  /** The call can change nothing: the client is closed, or an operator sees the portal as this user. */
  readonly isReadOnly: boolean;
  /** The key of a program that acts in the name of this user, whose session id is then that of the key. */
  readonly key?: {
    readonly keyId: string;
    readonly name: string;
    /** A test key opens no transaction of this actor. */
    readonly mode: KeyMode;
    readonly scopes: readonly KeyScope[];
  };
  /** The operator who sees the portal as this user. */
  readonly view?: { readonly viewId: string; readonly endsAt: Date; readonly operator: OperatorActor };
}

export interface OperatorActor {
  readonly kind: 'operator';
  readonly sessionId: string;
  readonly operatorId: string;
  readonly email: string;
  readonly roles: ReadonlySet<OperatorRole>;
}

export type Actor = ClientActor | OperatorActor;

/** The actor type for a route's audience. */
export type ActorOf<A extends Audience> = A extends 'client'
  ? ClientActor
  : A extends 'operator'
    ? OperatorActor
    : A extends 'session'
      ? Actor
      : null;

/**
 * A call with an idempotency key. `render` returns the exact bytes of an answer, in the transaction that gives it; `answer` is set once they are stored or
 * replayed, and is sent as is.
 */
export interface IdempotentCall {
  readonly key: string;
  readonly route: string;
  readonly bodyHash: Buffer;
  readonly render: (value: unknown, db: Executor) => Buffer | Promise<Buffer>;
  answer: { readonly status: number; readonly bytes: Buffer } | null;
}

export interface Caller<A = ClientActor> {
  readonly actor: A;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly idempotency: IdempotentCall | null;
}

/** Identity repeated in a payload for compatibility; only compared, never used. */
export interface ClaimedIdentity {
  readonly clientId?: string | null | undefined;
  readonly rfc?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** Whether every identity repeated in a request is the session's. */
export function sameAsSession(actor: ClientActor, claimed: ClaimedIdentity): boolean {
  return (
    (claimed.clientId ?? actor.clientId) === actor.clientId &&
    (claimed.userId ?? actor.userId) === actor.userId &&
    (claimed.rfc ?? actor.rfc) === actor.rfc
  );
}

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Only the SHA-256 is stored, so a leaked table holds no usable token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
