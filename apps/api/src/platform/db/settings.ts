import { type Login, loginUrl } from './roles.ts';
import type { SignInFile } from './sign-in-file.ts';

export interface ConnectionOptions {
  /** URL of the login, or of the owner from whose password the login's is derived. */
  readonly url: string;
  readonly login: Login;
  /** The file that the setting is in; connections sign in with the password that it has then. */
  readonly signIn?: SignInFile | undefined;
  /** Longest wait for the answer to one statement, in milliseconds. Defaults to 7000. */
  readonly answerMs?: number;
  /** Longest wait for a connection, in milliseconds. Defaults to 2000. */
  readonly connectMs?: number;
}

/** More than the roles' `statement_timeout`: only a frozen server, a lost network or a hanging COMMIT takes longer. */
const ANSWER_MS = 7000;
const CONNECT_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/** Where a connection signs in now. */
export const addressOf = ({ url, login, signIn }: Pick<ConnectionOptions, 'url' | 'login' | 'signIn'>): string => {
  const address = loginUrl(url, login);
  return signIn?.urlOf(address) ?? address;
};

/** Settings of every connection of the programs. `purpose` is appended to its name in `pg_stat_activity`. */
export const connectionSettings = ({ url, login, signIn, answerMs, connectMs }: ConnectionOptions, purpose = '') => ({
  connectionString: addressOf({ url, login, signIn }),
  application_name: `anticipa ${login}${purpose}`,
  connectionTimeoutMillis: connectMs ?? CONNECT_MS,
  query_timeout: answerMs ?? ANSWER_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});
