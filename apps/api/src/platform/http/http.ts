/**
 * The edge of the API: the contract's schemas parse input before the handler and validate its answer. A handler gets typed
 * values and an authenticated caller, and returns an outcome.
 */
import { createHash } from 'node:crypto';
import type { Audience, BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@anticipa/contract/route';
import { done, type ErrorCode, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { brokenConstraint, DatabaseUnavailable } from '../db/errors.ts';
import {
  type Actor,
  type ActorOf,
  type Caller,
  type ClaimedIdentity,
  type ClientActor,
  type IdempotentCall,
  type OperatorActor,
  sameAsSession,
} from '../work/caller.ts';
import { attemptAs, type Opener, type Opening, readLong, runAs, type WorkOf } from '../work/transaction.ts';
import { JSON_TYPE, sendRefusal } from './answers.ts';
import { type Fault, faultOf, faultsOf } from './broken-rules.ts';
import { queueHeavyRead } from './heavy-reads.ts';

/** A parsed JSON body with its bytes. */
export class JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
  constructor(bytes: Buffer, value: unknown) {
    this.bytes = bytes;
    this.value = value;
  }
}

/** Input of a handler. */
export interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The body of a route that takes bytes; empty for others. */
  readonly bytes: Buffer;
  readonly caller: Caller<ActorOf<R['audience']>>;
}

/** Parts of a call that its address contains. */
export type Address<R extends Route> = Pick<Call<R>, 'params' | 'query'>;

/** The credentials as sent, and the cookie; only for the session's own routes. */
export interface Credentials {
  readonly bearer: string | null;
  readonly cookie: string | null;
  readonly deviceCookie: string | null;
  /** Sets the session cookie; null removes it. */
  setCookie(value: string | null): void;
  setDeviceCookie(value: string): void;
}

type Answer<R extends Route> = Promise<Outcome<ResponseOf<R>>>;
type Handler<R extends Route, D> = (deps: D, call: Call<R>, credentials: Credentials) => Answer<R>;
type RawHandler<R extends Route, D> = (deps: D, call: Call<R>, reply: FastifyReply) => Promise<unknown>;
type WorkHandler<R extends Route> = (work: WorkFor<R>, call: Call<R>) => Answer<R>;

/** The actor of a route's transaction; a visitor for routes of any session, because only sign-in may touch sessions. */
type WorkActor<R extends Route> = R['audience'] extends 'client'
  ? ClientActor
  : R['audience'] extends 'operator'
    ? OperatorActor
    : null;
type WorkFor<R extends Route> = WorkOf<WorkActor<R>>;

/** Dependencies of this edge itself; handlers get those of their modules, which include them. */
export interface EdgeDeps extends Opening {
  readonly config: Pick<Config, 'checksWholeAnswers'>;
  /** Answers a call in place of its handler; null for a call that is the handler's. */
  readonly answerInstead: (route: Route, call: Call<Route>) => Promise<Outcome<unknown>> | null;
}

/** Checks around a handler. */
interface Rules<R extends Route, D = EdgeDeps> {
  /** Identity repeated in a call; compared with the session's, never used. */
  readonly claims?: (call: Call<R>) => ClaimedIdentity | readonly ClaimedIdentity[];
  /** Refusal of a call with another identity. Defaults to NOT_FOUND. */
  readonly foreign?: ErrorCode;
  /** Whether the address alone permits the call. If given, the body is not read otherwise. */
  readonly isPermitted?: (deps: D, address: Address<R>) => boolean;
  /** Refusals of violated constraints, by name. */
  readonly broken?: Readonly<Record<string, Refused>>;
  /** The specification's own code for a call whose data cannot be reached. */
  readonly unavailable?: ErrorCode;
}

/** A request admitted by the gate. */
export interface Admitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Omit<Caller<Actor | null>, 'idempotency'>;
  readonly credentials: Credentials;
}

