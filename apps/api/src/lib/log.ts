import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Log options: one JSON line per event on stdout, from `info` in production, otherwise from `warn`. */
export const logOptions = (service: 'api' | 'worker', { production }: Config) => ({
  name: service,
  level: production ? 'info' : 'warn',
  // Omit all other fields: the database's error details quote the row, which contains personal data.
  serializers: { err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack }) },
});

export function createLog(service: 'api' | 'worker', config: Config): Logger {
  return pino(logOptions(service, config));
}
