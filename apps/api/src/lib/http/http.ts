/**
 * The edge of the API: what comes in is parsed by the contract's schemas before a handler sees it, what goes out is
 * checked by them too. A handler gets typed values and a proven caller, and answers with an outcome.
 */
import { createHash } from 'node:crypto';
import type { Audience, BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@anticipa/contract/route';
import type { Failure, Outcome } from '@anticipa/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, ActorOf, Caller, IdempotentCall } from '../session/context.ts';
import { sendRefusal } from './answers.ts';

/** A parsed JSON body with the bytes it came in. */
export class JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
  constructor(bytes: Buffer, value: unknown) {
    this.bytes = bytes;
    this.value = value;
  }
}

/** What a handler works with. */
export interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly caller: Caller<ActorOf<R['audience']>>;
}

/** What only the session's own routes may touch: the credentials as sent, and the cookie. */
export interface Credentials {
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** Sets the session cookie; null removes it. */
  setCookie(value: string | null): void;
}

type Handler<R extends Route> = (call: Call<R>, credentials: Credentials) => Promise<Outcome<ResponseOf<R>>>;
type RawHandler<R extends Route> = (call: Call<R>, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>;

/** A request whose caller the gate has proven. */
export interface Admitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Omit<Caller<Actor | null>, 'idempotency'>;
  readonly credentials: Credentials;
}

/** A route with what serves it, ready to be registered. */
export interface Served {
  readonly route: Route;
  readonly handle: (admitted: Admitted) => Promise<unknown>;
}

const NOTHING = z.strictObject({});
const NO_BODY = z.undefined();
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
const MAX_DETAILS = 50;

/** Serves a route with JSON in and out. */
export const serve = <const R extends Route>(route: R, handler: Handler<R>): Served => ({
  route,
  handle: async (admitted) => {
    const parsed = parseCall(route, admitted);
    if (Array.isArray(parsed)) return sendRefusal(admitted.reply, 'INVALID_REQUEST', parsed);
    const outcome = await handler(parsed, admitted.credentials);
    if (!outcome.ok) return sendRefusal(admitted.reply, outcome.code, outcome.failures);
    const answer = parsed.caller.idempotency?.answer;
    return admitted.reply
      .status(answer?.status ?? 200)
      .header('content-type', 'application/json; charset=utf-8')
      .send(answer?.bytes ?? render(route, outcome.value));
  },
});

/** Serves a route that answers with bytes or a stream; the handler sends, the input is parsed all the same. */
export const serveRaw = <const R extends Route>(route: R, handler: RawHandler<R>): Served => ({
  route,
  handle: async (admitted) => {
    const parsed = parseCall(route, admitted);
    if (Array.isArray(parsed)) return sendRefusal(admitted.reply, 'INVALID_REQUEST', parsed);
    return handler(parsed, admitted.reply, admitted.request);
  },
});

/** The bytes that answer with a value; a value that the contract does not allow is a fault of ours and throws. */
const render = (route: Route, value: unknown): Buffer => {
  if (route.response === undefined) throw new Error(`${route.method} ${route.path} has no response schema`);
  return Buffer.from(JSON.stringify(route.response.parse(value)));
};

/** The typed call, or everything that is wrong with it. */
function parseCall<R extends Route>(route: R, { request, caller }: Admitted): Call<R> | Failure[] {
  const body = request.body instanceof JsonBody ? request.body : null;
  const params = (route.params ?? NOTHING).safeParse(request.params);
  const query = (route.query ?? NOTHING).safeParse(request.query);
  const content = (route.body ?? NO_BODY).safeParse(body?.value);
  const failures = [...failuresOf(params), ...failuresOf(query), ...failuresOf(content), ...nulIn(request)];
  if (failures.length > 0) return failures.slice(0, MAX_DETAILS);
  const idempotency = idempotencyOf(route, request, body);
  if (idempotency === 'malformed') return [{ path: 'idempotency-key', code: 'INVALID_REQUEST' }];
  return {
    params: params.data as ParamsOf<R>,
    query: query.data as QueryOf<R>,
    body: content.data as BodyOf<R>,
    caller: { ...caller, idempotency } as Caller<ActorOf<R['audience'] & Audience>>,
  } as Call<R>;
}

/** A NUL in the address, which no text column can hold; in a body the JSON reader refuses it. */
const nulIn = ({ url }: FastifyRequest): Failure[] =>
  url.includes('%00') ? [{ path: 'url', code: 'INVALID_REQUEST' }] : [];

function failuresOf(result: z.ZodSafeParseResult<unknown>): Failure[] {
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
    code: 'INVALID_REQUEST',
  }));
}

function idempotencyOf(
  route: Route,
  request: FastifyRequest,
  body: JsonBody | null,
): IdempotentCall | null | 'malformed' {
  const key = request.headers['idempotency-key'];
  if (route.idempotency === 'none' || key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) return 'malformed';
  return {
    key,
    // Two sales' answers are two calls although they share a route.
    route: `${route.method} ${route.path} ${JSON.stringify(request.params)}`,
    bodyHash: createHash('sha256')
      .update(body?.bytes ?? '')
      .digest(),
    render: (value) => render(route, value),
    answer: null,
  };
}
