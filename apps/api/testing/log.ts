import type { Log } from '../src/platform/observe/log.ts';

/** A log that collects warnings and errors as lines. */
export const logInto = (lines: string[]): Log => ({
  info: () => undefined,
  warn: (_fields, message) => void lines.push(message),
  error: (_fields, message) => void lines.push(message),
});
