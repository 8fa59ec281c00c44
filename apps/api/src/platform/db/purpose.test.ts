import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { fixedClock } from '../work/clock.ts';
import { keepRehearsalApart } from './purpose.ts';

const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));
let rehearsed: TestDatabase;
let business: TestDatabase;
beforeAll(async () => {
  [rehearsed, business] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([rehearsed.close(), business.close()]));

it('the database of a rehearsal, marked while it is empty, is never used for business', async () => {
  await keepRehearsalApart(rehearsed.ownerUrl, true);
  await expect(keepRehearsalApart(rehearsed.ownerUrl, false)).rejects.toThrow('was used for a rehearsal');
  await anOperator({ db: rehearsed, clock });
  await keepRehearsalApart(rehearsed.ownerUrl, true);
  await expect(keepRehearsalApart(rehearsed.ownerUrl, false)).rejects.toThrow('was used for a rehearsal');
});

it('a database of the business is never used for a rehearsal', async () => {
  await keepRehearsalApart(business.ownerUrl, false);
  await anOperator({ db: business, clock });
  await expect(keepRehearsalApart(business.ownerUrl, true)).rejects.toThrow('needs a database of its own');
  await keepRehearsalApart(business.ownerUrl, false);
});

it('before the first migration there is nothing to keep apart', async () => {
  await business.owner.query('drop table rehearsal');
  await keepRehearsalApart(business.ownerUrl, true);
});
