import { expect, it } from 'vitest';
import { aDatabaseOf, versions } from '../testing/releases.ts';
import { checkInvariants } from './invariants/check.ts';
import { knownMigrations } from './platform/db/migrate.ts';

it('the data of each release passes all later migrations, and its books still balance', async () => {
  for (const version of versions) {
    const db = await aDatabaseOf(version);
    await db.upgrade();
    const { rows } = await db.owner.query<{ name: string }>('select name from schema_migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(knownMigrations());
    expect(await checkInvariants(db.owner), version).toEqual([]);
    await db.close();
  }
});
