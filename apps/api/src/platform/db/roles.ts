import { createHmac } from 'node:crypto';
import pg from 'pg';
import { WrongConfiguration } from '../config/setting-checks.ts';

/** Accounts of the programs; the owner is used only for migrations and seeds. */
export type Login = 'api' | 'worker';

const LOGIN_ROLES: Record<Login, string> = { api: 'anticipa_api', worker: 'anticipa_worker' };

/** Roles of the API's transactions. Grants and row policies refer to these, never to the login. */
const GROUP_ROLES = ['anticipa_tenant', 'anticipa_operator', 'anticipa_auth'];

/** Limits of the programs' sessions. They belong to the roles, so they hold behind a pooler too. */
const LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '15s',
  // Reports add up every invoice; with the default of 4 MB they would go through the disk.
  work_mem: '32MB',
};

const withPassword = (text: string): URL => {
  const url = new URL(text);
  // Other secrets are derived from it; without one they would be guessable.
  if (url.password === '') throw new Error('the URL of the database must contain a user and a password.');
  return url;
};

/** Throws on a URL without a password. */
export const checkPassword = (url: string): void => void withPassword(url);

const derived = ({ password }: URL, name: string): string =>
  createHmac('sha256', decodeURIComponent(password)).update(name).digest('hex');

/** Whether a URL signs in as `login`, not as the owner. */
export const isOwnLogin = (url: string | undefined, login: Login): boolean =>
  URL.parse(url ?? '')?.username === LOGIN_ROLES[login];

/**
 * URL with which `login` signs in: the given one if it is its own, else one with a password derived from the owner's in `url`. It
 * leads to the server of `at`, which may be reached without the pooler of `url`.
 */
export const loginUrl = (url: string, login: Login, at: string = url): string => {
  const given = withPassword(url);
  const found = new URL(at);
  found.username = LOGIN_ROLES[login];
  found.password = isOwnLogin(url, login) ? given.password : derived(given, LOGIN_ROLES[login]);
  return found.href;
};

/** The addresses of the settings: for the API, or whatever runs alone; for the worker; past a pooler; and of a standby. */
export interface Addresses {
  readonly databaseUrl?: string | undefined;
  readonly databaseWorkerUrl?: string | undefined;
  readonly directUrl?: string | undefined;
  readonly databaseReadUrl?: string | undefined;
}

/** Where `login` signs in, where past a pooler, and where it reads for long; undefined for the embedded database. */
export const signInOf = (
  login: Login,
  { databaseUrl, databaseWorkerUrl, directUrl, databaseReadUrl: readUrl }: Addresses,
) => {
  const url = (login === 'worker' ? databaseWorkerUrl : undefined) ?? databaseUrl;
  // A password derived from that of the other login would be wrong.
  if (isOwnLogin(url, login === 'api' ? 'worker' : 'api'))
    throw new WrongConfiguration(
      `DATABASE_URL${login === 'worker' ? ' or DATABASE_WORKER_URL' : ''} must sign in as ${LOGIN_ROLES[login]} or the owner here`,
    );
  return url === undefined
    ? undefined
    : {
        url: loginUrl(url, login),
        direct: loginUrl(url, login, directUrl ?? url),
        read: readUrl === undefined ? undefined : loginUrl(url, login, readUrl),
        isOwner: !isOwnLogin(url, login),
      };
};

/**
 * URLs with which the programs sign in from now on: their own, or with passwords derived from the owner's. Throws if only one is
 * given: a migration would replace the other password, which a program uses, with a derived one.
 */
export const programUrls = (ownerUrl: string, { databaseUrl, databaseWorkerUrl }: Addresses) => {
  const given = { api: databaseUrl ?? ownerUrl, worker: databaseWorkerUrl ?? databaseUrl ?? ownerUrl };
  const own = [isOwnLogin(given.api, 'api'), isOwnLogin(given.worker, 'worker')].filter(Boolean).length;
  if (own === 1)
    throw new WrongConfiguration(
      'set both DATABASE_URL and DATABASE_WORKER_URL to the programs’ own users, or neither',
    );
  const urlOf = (login: Login): string => loginUrl(own === 0 ? ownerUrl : given[login], login, ownerUrl);
  return { api: urlOf('api'), worker: urlOf('worker') };
};

/** Key of signed addresses, derived from the API's password, so that every API can compute it. */
export const addressKey = (url: string): string => derived(withPassword(loginUrl(url, 'api')), 'signed-addresses');

/** Whether a password is still right; whatever else prevents signing in is no reason to change it. */
const canSignIn = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && cause.code === '28P01') return false;
    throw cause;
  } finally {
    await client.end();
  }
};

/** Sets what differs. Poolers keep verifiers of passwords, which change whenever one is set. */
const prepareLogin = async (owner: pg.Client, url: string, login: Login): Promise<void> => {
  const role = LOGIN_ROLES[login];
  const password = owner.escapeLiteral(decodeURIComponent(new URL(url).password));
  const { rows } = await owner.query<{ settings: readonly string[] | null }>(
    'select rolconfig as settings from pg_roles where rolname = $1',
    [role],
  );
  if (rows[0] === undefined) await owner.query(`create role ${role} login noinherit password ${password}`);
  else if (!(await canSignIn(url))) await owner.query(`alter role ${role} password ${password}`);
  for (const [limit, value] of Object.entries(LIMITS))
    if (rows[0]?.settings?.includes(`${limit}=${value}`) !== true)
      await owner.query(`alter role ${role} set ${limit} = '${value}'`);
};

/**
 * Creates the roles that are missing and corrects what differs, such as a password after its rotation: those of the logins are in
 * `urls`. Changes nothing that is right.
 */
export const prepareRoles = async (owner: pg.Client, urls: Readonly<Record<Login, string>>): Promise<void> => {
  for (const role of GROUP_ROLES) {
    const found = await owner.query('select from pg_roles where rolname = $1', [role]);
    if (found.rowCount === 0) await owner.query(`create role ${role} nologin noinherit`);
  }
  for (const login of ['api', 'worker'] as const) await prepareLogin(owner, urls[login], login);
  await owner.query(`grant ${GROUP_ROLES.join(', ')} to ${LOGIN_ROLES.api}`);
};

/**
 * The queue's tables have row security without policies, which admits only their owner; this grants the worker access.
 * Repeated at each migration because an upgrade of the queue may add tables.
 */
export const openQueueToWorker = async (owner: pg.Client): Promise<void> => {
  await owner.query(`
    grant usage on schema graphile_worker to anticipa_worker;
    grant select, insert, update, delete on all tables in schema graphile_worker to anticipa_worker;
    grant usage, select on all sequences in schema graphile_worker to anticipa_worker;
    grant execute on all functions in schema graphile_worker to anticipa_worker;
    do $$
    declare queue_table text;
    begin
      for queue_table in select tablename from pg_tables where schemaname = 'graphile_worker' and rowsecurity loop
        execute format('drop policy if exists worker on graphile_worker.%I', queue_table);
        execute format('create policy worker on graphile_worker.%I to anticipa_worker using (true) with check (true)', queue_table);
      end loop;
    end $$;
  `);
};
