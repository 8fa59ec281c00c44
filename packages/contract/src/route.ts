import type { ErrorCode } from '@anticipa/domain/errors';
import { z } from 'zod';

/** Who may call a route. `session` is any signed-in user, `client` a client's user, `operator` the lender's staff. */
export type Audience = 'public' | 'session' | 'client' | 'operator';

/** The rate-limit bucket a route draws from; the limits themselves belong to the server. */
export type RateClass = 'login' | 'read' | 'write' | 'upload' | 'stream' | 'report';

/**
 * One HTTP call: the single description that the server validates by, the browser calls by, OpenAPI is made from and
 * the authorisation matrix is generated from. Paths are written without a trailing slash; the server answers to both.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path with `:name` placeholders, for example `/api/file/:id`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  readonly rate: RateClass;
  /** `accepted`: an `Idempotency-Key` header makes a repetition answer with the first answer's bytes. */
  readonly idempotency: 'none' | 'accepted';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent for routes that stream bytes or events instead of JSON. */
  readonly response?: z.ZodType;
  readonly produces?: 'application/json' | 'application/octet-stream' | 'text/event-stream';
  /** Codes this route can answer with beyond the ones every route shares. */
  readonly errors: readonly ErrorCode[];
}

/** Declares a route, keeping its literal types. */
export const route = <const R extends Route>(definition: R): R => definition;

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
 * The one shape of every refusal. `details` carries the per-item list of calls that are all or nothing; `expected` is the
 * server's own figure where a figure sent differs from it.
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
