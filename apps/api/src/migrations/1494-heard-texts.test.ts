import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-28] the upgrade lets only the worker know which texts were heard', async () => {
  await db.upgrade('1494-heard-texts.sql');
  const { rows } = await db.owner.query<{ role: string }>(
    `select distinct grantee as role from information_schema.role_table_grants
     where table_name = 'whatsapp_texts' and grantee like 'anticipa!_%' escape '!'`,
  );
  expect(rows).toEqual([{ role: 'anticipa_worker' }]);
});