/** A route with its handler. */
export interface Served<D = EdgeDeps> {
  readonly route: Route;
  /** Whether to read the body. Defaults to always. */
  readonly isPermitted?: (deps: D, request: FastifyRequest) => boolean;
  readonly handle: (admitted: Admitted, deps: D) => Promise<unknown>;
}

const NOTHING = z.strictObject({});
const NO_BODY = z.undefined();
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
const MAX_DETAILS = 50;

/** Serves a route with JSON in and out by a handler that opens its own transactions. */
export function serve<const R extends Route, D extends EdgeDeps>(
  route: R,
  handler: Handler<R, D>,
  rules: Rules<R, D> = {},
): Served<D> {
  const { isPermitted } = rules;
  return {
    route,
    ...(isPermitted && {
      isPermitted: (deps, request) => {
        const address = addressOf(route, request);
        return address !== null && isPermitted(deps, address);
      },
    }),
    handle: async (admitted, deps) => {
      const call = parseCall(route, admitted);
      if (Array.isArray(call)) return sendRefusal(admitted.reply, 'INVALID_REQUEST', call);
      const answer = async (): Promise<Outcome<Buffer>> => {
        const outcome = await ruled(
          rules,
          call,
          () => (deps.answerInstead(route, call) ?? handler(deps, call, admitted.credentials)) as Answer<R>,
        );
        if (!outcome.ok) return outcome;
        const stored = call.caller.idempotency?.answer;
        return done(stored?.bytes ?? (deps.config.checksWholeAnswers ? render : renderSampled)(route, outcome.value));
      };
      const outcome = await (route.isHeavy === true ? queueHeavyRead(call.caller.actor, answer) : answer());
      if (!outcome.ok) return sendRefusal(admitted.reply, outcome.code, outcome.failures);
      return admitted.reply
        .status(call.caller.idempotency?.answer?.status ?? 200)
        .header('content-type', JSON_TYPE)
        .send(outcome.value);
    },
  };
}

/** Serves a route that reads in one transaction of its audience. */
export function read<const R extends Route>(route: R, handler: WorkHandler<R>, rules?: Rules<R>): Served {
  return serve(route, (deps, call) => runAs(deps, openerOf(route, call), (work) => handler(work, call)), rules);
}

/** `read` for what may take long, which a standby may answer. */
export function longRead<const R extends Route>(route: R, handler: WorkHandler<R>, rules?: Rules<R>): Served {
  return serve(route, (deps, call) => readLong(deps, openerOf(route, call), (work) => handler(work, call)), rules);
}

/** Serves a command in one transaction of its audience, which a refusal undoes; a keyed call runs once. */
export function write<const R extends Route>(route: R, handler: WorkHandler<R>, rules?: Rules<R>): Served {
  return serve(route, (deps, call) => attemptAs(deps, openerOf(route, call), (work) => handler(work, call)), rules);
}

/** Serves a route that answers with bytes or a stream: input is parsed, the handler sends the answer. */
export function serveRaw<const R extends Route, D>(route: R, handler: RawHandler<R, D>): Served<D> {
  return {
    route,
    handle: async (admitted, deps) => {
      const call = parseCall(route, admitted);
      if (Array.isArray(call)) return sendRefusal(admitted.reply, 'INVALID_REQUEST', call);
      return handler(deps, call, admitted.reply);
    },
  };
}

const openerOf = <R extends Route>({ audience }: R, { caller }: Call<R>) =>
  (audience === 'client' || audience === 'operator' ? caller : { ...caller, actor: null }) as Opener<WorkActor<R>>;

/** The handler's answer, or a refusal by the rules. */
async function ruled<R extends Route, D>(rules: Rules<R, D>, call: Call<R>, handle: () => Answer<R>): Answer<R> {
  const { claims, foreign = 'NOT_FOUND', broken = {}, unavailable } = rules;
  const claimed = claims === undefined ? [] : [claims(call)].flat();
  const actor: Actor | null = call.caller.actor;
  if (!claimed.every((identity) => actor?.kind === 'client' && sameAsSession(actor, identity))) return refuse(foreign);
  try {
    return await handle();
  } catch (cause) {
    if (unavailable !== undefined && cause instanceof DatabaseUnavailable) return refuse(unavailable);
    const refusal = broken[brokenConstraint(cause) ?? ''];
    if (refusal === undefined) throw cause;
    return refusal;
  }
}

