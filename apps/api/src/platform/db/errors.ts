import { Unavailable } from '../work/unavailable.ts';

/** The database is unavailable; nothing was committed unless the connection broke during COMMIT. */
export class DatabaseUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** SQLSTATE or Node error code, '' when there is none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

// Serialization failure, deadlock, lock not available: rolled back, and a retry may succeed.
const RETRYABLE = new Set(['40001', '40P01', '55P03']);

// Statement timeout, shutdown, start-up, too many connections, no disk or memory left, disk failure, read-only stand-by, a password
// that was replaced before this program was restarted, and socket errors of an unreachable server.
const UNAVAILABLE = new Set([
  ...['57014', '57P01', '57P02', '57P03', '53300', '53100', '53200', '58030', '25006', '28P01'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);
const SILENCE = 'Query read timeout';
const AWAY_MESSAGES = [
  SILENCE,
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** Whether a table of a prepared statement has changed since, as by a migration; the message would be translated. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';

/** Whether retrying the whole transaction may succeed. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(codeOf(error)) || isStalePlan(error);

/** Whether the server rolled the transaction back by itself: it can be retried, or a statement took too long. */
export const isRolledBack = (error: unknown): boolean => isRetryable(error) || codeOf(error) === '57014';

/** Whether the connection is useless, and so are those opened before: no answer in time, or stale statements. */
export const isConnectionUseless = (error: unknown): boolean =>
  isStalePlan(error) || (error instanceof Error && error.message === SILENCE);

/** Whether the server does not accept a password. */
export const isPasswordRefused = (error: unknown): boolean => codeOf(error) === '28P01';

/** Whether the server rather than the statement is at fault. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (UNAVAILABLE.has(code) || code.startsWith('08') || isRetryable(error)) return true;
  return AWAY_MESSAGES.some((message) => error.message.startsWith(message));
};

/** Name of the violated constraint or unique index; undefined for other errors. */
export const brokenConstraint = (error: unknown): string | undefined =>
  codeOf(error).startsWith('23') &&
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
