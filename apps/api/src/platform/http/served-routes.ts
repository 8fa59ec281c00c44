/** Registers the handlers of exactly the contract's routes. */
import { type RateClass, rateOf } from '@anticipa/contract/rate';
import type { Route } from '@anticipa/contract/route';
import type { Outcome } from '@anticipa/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withinStep } from '../trace/trace.ts';
import { sendRefusal } from './answers.ts';
import { type Admitted, JsonBody, type Served } from './http.ts';
import { parseStrictJson } from './strict-json.ts';
import { stepOf } from './tracing.ts';

/** Maximum body in bytes: an upload is 1.5 MiB in base64, a sale of 1,000 invoices about 200 kB with every field. */
const BODY_LIMIT: Record<RateClass, number> = {
  login: 16 * 1024,
  read: 512 * 1024,
  write: 512 * 1024,
  upload: 3 * 1024 * 1024,
  stream: 1024,
  report: 4 * 1024,
};

const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** Throws unless each route of the contract is served exactly once, and no other. */
export const assertAllServed = (contract: readonly Route[], served: readonly Pick<Served, 'route'>[]): void => {
  const wanted = new Set(contract);
  const names = served.map(({ route }) => nameOf(route));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const unknown = served.filter(({ route }) => !wanted.has(route)).map(({ route }) => nameOf(route));
  const missing = contract.filter((route) => !served.some((one) => one.route === route)).map(nameOf);
  const problems = [
    ...twice.map((name) => `${name} is served twice`),
    ...unknown.map((name) => `${name} is served but not in the contract`),
    ...missing.map((name) => `${name} is in the contract but nothing serves it`),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
};

/** Accepts only JSON bodies, parsed strictly. */
export const acceptStrictJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, finish) => {
    try {
      if (typeof bytes === 'string') throw new TypeError('the body was not left as bytes');
      finish(null, bytes.length === 0 ? undefined : new JsonBody(bytes, parseStrictJson(bytes)));
    } catch (error) {
      finish(error instanceof Error ? error : new Error(String(error)));
    }
  });
};

/** Leaves bodies of any type as bytes. */
const acceptBytes = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, finish) => finish(null, bytes));
};

/** Authenticates and authorises the caller of a route, before its body is read. */
export type Guard<D> = (
  deps: D,
  route: Route,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<Outcome<Admitted>>;

/** Registers a route behind the guard; a route that takes bytes gets its own encapsulated scope. */
export const registerServed = <D>(app: FastifyInstance, deps: D, admit: Guard<D>, one: Served<D>): void => {
  if (one.route.consumes === undefined) registerGuarded(app, deps, admit, one);
  else
    void app.register(async (scope) => {
      acceptBytes(scope);
      registerGuarded(scope, deps, admit, one);
    });
};

/** Attaches the guard to the route itself, so that no spelling of the URL bypasses it. */
const registerGuarded = <D>(
  app: FastifyInstance,
  deps: D,
  admit: Guard<D>,
  { route, isPermitted, handle }: Served<D>,
): void => {
  const admitted = new WeakMap<object, Admitted>();
  app.route({
    method: route.method,
    url: route.path,
    // An event stream has no end, so there is none without its body.
    exposeHeadRoute: route.produces !== 'text/event-stream',
    bodyLimit: route.maxBytes ?? BODY_LIMIT[rateOf(route)],
    onRequest: async (request, reply) => {
      const outcome = await withinStep(stepOf(request.raw), () => admit(deps, route, { request, reply }));
      if (!outcome.ok) return sendRefusal(reply, outcome.code, outcome.failures);
      if (isPermitted?.(deps, request) === false) return sendRefusal(reply, 'INVALID_REQUEST');
      admitted.set(request, outcome.value);
      return undefined;
    },
    handler: (request) => {
      const proven = admitted.get(request);
      if (proven === undefined) throw new Error(`${nameOf(route)} was reached without passing its guard`);
      // The body was read by the socket's own events, outside of the trace.
      return withinStep(stepOf(request.raw), () => handle(proven, deps));
    },
  });
};
