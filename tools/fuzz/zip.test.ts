import { rounds } from '@anticipa/sandbox/rounds';
import { expect, it } from 'vitest';
import { fuzzZip } from './zip.ts';

const COUNT = rounds(300, 20_000);

it(`[CAR-05] ${COUNT} hostile ZIP archives are refused, or read within the limits as another reader does`, async () => {
  const { accepted, refused } = await fuzzZip({ count: COUNT, seed: 0 });
  // Both kinds occur, so that neither half of the claim is empty.
  expect(accepted).toBeGreaterThan(COUNT / 10);
  expect(refused).toBeGreaterThan(COUNT / 10);
});
