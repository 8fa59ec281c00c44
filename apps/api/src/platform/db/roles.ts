import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** Accounts of the programs; the owner is used only for migrations and seeds. */
export type Login = 'api' | 'worker';

const LOGIN_ROLES: Record<Login, string> = { api: 'anticipa_api', worker: 'anticipa_worker' };

/** Roles of the API's transactions. Grants and row policies refer to these, never to the login. */
const GROUP_ROLES = ['anticipa_tenant', 'anticipa_operator', 'anticipa_auth'];

/** Limits of the programs' sessions. They belong to the roles, so they hold behind a pooler too. */
const LIMITS = { statement_timeout: '5s', lock_timeout: '3s', idle_in_transaction_session_timeout: '15s' };

const ownerOf = (ownerUrl: string): URL => {
  const url = new URL(ownerUrl);
  // The other passwords are derived from it; without one they would be guessable.
  if (url.password === '') throw new Error('DATABASE_URL must contain a user and a password.');
  return url;
};

/** Throws on an owner's URL without a password. */
export const checkOwner = (ownerUrl: string): void => void ownerOf(ownerUrl);

const passwordOf = (owner: URL, role: string): string =>
  createHmac('sha256', decodeURIComponent(owner.password)).update(role).digest('hex');

/** URL of `login` on the same server; its password is derived from the owner's, so every node can compute it. */
export const loginUrl = (ownerUrl: string, login: Login): string => {
  const url = ownerOf(ownerUrl);
  const role = LOGIN_ROLES[login];
  const password = passwordOf(url, role);
  url.username = role;
  url.password = password;
  return url.href;
};

/** Key of signed addresses; derived like the passwords, so every node can compute it. */
export const addressKey = (ownerUrl: string): string => passwordOf(ownerOf(ownerUrl), 'signed-addresses');

const createRole = async (owner: pg.Client, role: string, attributes: string): Promise<void> => {
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'create' : 'alter';
  // Not injectable: names and attributes are constants of this file and a hex digest.
  await owner.query(`${verb} role ${role} ${attributes}`);
};

/** Creates the roles or updates them to the owner's current password. Idempotent. */
export const prepareRoles = async (owner: pg.Client, ownerUrl: string): Promise<void> => {
  for (const role of GROUP_ROLES) await createRole(owner, role, 'nologin noinherit');
  for (const role of Object.values(LOGIN_ROLES)) {
    await createRole(owner, role, `login noinherit password '${passwordOf(ownerOf(ownerUrl), role)}'`);
    for (const [limit, value] of Object.entries(LIMITS))
      await owner.query(`alter role ${role} set ${limit} = '${value}'`);
  }
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
