import { dateOf } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoices } from './cfdi-generator.ts';
import { demoClients } from './demo-parties.ts';
import { fuzz } from './fuzz.ts';
import { rounds } from './rounds.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const issuer = demoClients.norte;
const COUNT = rounds(600, 20_000);
let bench: TestPki;

beforeAll(async () => {
  bench = await makeTestPki();
});
afterAll(() => bench.remove());

it(`[CAR-03] [CAR-04] ${COUNT} mutated invoices are refused, or read as another parser reads them`, async () => {
  const invoices = await makeInvoices({ pki: bench.pki, issuer, count: 12, seed: 1, today: dateOf('2026-11-20') });
  const rules = { trust: bench.trust, clientRfc: issuer.rfc, unknownAuthority: 'refuse' } as const;
  const { accepted, refused } = fuzz(invoices, rules, { count: COUNT, seed: 0 });
  // Both kinds occur, so that neither half of the claim is empty.
  expect(accepted).toBeGreaterThan(COUNT / 10);
  expect(refused).toBeGreaterThan(COUNT / 10);
});
