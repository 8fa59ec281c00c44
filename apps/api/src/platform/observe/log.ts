import type { FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { inSources } from '../process/source-places.ts';
import { traceFields } from '../trace/trace.ts';

/** Structured log; never personal data or secrets. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Log options: one JSON line per event on stdout, from the level of the settings. */
export const logOptions = (service: 'api' | 'worker', { logLevel }: Config) => ({
  name: service,
  level: logLevel,
  serializers: {
    // Omit all other fields: the database's error details quote the row, which contains personal data.
    err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack: inSources(stack) }),
    // The route, not the address, which carries ids, RFCs, e-mails and arbitrary queries.
    req: ({ method, routeOptions, ip }: FastifyRequest) => ({ method, route: routeOptions.url ?? null, address: ip }),
  },
});

export function createLog(service: 'api' | 'worker', config: Config): Logger {
  return pino({ ...logOptions(service, config), mixin: traceFields });
}
