/** The step of each call in its trace. */
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { beginStep, endStep, placeIn, type Step } from '../trace/trace.ts';

const steps = new WeakMap<IncomingMessage, Step>();

/** Begins it when it is first asked for. */
export const stepOf = (raw: IncomingMessage): Step => {
  const step = steps.get(raw) ?? beginStep(placeIn(raw.headers.traceparent));
  steps.set(raw, step);
  return step;
};

/** The framework's own lines of a call name its trace. */
export const tracedLogger: NonNullable<FastifyServerOptions<Server>['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  raw,
) => logger.child({ ...bindings, traceId: stepOf(raw).traceId }, options);

/** Ends the step of each call, by the pattern of its route. */
export const traceCalls = (app: FastifyInstance): void => {
  app.addHook('onResponse', async ({ raw, method, routeOptions }, { statusCode }) => {
    const route = routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
    };
    endStep(stepOf(raw), { kind: 'server', name: `${method} ${route}`, attributes, isFailed: statusCode >= 500 });
  });
};
