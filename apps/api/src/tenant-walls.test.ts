/** Row-level security alone, for queries without a client filter or with another client's. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../testing/builders.ts';
import { tryPolicies } from '../testing/policies.ts';
import { aPopulatedClient, type TestObjects } from '../testing/populated-client.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { workIn } from '../testing/work.ts';
import { creditInformation, creditLines } from './modules/credit/queries.ts';
import { fileById, listFiles } from './modules/files/queries.ts';
import { listInvoices } from './modules/invoices/portal/list-queries.ts';
import { invoiceFacts, statusCounts } from './modules/invoices/queries.ts';
import { paymentReferences } from './modules/references/queries.ts';
import { salesByNumber } from './modules/sales/queries.ts';
import type { Executor } from './platform/db/pool.ts';

let portal: Portal;
let own: TestObjects;
let other: TestObjects;
let tables: readonly string[];

beforeAll(async () => {
  portal = await startPortal();
  const operator = await portal.signIn((await anOperator(portal)).email);
  own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  other = await aPopulatedClient(portal, { operator, firstSale: 51 });
  await aCompany(portal, { client: other, receiver: { ...secondReceiver(), rfc: 'OTR010101AB1' } });
  const { rows } = await portal.db.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'client_id' order by 1`,
  );
  tables = rows.map((row) => row.name);
});
afterAll(() => portal.close());

const asOwn = <T>(work: (executor: Executor) => Promise<T>): Promise<T> =>
  portal.db.api.withTransaction({ as: 'tenant', clientId: own.clientId }, work);
/** Tables inaccessible to tenants: sign-in has its own role, claims are accessed through functions. */
const outside = new Set(['sessions', 'client_views', 'invoice_claims']);

describe('row-level security alone', () => {
  it('is forced on every table with a client, even for its owner', async () => {
    const { rows } = await portal.db.owner.query<{ relname: string; secured: boolean }>(
      `select relname, relrowsecurity and relforcerowsecurity as secured from pg_class
       where relnamespace = 'public'::regnamespace and relname = any($1)`,
      [tables],
    );
    expect(rows.filter((row) => !row.secured && !outside.has(row.relname))).toEqual([]);
  });

  it('hides every foreign row, and no clause of a policy can be opened without being noticed', async () => {
    const { breaches, opened } = await tryPolicies(portal.db.owner, { own, other });
    expect(breaches).toEqual([]);
    expect(Object.keys(opened).filter((clause) => opened[clause]?.length === 0)).toEqual([]);
    const walls = tables.filter((table) => !outside.has(table)).map((table) => `${table}.tenant`);
    expect(Object.keys(opened)).toEqual(
      expect.arrayContaining(walls.flatMap((wall) => [`${wall} using`, `${wall} with check`])),
    );
  });

  it('returns nothing to the portal’s queries for another client', async () => {
    const answers = await asOwn(async (executor) => {
      const foreign = workIn(executor, portal.clock, other.clientId);
      return [
        await listInvoices(foreign, { statuses: null }),
        await invoiceFacts(foreign, other.free, 'read'),
        await statusCounts(foreign),
        await listFiles(foreign, false),
        (await fileById(foreign, other.fileId)) ?? [],
        await salesByNumber(foreign, [other.held.number], 'read'),
        await paymentReferences(foreign),
        await creditLines(foreign, 'read'),
        (await creditInformation(foreign)).lines,
      ];
    });
    expect(answers).toEqual(answers.map(() => []));
  });

  it('shows nothing outside a tenant’s transaction, and no sign-in data to a tenant', async () => {
    const asNobody = portal.db.api.withTransaction({ as: 'auth' }, (executor) =>
      sql`select count(*) from invoices`.execute(executor),
    );
    await expect(asNobody).rejects.toThrow(/permission denied/);
    for (const table of [...outside, 'session_tokens', 'operators', 'login_attempts'])
      await expect(asOwn((executor) => sql`select 1 from ${sql.table(table)}`.execute(executor))).rejects.toThrow(
        /permission denied/,
      );
  });

  it('prevents releasing another client’s claim, and limits password hashes to the sign-in role', async () => {
    const claims = async () =>
      (
        await portal.db.owner.query<{ document_id: string }>(
          'select document_id from invoice_claims where client_id = $1',
          [other.clientId],
        )
      ).rows;
    const before = await claims();
    expect(before.length).toBeGreaterThan(0);
    await asOwn(async (executor) => {
      for (const { document_id } of before)
        await sql`select release_claim(${other.clientId}, ${document_id})`.execute(executor);
    });
    expect(await claims()).toEqual(before);
    for (const context of [{ as: 'tenant', clientId: own.clientId }, { as: 'operator' }] as const)
      await expect(
        portal.db.api.withTransaction(context, (executor) => sql`select password_hash from users`.execute(executor)),
      ).rejects.toThrow(/permission denied/);
  });

  it('has no security-definer function open to temporary tables or to the public', async () => {
    const { rows } = await portal.db.owner.query<{ name: string; config: string[] | null; open: boolean }>(
      `select proname as name, proconfig as config,
         prorettype <> 'trigger'::regtype and has_function_privilege('public', oid, 'execute') as open
       from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(5);
    const isSafe = ({ config, open }: (typeof rows)[number]): boolean =>
      !open && (config ?? []).some((setting) => /^search_path=pg_catalog, (?:public, )?pg_temp$/.test(setting));
    expect(rows.filter((row) => !isSafe(row)).map((row) => row.name)).toEqual([]);
  });

  it('prevents the API’s login from escalating its role', async () => {
    const { rows } = await portal.db.owner.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname like 'anticipa\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
    );
    expect(rows).toEqual([]);
    const owned = await portal.db.owner.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname like 'anticipa\\_%' and relkind = 'r'`,
    );
    expect(owned.rows).toEqual([]);
  });

  it('makes audit, ledger, acceptances and events append-only for the portal’s roles', async () => {
    for (const table of ['audit', 'ledger_entries', 'ledger_lines', 'acceptances', 'invoice_events'])
      for (const statement of [
        sql`delete from ${sql.table(table)}`,
        sql`update ${sql.table(table)} set client_id = client_id`,
      ])
        for (const context of [{ as: 'tenant', clientId: own.clientId }, { as: 'operator' }] as const)
          await expect(
            portal.db.api.withTransaction(context, (executor) => statement.execute(executor)),
          ).rejects.toThrow(/permission denied/);
  });
});
