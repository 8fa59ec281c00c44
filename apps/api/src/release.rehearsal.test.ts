import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { anOperator } from '../testing/builders.ts';
import { aPopulatedClient } from '../testing/populated-client.ts';
import { startPortal } from '../testing/portal.ts';
import { dumpRows, fileOf } from '../testing/releases.ts';
import { checkInvariants } from './invariants/check.ts';

/** Set by `npm run release`. */
const { RELEASE } = process.env;

it('the portal writes the data of a release, which later migrations are tested on', async () => {
  const portal = await startPortal();
  const operator = await portal.signIn((await anOperator(portal)).email);
  await aPopulatedClient(portal, { operator, firstSale: 1 });
  await aPopulatedClient(portal, { operator, firstSale: 51 });
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
  const rows = await dumpRows(portal.db.owner);
  if (RELEASE !== undefined) {
    mkdirSync(new URL('.', fileOf(RELEASE)), { recursive: true });
    writeFileSync(fileOf(RELEASE), gzipSync(rows, { level: 9 }));
  }
  await portal.close();
});
