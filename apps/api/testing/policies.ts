/** The database's row policies, each tried by the role that it restricts, in a transaction that is rolled back. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestObjects } from './populated-client.ts';

/** A policy that restricts its role. */
interface Wall {
  readonly table: string;
  readonly policy: string;
  readonly role: string;
  /** Condition of the rows that it must hide; undefined for a policy that is new to this file. */
  readonly hidden: string | undefined;
  /** Whether it must also refuse to write such rows. */
  readonly guardsWrites: boolean;
  /** Whether it narrows what the other policies of its table let through. */
  readonly isRestrictive: boolean;
}

/** Besides those of tenants. The sign-in adds rows to the first three and reads none. */
const OTHERS: Readonly<Record<string, Pick<Wall, 'hidden' | 'guardsWrites'>>> = {
  'audit.auth': { hidden: 'true', guardsWrites: false },
  'outbox.auth': { hidden: 'true', guardsWrites: false },
  'notices.auth': { hidden: 'true', guardsWrites: false },
  // Operators have keys of their own.
  'idempotency.operator': { hidden: 'client_id is not null', guardsWrites: true },
  // An owner that is no superuser looks only for the demo's people.
  'users.owner': { hidden: `email not like '%.demo'`, guardsWrites: false },
  // A client reads what was agreed on its lines and accounts.
  'approvals.tenant_terms': { hidden: `state = 'open'`, guardsWrites: false },
  // Only the function that takes a person out of a client says whose memberships the owner sees.
  'users.leaving': { hidden: `email not like '%.demo'`, guardsWrites: false },
};

/** A value of each type, for a column that must have one. */
const FILLERS: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  bytea: 'uuid_send(gen_random_uuid())',
  bool: 'false',
  int4: '1',
  int8: '1',
  numeric: '1',
  date: 'current_date',
  timestamptz: 'now()',
  jsonb: `'[]'::jsonb`,
  _uuid: `'{}'::uuid[]`,
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
}

/** The columns that a caller may fill. */
const columnsOf = async (owner: pg.Client, table: string): Promise<Column[]> => {
  const { rows } = await owner.query<Column>(
    `select attname as name, typname as type, attnotnull and not atthasdef as needed
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  return rows;
};

/** Gives a client a row in a table where it has none, whatever the checks of the table ask for. */
async function addRow(owner: pg.Client, table: string, clientId: string): Promise<void> {
  const { rows } = await owner.query(`select 1 from ${table} where client_id = $1 limit 1`, [clientId]);
  if (rows.length > 0) return;
  const { rows: checks } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
    [table],
  );
  for (const { name } of checks) await owner.query(`alter table ${table} drop constraint ${name}`);
  const filled = (await columnsOf(owner, table)).filter(({ name, needed }) => needed && name !== 'client_id');
  const names = ['client_id', ...filled.map(({ name }) => name)];
  const values = [`'${clientId}'`, ...filled.map(({ type }) => FILLERS[type] ?? `no_filler_for_${table}_${type}`)];
  await owner.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`);
}

type Clients = Readonly<Record<'own' | 'other', TestObjects>>;

/** The policies that keep rows from their role, or should. `standIn` takes the place of the owner, whom none restricts. */
async function wallsOf(owner: pg.Client, { own }: Clients, standIn: string): Promise<Wall[]> {
  const { rows } = await owner.query<{
    table: string;
    policy: string;
    role: string;
    isOpen: boolean;
    isWritable: boolean;
    isRestrictive: boolean;
  }>(
    `select tablename as table, policyname as policy, roles[1] as role, cmd <> 'SELECT' as "isWritable",
       qual is not distinct from 'true' and coalesce(with_check, 'true') = 'true' as "isOpen",
       permissive = 'RESTRICTIVE' as "isRestrictive"
     from pg_policies where schemaname = 'public' order by 1, 2`,
  );
  return rows.flatMap(({ isOpen, isWritable, ...row }): Wall[] => {
    const role = row.role === 'anticipa' ? standIn : row.role;
    const known = OTHERS[`${row.table}.${row.policy}`];
    if (known !== undefined) return [{ ...row, ...known, role }];
    const hidden =
      row.table === 'companies'
        ? `not exists (select from company_links link
             where link.company_id = companies.company_id and link.client_id = '${own.clientId}')`
        : `client_id is distinct from '${own.clientId}'`;
    if (row.role === 'anticipa_tenant') return [{ ...row, role, hidden, guardsWrites: isWritable }];
    return isOpen ? [] : [{ ...row, role, hidden: undefined, guardsWrites: isWritable }];
  });
}

