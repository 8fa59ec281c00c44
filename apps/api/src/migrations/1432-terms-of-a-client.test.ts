import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-10] a client reads its approved changes of lines and accounts, without motive and people, and no other proposal', async () => {
  await db.upgrade('1432-terms-of-a-client.sql');
  const { rows: policies } = await db.owner.query(
    `select polpermissive, pg_get_expr(polqual, polrelid) as qual from pg_policy where polrelid = 'approvals'::regclass and polname = 'tenant_terms'`,
  );
  expect(policies).toEqual([
    { polpermissive: false, qual: expect.stringMatching(/approved.*credit-line.*bank-account/) },
  ]);
  const { rows: granted } = await db.owner.query<{ column_name: string }>(
    `select column_name from information_schema.column_privileges
     where table_name = 'approvals' and grantee = 'anticipa_tenant' and privilege_type = 'SELECT' order by 1`,
  );
  expect(granted.map((row) => row.column_name)).toEqual([
    'approval_id',
    'change',
    'client_id',
    'decided_at',
    'kind',
    'state',
  ]);
});
