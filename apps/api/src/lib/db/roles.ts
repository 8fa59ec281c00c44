import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** The two accounts that programs sign in with; the owner itself only migrates and seeds. */
export type Login = 'api' | 'worker';

const LOGIN_ROLES: Record<Login, string> = { api: 'anticipa_api', worker: 'anticipa_worker' };

/** What a transaction of the API acts as. Grants and row policies name these, never the login. */
const GROUP_ROLES = ['anticipa_tenant', 'anticipa_operator', 'anticipa_auth'];

const ownerOf = (ownerUrl: string): URL => {
  const url = new URL(ownerUrl);
  // The other passwords are derived from it: without one they could be computed by anybody.
  if (url.password === '') throw new Error('DATABASE_URL must carry a user and a password.');
  return url;
};

/** Refuses an owner's URL without a password. */
export const checkOwner = (ownerUrl: string): void => void ownerOf(ownerUrl);

const passwordOf = (owner: URL, role: string): string =>
  createHmac('sha256', decodeURIComponent(owner.password)).update(role).digest('hex');

/** Connection URL of `login` on the same server; its password derives from the owner's, so every node can compute it. */
export const loginUrl = (ownerUrl: string, login: Login): string => {
  const url = ownerOf(ownerUrl);
  const role = LOGIN_ROLES[login];
  const password = passwordOf(url, role);
  url.username = role;
  url.password = password;
  return url.href;
};

const createRole = async (owner: pg.Client, role: string, attributes: string): Promise<void> => {
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'create' : 'alter';
  // Names and attributes are constants of this file and a hex digest: nothing here comes from a person.
  await owner.query(`${verb} role ${role} ${attributes}`);
};

/** Makes the roles or brings them in line with the owner's present password. Safe to repeat. */
export const prepareRoles = async (owner: pg.Client, ownerUrl: string): Promise<void> => {
  for (const role of GROUP_ROLES) await createRole(owner, role, 'nologin noinherit');
  for (const role of Object.values(LOGIN_ROLES)) {
    await createRole(owner, role, `login noinherit password '${passwordOf(ownerOf(ownerUrl), role)}'`);
  }
  await owner.query(`grant ${GROUP_ROLES.join(', ')} to ${LOGIN_ROLES.api}`);
};

/**
 * The queue's tables have row security without policies, which shuts out everyone but their owner; the worker, which
 * owns nothing, is let in here. Repeated on each migration because an upgrade of the queue may bring new tables.
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
