import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';
import { refuseForeignDatabase } from '../platform/db/purpose.ts';
import { loginUrl } from '../platform/db/roles.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('a program learns the purpose of its database without seeing whose rows say it', async () => {
  const program = loginUrl(db.ownerUrl, 'worker');
  await db.upgrade('1023-database-purpose.sql');
  await refuseForeignDatabase(program, false);
  await db.owner.query(`update users set email = email || '.demo'`);
  await expect(refuseForeignDatabase(program, false)).rejects.toThrow(/seeded for a demo \(\S+\.demo\)/);
  await db.owner.query(`update users set email = replace(email, '.demo', '')`);
  await refuseForeignDatabase(program, false);
  await expect(refuseForeignDatabase(program, true)).rejects.toThrow('a rehearsal needs a database of its own');
  await db.owner.query('insert into rehearsal (since) values (now())');
  await expect(refuseForeignDatabase(loginUrl(db.ownerUrl, 'api'), false)).rejects.toThrow('used for a rehearsal');
});
