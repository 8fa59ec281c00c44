import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Options of every log: one JSON line per event on standard output, from `info` in production, otherwise from `warn`. */
export const logOptions = (service: 'api' | 'worker', { production }: Config) => ({
  name: service,
  level: production ? 'info' : 'warn',
  // Nothing else of an error: the database's details quote the row, and with it personal data.
  serializers: { err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack }) },
});

export function createLog(service: 'api' | 'worker', config: Config): Logger {
  return pino(logOptions(service, config));
}
