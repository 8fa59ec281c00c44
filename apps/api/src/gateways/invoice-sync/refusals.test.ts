import { ciecStatus } from '@anticipa/domain/sync';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYNC_RFC, startMassDownload } from '../../../testing/sync-providers.ts';
import type { InvoiceSyncPort } from './port.ts';

const START = Date.parse('2026-03-10T12:00:00Z');
const issuedFrom = new Date('2026-01-09T00:00:00Z');
const HOUR_MS = 3_600_000;

let testPki: TestPki;
let world: Awaited<ReturnType<typeof startMassDownload>>;
let port: InvoiceSyncPort;
let now = START;

beforeAll(async () => {
  testPki = await makeTestPki();
});
afterAll(() => testPki.remove());
beforeEach(async () => {
  now = START;
  world = await startMassDownload(testPki, { now: () => new Date(now) });
  port = world.port();
  await port.submitCredential(SYNC_RFC, world.given());
});
afterEach(() => world.close());

const start = async () =>
  (await port.startExtraction({ rfc: SYNC_RFC, from: issuedFrom, to: new Date(now), issuedFrom })).extractionId;
const endWith = (outcome: Parameters<typeof world.server.records.setOutcome>[1]) =>
  world.server.records.setOutcome(SYNC_RFC, outcome);

describe('a sound e.firma', () => {
  it('[SAT-02] is offered twice, and is not blamed for our own clock', async () => {
    world.server.script('invalid-security', 'Autentica');
    expect(await port.submitCredential(SYNC_RFC, world.given())).toMatchObject({ status: ciecStatus.VALID });
    for (const minutes of [6, -6]) {
      const skewed = world.port({ now: () => new Date(now + minutes * 60_000) });
      await expect(skewed.submitCredential(SYNC_RFC, world.given())).rejects.toThrow(
        `our clock differs from the mass download's by ${minutes * 60} seconds`,
      );
    }
    const refusedAt = async (seconds: number) => {
      world.server.script('invalid-security', 'Autentica', 2);
      return await world.port({ now: () => new Date(now + seconds * 1000) }).submitCredential(SYNC_RFC, world.given());
    };
    expect(await refusedAt(120)).toMatchObject({ status: ciecStatus.INVALID });
    await expect(refusedAt(121)).rejects.toThrow("our clock differs from the mass download's by 121 seconds");
  });

  it('[SAT-06] has a wrong credential once a refusal that sound ones get too has lasted for six hours', async () => {
    const extractionId = await start();
    endWith({ refusal: '305' });
    await expect(port.extraction(extractionId)).rejects.toThrow('code 305');
    now += 5 * HOUR_MS;
    endWith(null);
    expect(await port.extraction(extractionId)).toMatchObject({ state: 'finished' });
    endWith({ refusal: '305' });
    await expect(port.extraction(extractionId)).rejects.toThrow('code 305');
    now += 6 * HOUR_MS - 1;
    await expect(port.extraction(extractionId)).rejects.toThrow('code 305');
    now += 1;
    expect(await port.extraction(extractionId)).toMatchObject({ state: 'wrong-credential' });
    endWith(null);
    world.server.script('invalid-security', 'Autentica', 2);
    now += HOUR_MS;
    expect(await port.extraction(await start())).toMatchObject({ state: 'wrong-credential' });
  });
});
