import { createHash, createHmac, createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { demoPki } from '@anticipa/cfdi/trust-store';
import { type CertificateKind, makeCertificate } from '@anticipa/sandbox/certificates';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { type MifielFault, type MifielServer, startMifielServer } from '@anticipa/sandbox/mifiel-server';
import type { Timestamper } from '@anticipa/sandbox/pki';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { timeStampOf } from '@anticipa/sandbox/timestamps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { type MifielOptions, mifielOver, signedHeaders } from './mifiel.ts';
import type { ConservationPort } from './port.ts';
import { verifyTimeStamp } from './timestamp.ts';

const AT = new Date('2026-03-10T18:00:00Z');
let bench: TestPki;
let server: MifielServer;
let port: ConservationPort;

const portWith = (options: Partial<MifielOptions> = {}): ConservationPort =>
  mifielOver({
    address: async () => server.url,
    appId: async () => server.appId,
    appSecret: async () => server.appSecret,
    roots: async () => certificateOf(demoPki.authority),
    deadlineMs: 60_000,
    ...options,
  });
const certificateOf = (name: string): string => join(bench.dataDir, demoPki.folder, name);
const aHash = (): Buffer => createHash('sha256').update(randomBytes(16)).digest();

beforeAll(async () => {
  bench = await makeTestPki();
  server = await startMifielServer({ signer: await bench.pki.timestamper(), now: () => AT });
  port = portWith();
});
afterAll(async () => {
  await server.close();
  await bench.remove();
});

it('certifies a hash, verified, and finds it again', async () => {
  const hash = aHash();
  expect(await port.find(hash)).toBeNull();
  const made = await port.conserve(hash);
  expect(made).toMatchObject({ verdict: 'valid: signingCertificateV2 names none of its certificates' });
  expect(made.stamp?.issuedAt).toEqual(AT);
  expect(made.stamp?.chain.map(({ subject }) => subject.includes('demostracion'))).toEqual([true, true]);
  expect(await port.find(hash)).toMatchObject({ providerId: made.providerId, token: made.token });
  expect(server.certified().filter((one) => one === hash.toString('hex'))).toHaveLength(1);
});

it('signs as the vendor documents it', () => {
  const signing = {
    method: 'POST',
    url: new URL('https://app.mifiel.com/api/v1/psc/nom151'),
    body: '{}',
    date: new Date('2026-03-10T18:00:00Z'),
  };
  const canonical = 'POST,application/json,mZFLkyvTelC5g8XnyQrpOw==,/api/v1/psc/nom151,Tue, 10 Mar 2026 18:00:00 GMT';
  const signature = createHmac('sha1', 'secret').update(canonical).digest('base64');
  expect(signedHeaders({ id: 'app', secret: 'secret' }, signing)).toMatchObject({
    authorization: `APIAuth app:${signature}`,
    date: 'Tue, 10 Mar 2026 18:00:00 GMT',
  });
});

describe('a provider with a fault', () => {
  it.each<[MifielFault, string]>([
    ['error-500', 'did not answer'],
    ['rate-limit', 'did not answer'],
    ['cut-off', 'did not answer'],
    ['accepted-then-lost', 'did not answer'],
    ['html', 'answered something else'],
    ['no-token', 'answered something else'],
    ['redirect', 'refused a call: 302'],
  ])('a fault of kind "%s" leaves nothing certified yet', async (fault, reason) => {
    server.script(fault);
    await expect(portWith().conserve(aHash())).rejects.toThrow(reason);
  });

  it('is waited for no longer than the deadline', async () => {
    server.script('hang');
    await expect(portWith({ deadlineMs: 200 }).conserve(aHash())).rejects.toThrow('did not answer');
  });

  it('a provider that lost its answer has the certificate when asked', async () => {
    const hash = aHash();
    server.script('accepted-then-lost');
    await expect(portWith().conserve(hash)).rejects.toThrow('did not answer');
    expect((await port.find(hash))?.stamp?.issuedAt).toEqual(AT);
  });

  it('a provider that ignores the query has issued nothing for another hash', async () => {
    await port.conserve(aHash());
    server.script('ignored-filter');
    expect(await port.find(aHash())).toBeNull();
  });

  it('is skipped after five failures, and probed again after 30 s', async () => {
    let clock = 0;
    const failing = portWith({ circuit: circuitBreaker(() => clock) });
    server.script('error-500', '', 5);
    for (let count = 0; count < 5; count += 1)
      await expect(failing.conserve(aHash())).rejects.toThrow('did not answer');
    const before = server.calls().length;
    await expect(failing.find(aHash())).rejects.toThrow('keeps failing');
    expect(server.calls()).toHaveLength(before);
    clock += 30_000;
    expect(await failing.find(aHash())).toBeNull();
  });
});

it('keeps a token that proves nothing with the reason, and accepts it once its root is pinned', async () => {
  const hash = aHash();
  let roots: string | null = null;
  const stricter = portWith({ roots: async () => roots });
  const reason = 'a constancia is not valid: no pinned root has issued its certificate';
  const made = await stricter.conserve(hash);
  expect(made).toMatchObject({ stamp: null, verdict: reason });
  roots = certificateOf(demoPki.stamp);
  expect(await stricter.verify(made, hash)).toEqual(made);
  roots = certificateOf(demoPki.authority);
  expect((await stricter.verify(made, hash)).stamp?.issuedAt).toEqual(AT);
  server.script('altered-token');
  expect(await port.conserve(hash)).toMatchObject({ verdict: 'a constancia is not valid: its signature is wrong' });
});

it('buys nothing while its pinned roots cannot be read', async () => {
  const before = server.calls().length;
  await expect(portWith({ roots: async () => '/none' }).conserve(aHash())).rejects.toThrow('cannot be read');
  expect(server.calls()).toHaveLength(before);
});

it('a call with another secret is refused', async () => {
  await expect(portWith({ appSecret: async () => 'another' }).conserve(aHash())).rejects.toThrow('refused a call: 401');
});

describe('a time stamp of the provider', () => {
  const hash = aHash();
  let root: X509Certificate;
  let signer: Timestamper;
  beforeAll(async () => {
    root = new X509Certificate(Buffer.from(bench.pki.authorityCertificate));
    signer = await bench.pki.timestamper();
  });

  it('is refused from a certificate for something else', async () => {
    const person = await bench.pki.efirmaFor(demoClients.norte);
    const { authority } = signer;
    expect(() => verifyTimeStamp(timeStampOf(hash, AT, { ...person, authority }), hash, [root])).toThrow(
      'not one for time stamps',
    );
  });

  it('is refused from a certificate without a use that a provider’s own authority issued', () => {
    const { privateKey } = bench.pki.stamp;
    const names = { rfc: '', validFrom: AT, validTo: AT };
    const root = { name: 'root', privateKey };
    const middle = { name: 'middle', privateKey: signer.privateKey };
    const made = (kind: CertificateKind, name: string, issuer: typeof root, number: string) =>
      makeCertificate(
        { ...names, kind, name, number, publicKey: createPublicKey(name === 'root' ? privateKey : signer.privateKey) },
        issuer,
      );
    const pinned = [new X509Certificate(made('authority', 'root', root, '1'))];
    const provider = made('timestamping', 'a provider', root, '2');
    const authority = made('authority', 'middle', root, '3');
    const person = made('timestamping', 'a person', middle, '4');
    const stamped = (certificate: Buffer) => timeStampOf(hash, AT, { ...signer, certificate, authority });
    expect(verifyTimeStamp(stamped(provider), hash, pinned).chain).toHaveLength(2);
    expect(() => verifyTimeStamp(stamped(person), hash, pinned)).toThrow('not issued by the root itself');
  });

  it('is refused from a key that is not the certificate’s', () => {
    const forged = timeStampOf(hash, AT, { ...signer, privateKey: bench.pki.stamp.privateKey });
    expect(() => verifyTimeStamp(forged, hash, [root])).toThrow('signature is wrong');
  });

  it('is refused without the certificate that its signature names', () => {
    const token = timeStampOf(hash, AT, signer);
    // A digit of its serial number.
    const at = token.indexOf(Buffer.from(signer.certificate)) + 20;
    token[at] = (token[at] ?? 0) ^ 1;
    expect(() => verifyTimeStamp(token, hash, [root])).toThrow('lacks the certificate');
  });

  it('is refused for an instant at which the certificate was not valid', () => {
    const late = new Date('2040-01-01T00:00:00Z');
    expect(() => verifyTimeStamp(timeStampOf(hash, late, signer), hash, [root])).toThrow('no pinned root');
  });

  it('is refused if it was not granted', () => {
    const token = timeStampOf(hash, AT, signer);
    const status = token.indexOf(Buffer.from('020100', 'hex'));
    token[status + 2] = 2;
    expect(() => verifyTimeStamp(token, hash, [root])).toThrow('not granted');
  });
});
