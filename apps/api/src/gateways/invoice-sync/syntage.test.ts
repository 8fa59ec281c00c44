import { dateOf } from '@anticipa/domain/calendar';
import { ciecStatus } from '@anticipa/domain/sync';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { type SyntageServer, startSyntageServer } from '@anticipa/sandbox/syntage-server';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceSyncPort, ListedInvoice } from './port.ts';
import { type SyntageOptions, syntageOver } from './syntage.ts';
import { isSignedWebhook } from './syntage-webhook.ts';

const { rfc } = demoClients.norte;
const PASSWORD = 'ciec-2026';
const today = dateOf('2026-03-10');
const issuedFrom = new Date('2026-01-09T00:00:00Z');
const order = { rfc, from: issuedFrom, to: new Date('2026-03-10T12:00:00Z'), issuedFrom };
const NO_EXTRACTION = { extractionId: '' };

let bench: TestPki;
let server: SyntageServer;
let port: InvoiceSyncPort;
const clock = 0;

const portWith = (options: Partial<SyntageOptions> = {}): InvoiceSyncPort =>
  syntageOver({
    address: async () => server.url,
    apiKey: async () => server.apiKey,
    deadlineMs: 60_000,
    pageSize: 4,
    elapsed: () => clock,
    ...options,
  });

beforeAll(async () => {
  bench = await makeTestPki();
});
afterAll(async () => {
  await server.close();
  await bench.remove();
});
beforeEach(async () => {
  await server?.close();
  server = await startSyntageServer({ password: PASSWORD });
  port = portWith();
});

const connect = (): Promise<unknown> => port.submitCredential(rfc, { password: PASSWORD });

/** All invoices of the same second, so that a cursor of times would lose some. */
const someInvoices = async (count: number) => {
  const override = () => ({ emittedOn: dateOf('2026-02-01'), emittedTime: '12:00:00' });
  const made = await makeInvoices({ pki: bench.pki, issuer: demoClients.norte, count, seed: 7, today, override });
  server.records.addInvoices(made);
  return made;
};

const allInvoices = async (): Promise<readonly ListedInvoice[]> => {
  const found: ListedInvoice[] = [];
  let cursor: string | null = null;
  do {
    const page = await port.invoices({ rfc, ...NO_EXTRACTION, issuedFrom, changedSince: null, cursor });
    found.push(...page.invoices);
    cursor = page.next;
  } while (cursor !== null);
  return found;
};

describe('a credential', () => {
  it.each([
    [PASSWORD, ciecStatus.VALID],
    ['wrong', ciecStatus.INVALID],
    ['caida', ciecStatus.ERROR],
    ['sin-respuesta', ciecStatus.PENDING],
  ])('[SAT-06] a credential with the password %s gets its status', async (password, status) => {
    const { credentialId } = await port.submitCredential(rfc, { password });
    expect(await port.credential(credentialId ?? '')).toMatchObject({ status });
    expect(await port.newestCredential(rfc)).toMatchObject({ credentialId, status });
  });

  it.each(['deactivated', 'disabled'] as const)('a credential that is %s there is so here', async (status) => {
    const { credentialId } = await port.submitCredential(rfc, { password: PASSWORD });
    server.records.breakCredentials(rfc, status);
    expect(await port.credential(credentialId ?? '')).toMatchObject({ status: ciecStatus.DEACTIVATED });
  });
});

it('[SAT-02] refuses a password of a wrong form at once, but not for an objection to something else', async () => {
  server.script('refused-password', '/credentials');
  expect(await connect()).toMatchObject({ credentialId: null, status: ciecStatus.INVALID, why: 'CIEC_WRONG' });
  await expect(port.submitCredential('NO', { password: PASSWORD })).rejects.toThrow('refused a credential: rfc');
});

describe('an extraction', () => {
  it('is refused without a valid credential', async () => {
    await expect(port.startExtraction(order)).rejects.toThrow('no such taxpayer');
  });

  it('an extraction that runs already is found instead of started twice', async () => {
    await connect();
    server.records.setOutcome(rfc, 'never-ends');
    const first = await port.startExtraction(order);
    expect(await port.startExtraction(order)).toEqual(first);
    expect(first.state).toBe('running');
  });

  it('an extraction whose answer was lost is found instead of started twice', async () => {
    await connect();
    server.records.setOutcome(rfc, 'never-ends');
    server.script('accepted-then-lost', '/extractions');
    await expect(port.startExtraction(order)).rejects.toThrow('did not answer');
    const [started] = server.records.extractions;
    expect(await port.startExtraction(order)).toMatchObject({ extractionId: started?.id });
    expect(server.records.extractions).toHaveLength(1);
  });

  it.each([
    [null, 'finished'],
    ['invalid_credentials', 'wrong-credential'],
    ['sat_unavailable', 'failed'],
    ['rate-limited', 'rate-limited'],
    ['never-ends', 'running'],
  ] as const)('an extraction that ends with %s is %s', async (outcome, state) => {
    await connect();
    server.records.setOutcome(rfc, outcome);
    const { extractionId } = await port.startExtraction(order);
    expect(await port.extraction(extractionId)).toEqual({ extractionId, state });
  });
});