/** Runs a statement and undoes it; the error of the database, or null. */
async function errorOf(owner: pg.Client, statement: string): Promise<string | null> {
  try {
    await owner.query(`savepoint attempt; ${statement}`);
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return `${error.code}: ${error.message}`;
  } finally {
    await owner.query('rollback to savepoint attempt');
  }
}

/** Breaches of the wall by the role after `change`, though its grants allow everything: none if the wall holds. */
async function breachesOf(owner: pg.Client, wall: Wall, clients: Clients, change = ''): Promise<string[]> {
  const { table, role, hidden } = wall;
  if (hidden === undefined) return [`${table}: testing/policies.ts does not know what ${wall.policy} hides`];
  const { rows } = await owner.query<{ row: object }>(
    `select to_jsonb(${table}) as row from ${table} where ${hidden} limit 1`,
  );
  if (rows[0] === undefined) return [`${table} has no row that ${wall.policy} hides`];
  const copy = pg.escapeLiteral(JSON.stringify(rows[0].row));
  const names = (await columnsOf(owner, table)).map(({ name }) => name);
  const columns = names.join(', ');
  const refusal = `42501: new row violates row-level security policy for table "${table}"`;
  await owner.query(`savepoint trial; ${change}; grant all on ${table} to ${role};
    set local role ${role}; set local app.client_id = '${clients.own.clientId}'`);
  try {
    const seen = await owner.query(`select 1 from ${table} where ${hidden} limit 1`);
    const breaches = seen.rows.length > 0 ? [`${role} reads a foreign row of ${table}`] : [];
    if (!wall.guardsWrites) return breaches;
    const inserted = await errorOf(
      owner,
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, ${copy})`,
    );
    if (inserted !== refusal) breaches.push(`${role} inserts a foreign row into ${table}: ${inserted}`);
    // A computed client is that of the row's data, which the insert has tried.
    if (role !== 'anticipa_tenant' || !names.includes('client_id')) return breaches;
    const given = await errorOf(owner, `update ${table} set client_id = '${clients.other.clientId}'`);
    if (given !== refusal) breaches.push(`${role} gives a row of ${table} away: ${given}`);
    return breaches;
  } finally {
    await owner.query('rollback to savepoint trial');
  }
}

/**
 * Tries every policy that restricts its role as it is, and with each of its clauses opened: what got past a policy, and
 * what each opened clause let through.
 */
export async function tryPolicies(
  owner: pg.Client,
  clients: Clients,
): Promise<{ readonly breaches: string[]; readonly opened: Readonly<Record<string, string[]>> }> {
  const breaches: string[] = [];
  const opened: Record<string, string[]> = {};
  const standIn = `owner_${randomUUID().slice(0, 8)}`;
  const walls = await wallsOf(owner, clients, standIn);
  // Triggers and foreign keys would refuse some rows before a policy does.
  await owner.query(`begin; set local session_replication_role = replica;
    create role ${standIn}; grant usage on schema public to ${standIn}`);
  try {
    for (const { table, policy, role } of walls) {
      await owner.query(`alter policy ${policy} on ${table} to ${role}`);
      if (role === 'anticipa_tenant' && table !== 'companies')
        for (const { clientId } of [clients.own, clients.other]) await addRow(owner, table, clientId);
    }
    for (const wall of walls) {
      const narrowing = walls.filter((one) => one.isRestrictive && one.table === wall.table && one !== wall);
      const alone = narrowing.map(({ policy, table }) => `alter policy ${policy} on ${table} using (true); `).join('');
      breaches.push(...(await breachesOf(owner, wall, clients)));
      for (const clause of wall.guardsWrites ? ['using', 'with check'] : ['using'])
        opened[`${wall.table}.${wall.policy} ${clause}`] = await breachesOf(
          owner,
          wall,
          clients,
          `${alone}alter policy ${wall.policy} on ${wall.table} ${clause} (true)`,
        );
    }
  } finally {
    await owner.query('rollback');
  }
  return { breaches, opened };
}
