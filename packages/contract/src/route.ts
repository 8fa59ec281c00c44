import type { KeyScope } from '@anticipa/domain/api-key';
import type { ErrorCode } from '@anticipa/domain/errors';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { SaleRight } from '@anticipa/domain/sale-right';
import { z } from 'zod';
import type { RateClass } from './rate.ts';

/** Allowed callers: `session` is any signed-in user, `client` a client's user, `operator` the lender's staff. */
export type Audience = 'public' | 'session' | 'client' | 'operator';

/**
 * The single description of an HTTP call, used for validation on the server, calls from the browser, OpenAPI and the
 * authorisation matrix. Paths have no trailing slash; the server accepts both forms.
 */
export type Route = Call &
  (
    | { readonly audience: 'public' | 'session'; readonly roles?: never; readonly right?: never }
    /** People of a client who have at least this right. */
    | { readonly audience: 'client'; readonly roles?: never; readonly right: SaleRight }
    /** Operators with one of the roles. */
    | { readonly audience: 'operator'; readonly roles: readonly OperatorRole[]; readonly right?: never }
  );

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path with `:name` placeholders, for example `/api/file/:id`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The scope with which a program's key may make the call; without one, no key may. */
  readonly scope?: KeyScope;
  /** See `rateOf` for its default. */
  readonly rate?: RateClass;
  /** Whether an answer can take long to make; a client's calls of such routes wait for each other. */
  readonly isHeavy?: boolean;
  /** `accepted`: a request repeated under the same `Idempotency-Key` header gets the first response's bytes. */
  readonly idempotency?: 'accepted';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Defaults to JSON; a route that takes bytes has no `body`. */
  readonly consumes?: 'application/octet-stream';
  /** Largest body. Defaults to that of the rate class. */
  readonly maxBytes?: number;
  /** Absent for routes that return bytes or events instead of JSON. */
  readonly response?: z.ZodType;
  readonly produces?:
    | 'application/json'
    | 'application/octet-stream'
    | 'text/calendar'
    | 'text/event-stream'
    | 'text/plain';
  /** Error codes in addition to those shared by every route. */
  readonly errors?: readonly ErrorCode[];
}

/** A route for a client's users. */
export type ClientRoute = Route & { readonly audience: 'client' };

/** Declares a route, keeping its literal types. */
export const route = <const R extends Route>(definition: R): R => definition;

type Rest = Omit<Call, 'method' | 'idempotency'>;
type WriteRest = Rest & { readonly right: SaleRight };
type DeskRest = Rest & { readonly roles: readonly OperatorRole[] };

/** Declares what a client's users read, or write once per key; other routes say their method and audience themselves. */
export const clientRead = <const R extends Rest>(rest: R) =>
  ({ method: 'GET', audience: 'client', right: 'consult', ...rest }) as const;
export const clientWrite = <const R extends WriteRest>(rest: R) =>
  ({ method: 'POST', audience: 'client', idempotency: 'accepted', ...rest }) as const;

/** Declares what operators with one of the roles read, or write once per key. */
export const deskRead = <const R extends DeskRest>(rest: R) =>
  ({ method: 'GET', audience: 'operator', ...rest }) as const;
export const deskWrite = <const R extends DeskRest>(rest: R) =>
  ({ method: 'POST', audience: 'operator', idempotency: 'accepted', ...rest }) as const;

type RoutesOf<Exports> = {
  readonly [Name in keyof Exports as Exports[Name] extends Route ? Name : never]: Exports[Name];
};

/** The routes among the exports of a module. */
export const routesOf = <Exports extends object>(exports: Exports): RoutesOf<Exports> =>
  Object.fromEntries(
    Object.entries(exports).filter(([, value]) => typeof value === 'object' && value !== null && 'audience' in value),
  ) as RoutesOf<Exports>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
export type ParamsOf<R extends Route> = Parsed<R['params']>;
export type QueryOf<R extends Route> = Parsed<R['query']>;
export type BodyOf<R extends Route> = Parsed<R['body']>;
export type SentParamsOf<R extends Route> = Sent<R['params']>;
export type SentQueryOf<R extends Route> = Sent<R['query']>;
export type SentBodyOf<R extends Route> = Sent<R['body']>;
export type ResponseOf<R extends Route> = Parsed<R['response']>;

/**
 * Body of every refusal. `details` lists the failed items of an all-or-nothing call; `expected` is the server's figure
 * where the request's differs.
 */
export const errorResponse = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.array(
      z.strictObject({ path: z.string(), code: z.string(), message: z.string(), expected: z.string().optional() }),
    ),
    requestId: z.string(),
  }),
});
export type ErrorResponse = z.output<typeof errorResponse>;
