import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { startPortalWithBank } from '../testing/bank.ts';
import { aPopulatedClient } from '../testing/populated-client.ts';
import { fillOtherTables } from '../testing/release-data.ts';
import { dumpRows, emptyTables, fileOf } from '../testing/releases.ts';
import { checkInvariants } from './invariants/check.ts';

/** Set by `npm run release`. */
const { RELEASE } = process.env;

it('the portal writes the data of a release, which later migrations are tested on', async () => {
  const world = await startPortalWithBank({ ciecKeys: [{ id: '2026', key: randomBytes(32) }] });
  onTestFinished(() => world.close());
  const { portal } = world;
  const { operator } = world.seller;
  await aPopulatedClient(portal, { operator, firstSale: 1 });
  await aPopulatedClient(portal, { operator, firstSale: 51 });
  await fillOtherTables(world);
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
  expect(await emptyTables(portal.db.owner)).toEqual(['demo_robot', 'rehearsal']);
  const rows = await dumpRows(portal.db.owner);
  if (RELEASE !== undefined) {
    mkdirSync(new URL('.', fileOf(RELEASE)), { recursive: true });
    writeFileSync(fileOf(RELEASE), gzipSync(rows, { level: 9 }));
  }
});
