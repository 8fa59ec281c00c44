import { type Login, loginUrl } from './roles.ts';

export interface ConnectionOptions {
  /** URL of the login, or of the owner from whose password the login's is derived. */
  readonly url: string;
  readonly login: Login;
  /** Longest wait for the answer to one statement, in milliseconds. Defaults to 7000. */
  readonly answerMs?: number;
  /** Longest wait for a connection, in milliseconds. Defaults to 2000. */
  readonly connectMs?: number;
}

/** More than the roles' `statement_timeout`: only a frozen server, a lost network or a hanging COMMIT takes longer. */
const ANSWER_MS = 7000;
const CONNECT_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/** Settings of every connection of the programs. `purpose` is appended to its name in `pg_stat_activity`. */
export const connectionSettings = ({ url, login, answerMs, connectMs }: ConnectionOptions, purpose = '') => ({
  connectionString: loginUrl(url, login),
  application_name: `anticipa ${login}${purpose}`,
  connectionTimeoutMillis: connectMs ?? CONNECT_MS,
  query_timeout: answerMs ?? ANSWER_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});
