/** Every provider of the tax-authority sync behind the port. */
import { dateOf } from '@anticipa/domain/calendar';
import { ciecStatus } from '@anticipa/domain/sync';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { massDownloads, SYNC_PASSWORD, SYNC_RFC, type SyncStandIn, syntage } from '../../../testing/sync-providers.ts';
import type { InvoiceSyncPort, ListedInvoice } from './port.ts';

const issuedFrom = new Date('2026-01-09T00:00:00Z');
const order = { rfc: SYNC_RFC, from: issuedFrom, to: new Date('2026-03-10T12:00:00Z'), issuedFrom };
const COMMON_FAULTS = ['error-500', 'html', 'cut-off', 'redirect', 'accepted-then-lost'] as const;

let testPki: TestPki;
beforeAll(async () => {
  testPki = await makeTestPki();
  await testPki.pki.efirmaFor(demoClients.norte);
});
afterAll(() => testPki.remove());

describe.each([
  ['Syntage', syntage, [...COMMON_FAULTS, 'empty-object', 'rate-limit']],
  ['the mass download', massDownloads, [...COMMON_FAULTS, 'empty']],
] as const)('%s', (_, open, faults) => {
  let standIn: SyncStandIn;
  let port: InvoiceSyncPort;
  beforeEach(async () => {
    standIn = await open(testPki);
    port = standIn.portWith();
  });
  afterEach(() => standIn.close());

  const connect = (): Promise<unknown> => port.submitCredential(SYNC_RFC, standIn.given());
  const issue = async (count: number, seed = 7, type: 'I' | 'E' = 'I') => {
    const override = () => ({ type, emittedOn: dateOf('2026-02-01'), emittedTime: '12:00:00' });
    const today = dateOf('2026-03-10');
    const made = await makeInvoices({ pki: testPki.pki, issuer: demoClients.norte, count, seed, today, override });
    standIn.issue(made);
    return made.map(({ spec }) => spec.uuid).toSorted();
  };
  const extracted = async (): Promise<string> => {
    const { extractionId } = await port.startExtraction(order);
    return (await port.extraction(extractionId)).extractionId;
  };
  const listed = async (): Promise<readonly ListedInvoice[]> => {
    const found: ListedInvoice[] = [];
    const extractionId = await extracted();
    let cursor: string | null = null;
    do {
      const page = await port.invoices({ rfc: SYNC_RFC, extractionId, issuedFrom, changedSince: null, cursor });
      found.push(...page.invoices);
      cursor = page.next;
    } while (cursor !== null);
    return found;
  };

  it('[SAT-06] accepts the right password, and knows the credential until it is removed', async () => {
    const { credentialId: id } = await port.submitCredential(SYNC_RFC, standIn.given());
    const credentialId = id ?? '';
    expect(await port.credential(credentialId)).toMatchObject({ credentialId, status: ciecStatus.VALID });
    expect(await port.newestCredential(SYNC_RFC)).toMatchObject({ credentialId, status: ciecStatus.VALID });
    await port.removeCredential(credentialId);
    await port.removeCredential(credentialId);
    expect(await port.credential(credentialId)).toBeNull();
    expect(await port.newestCredential(SYNC_RFC)).toBeNull();
  });

  it('[SAT-06] refuses a wrong password', async () => {
    const { credentialId, status } = await port.submitCredential(SYNC_RFC, standIn.given('otra'));
    const known = credentialId === null ? null : await port.credential(credentialId);
    expect(known?.status ?? status).toBe(ciecStatus.INVALID);
  });

  it('extracts nothing without a password', async () => {
    await expect(port.startExtraction(order)).rejects.toMatchObject({ name: 'SyncUnavailable' });
  });

  it('[SAT-07] [CAR-09] lists each invoice and credit note once, although all were issued in the same second', async () => {
    await connect();
    const uuids = [...(await issue(11)), ...(await issue(1, 8, 'E'))].toSorted();
    const found = await listed();
    expect(found.map(({ uuid }) => uuid).toSorted()).toEqual(uuids);
    const [first] = found;
    expect((await port.xml(first?.invoiceId ?? '')).toString()).toContain(first?.uuid);
  });

  it('lists a cancelled invoice as such', async () => {
    await connect();
    const [first = ''] = await issue(3);
    standIn.cancel(first);
    expect((await listed()).filter(({ isCancelled }) => isCancelled)).toMatchObject([{ uuid: first }]);
  });

  it('lists nothing of a taxpayer who has issued nothing', async () => {
    await connect();
    expect(await listed()).toEqual([]);
  });

  it.each(['running', 'failed', 'rate-limited', 'wrong-credential'] as const)(
    'has an extraction that is %s',
    async (state) => {
      await connect();
      standIn.end(state);
      const { extractionId } = await port.startExtraction(order);
      expect(await port.extraction(extractionId)).toMatchObject({ state });
    },
  );

  it.each(faults)('[SIS-01] is unavailable with an answer of the kind "%s", and then answers again', async (fault) => {
    standIn.spoil(fault, 'password');
    await expect(connect()).rejects.toMatchObject({ name: 'SyncUnavailable' });
    await connect();
    await issue(1);
    standIn.spoil(fault, 'order');
    await expect(port.startExtraction(order)).rejects.toMatchObject({ name: 'SyncUnavailable' });
    expect(await listed()).toHaveLength(1);
  });

  it('[SIS-01] is waited for no longer than the deadline', async () => {
    standIn.spoil('hang', 'password');
    const hasty = standIn.portWith({ deadlineMs: 200 });
    await expect(hasty.submitCredential(SYNC_RFC, standIn.given())).rejects.toMatchObject({ name: 'SyncUnavailable' });
  });

  it('[SIS-01] [SAT-07] is skipped after five failures, and the password appears in no error', async () => {
    let clock = 0;
    const watched = standIn.portWith({ elapsed: () => clock });
    standIn.spoil('error-500', 'password', 5);
    const failures: unknown[] = [];
    for (let call = 0; call < 6; call += 1)
      failures.push(await watched.submitCredential(SYNC_RFC, standIn.given()).catch((error: unknown) => error));
    expect(standIn.checks()).toBe(5);
    const texts = failures.map((error) => (error instanceof Error ? `${error.stack}${String(error.cause)}` : ''));
    expect(texts.every((text) => text.includes('SyncUnavailable') && !text.includes(SYNC_PASSWORD))).toBe(true);
    clock += 30_000;
    expect(await watched.submitCredential(SYNC_RFC, standIn.given())).toMatchObject({
      credentialId: expect.any(String),
    });
  });
});
