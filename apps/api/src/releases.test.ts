import { expect, it, onTestFinished } from 'vitest';
import { aDatabaseOf, emptyTables, versions } from '../testing/releases.ts';
import { checkInvariants } from './invariants/check.ts';
import { knownMigrations } from './platform/db/migrate.ts';

it('the data of each release fills the tables, passes all later migrations, and its books still balance', async () => {
  for (const version of versions) {
    const db = await aDatabaseOf(version);
    onTestFinished(() => db.close());
    expect(await emptyTables(db.owner), version).toEqual(['demo_robot', 'rehearsal']);
    await db.upgrade();
    const { rows } = await db.owner.query<{ name: string }>('select name from schema_migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(knownMigrations());
    expect(await checkInvariants(db.owner), version).toEqual([]);
  }
});
