/** The database cannot serve the call now; nothing was committed unless the connection broke during COMMIT itself. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** SQLSTATE or Node error code, '' when there is none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

// Serialization failure, deadlock, lock not available: the server has undone everything and says that a repeat may do.
const RETRYABLE = new Set(['40001', '40P01', '55P03']);

// Statement timeout, shutdowns, starting up, too many connections, no disk or memory left, a failing disk, a stand-by that
// only reads, and what the socket says when nobody is there.
const AWAY = new Set([
  ...['57014', '57P01', '57P02', '57P03', '53300', '53100', '53200', '58030', '25006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** Whether running the same transaction again from its start may succeed. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(codeOf(error));

/** Whether the server, and not the statement, is to blame. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (AWAY.has(code) || code.startsWith('08') || isRetryable(error)) return true;
  return AWAY_MESSAGES.some((message) => error.message.startsWith(message));
};

/** The constraint or unique index that a statement broke, undefined for any other error. */
export const brokenConstraint = (error: unknown): string | undefined =>
  codeOf(error).startsWith('23') &&
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