/** Renders an answer; throws if the contract does not allow the value. */
const render = (route: Route, value: unknown): Buffer => {
  if (route.response === undefined) throw new Error(`${route.method} ${route.path} has no response schema`);
  return Buffer.from(JSON.stringify(route.response.parse(value)));
};

/** Rows of a long list that are checked against the contract outside tests: all of them come from one query. */
export const CHECKED_ROWS = 100;

/** `render`, without checking a long list to its end, which would cost more than reading it. */
const renderSampled = (route: Route, value: unknown): Buffer => {
  if (!isLongList(value)) return render(route, value);
  route.response?.parse({ ...value, data: value.data.slice(0, CHECKED_ROWS) });
  return Buffer.from(JSON.stringify(value));
};

const isLongList = (value: unknown): value is { readonly data: readonly unknown[] } =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  Array.isArray(value.data) &&
  value.data.length > CHECKED_ROWS;

/** Lists in the form of axios: `status[]=20&status[]=30` is `status=20&status=30`, and never a single value. */
function unbracketed(query: unknown): unknown {
  const entries = Object.entries(query ?? {});
  if (!entries.some(([name]) => name.endsWith('[]'))) return query;
  const lists = Map.groupBy(entries, ([name]) => name.replace(/\[\]$/, ''));
  return Object.fromEntries(
    [...lists].map(([name, given]) => [
      name,
      given.some(([key]) => key !== name) ? given.flatMap(([, value]) => value) : given[0]?.[1],
    ]),
  );
}

/** The typed address; null if it is malformed. */
function addressOf<R extends Route>(route: R, request: FastifyRequest): Address<R> | null {
  const params = (route.params ?? NOTHING).safeParse(request.params);
  const query = (route.query ?? NOTHING).safeParse(unbracketed(request.query));
  return params.success && query.success
    ? { params: params.data as ParamsOf<R>, query: query.data as QueryOf<R> }
    : null;
}

/** The typed call, or every problem of the input. */
function parseCall<R extends Route>(route: R, { request, caller }: Admitted): Call<R> | Fault[] {
  const body = request.body instanceof JsonBody ? request.body : null;
  const params = (route.params ?? NOTHING).safeParse(request.params);
  const asked = unbracketed(request.query);
  const query = (route.query ?? NOTHING).safeParse(asked);
  const content = (route.body ?? NO_BODY).safeParse(body?.value);
  const faults = [
    ...faultsOf(params, request.params),
    ...faultsOf(query, asked),
    ...faultsOf(content, body?.value),
    // Text columns cannot store it; in bodies the JSON parser refuses it.
    ...(request.url.includes('%00') ? [faultOf('url', 'nul')] : []),
  ];
  if (faults.length > 0) return faults.slice(0, MAX_DETAILS);
  const idempotency = idempotencyOf(route, request, body);
  if (idempotency === 'malformed') return [faultOf('idempotency-key', 'idempotency-key')];
  return {
    params: params.data as ParamsOf<R>,
    query: query.data as QueryOf<R>,
    body: content.data as BodyOf<R>,
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    caller: { ...caller, idempotency } as Caller<ActorOf<R['audience'] & Audience>>,
  } as Call<R>;
}

function idempotencyOf(
  route: Route,
  request: FastifyRequest,
  body: JsonBody | null,
): IdempotentCall | null | 'malformed' {
  const key = request.headers['idempotency-key'];
  if (route.idempotency === undefined || key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) return 'malformed';
  return {
    key,
    // Include the parameters: answers to two sales share a route.
    route: `${route.method} ${route.path} ${JSON.stringify(request.params)}`,
    bodyHash: createHash('sha256')
      .update(body?.bytes ?? '')
      .digest(),
    render: (value) => render(route, value),
    answer: null,
  };
}