describe('the invoices of a taxpayer', () => {
  it('leaves out invoices that the filter should have left out', async () => {
    await connect();
    await someInvoices(3);
    const [old] = await makeInvoices({
      ...{ pki: bench.pki, issuer: demoClients.norte, count: 1, seed: 8, today },
      override: () => ({ emittedOn: dateOf('2025-06-01') }),
    });
    server.records.addInvoices(old ? [old] : []);
    server.script('ignored-filter', '/entities/', 5);
    expect(await allInvoices()).toHaveLength(3);
  });

  it('lists an invoice of an unknown status, which is verified when it is imported', async () => {
    await connect();
    await someInvoices(2);
    server.script('unknown-status', '/entities/');
    const page = () => port.invoices({ rfc, ...NO_EXTRACTION, issuedFrom, changedSince: null, cursor: null });
    expect((await page()).invoices.map(({ isCancelled }) => isCancelled)).toEqual([false, false]);
  });

  it('the changed invoices of a taxpayer include a cancelled one', async () => {
    await connect();
    const [made] = await someInvoices(2);
    const changedSince = new Date(Date.now() + 60_000);
    expect((await port.invoices({ rfc, ...NO_EXTRACTION, issuedFrom, changedSince, cursor: null })).invoices).toEqual(
      [],
    );
    server.records.cancelInvoice(made?.spec.uuid ?? '');
    expect((await allInvoices()).filter(({ isCancelled }) => isCancelled)).toMatchObject([{ uuid: made?.spec.uuid }]);
  });

  it('does not read invoices from another host', async () => {
    await connect();
    const list = {
      rfc,
      ...NO_EXTRACTION,
      issuedFrom,
      changedSince: null,
      cursor: 'https://elsewhere.example/entities',
    };
    await expect(port.invoices(list)).rejects.toThrow('did not answer');
  });
});

describe('a provider that fails', () => {
  it.each([
    ['no address', { address: async () => null }],
    ['no API key', { apiKey: async () => null }],
    ['a wrong API key', { apiKey: async () => 'other' }],
  ])('is unavailable with %s', async (_, options) => {
    await expect(portWith(options).newestCredential(rfc)).rejects.toMatchObject({ name: 'SyncUnavailable' });
  });
});

describe('news', () => {
  it('finds the taxpayers of events since, although the filter is ignored', async () => {
    await connect();
    expect(await port.news(new Date(Date.now() - 60_000))).toEqual([rfc]);
    expect(await port.news(new Date(Date.now() + 60_000))).toEqual([]);
  });
});

describe('the signature of a webhook', () => {
  // Made with OpenSSL: printf '1700000000.{"id":"1"}' | openssl dgst -sha256 -hmac whsec
  const header = 't=1700000000,s=60734808e731b08d45bee887cade715d87211348f1bcb975b46c8d2e7fa5dbcd';
  const body = Buffer.from('{"id":"1"}');
  const at = new Date(1_700_000_000_000);

  const [seconds, signature] = header.split(',');

  it.each([
    ['alone', header],
    ['after a space', `${seconds}, ${signature}`],
    ['before the time', `${signature},${seconds}`],
    ['beside another one', `${seconds}, s=${'0'.repeat(64)}, ${signature}, v2=x`],
  ])('is the HMAC of time and raw body, %s', (_, given) => {
    expect(isSignedWebhook('whsec', given, body, at)).toBe(true);
  });

  it.each([
    ['another secret', isSignedWebhook('other', header, body, at)],
    ['another body', isSignedWebhook('whsec', header, Buffer.from('{"id": "1"}'), at)],
    ['another time', isSignedWebhook('whsec', header.replace('00,', '01,'), body, at)],
    ['an old call', isSignedWebhook('whsec', header, body, new Date(at.getTime() + 301_000))],
    ['a future call', isSignedWebhook('whsec', header, body, new Date(at.getTime() - 301_000))],
    ['no signature', isSignedWebhook('whsec', '', body, at)],
    ['two times', isSignedWebhook('whsec', `${header},t=1700000001`, body, at)],
    ['a short signature', isSignedWebhook('whsec', header.slice(0, -2), body, at)],
  ])('is refused for %s', (_, isSigned) => {
    expect(isSigned).toBe(false);
  });
});
