import { createCipheriv, createPrivateKey, type KeyObject, pbkdf2Sync, scryptSync, X509Certificate } from 'node:crypto';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { dateOf } from '@anticipa/domain/calendar';
import { ciecStatus } from '@anticipa/domain/sync';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { integer, octetString, oid, sequence } from '@anticipa/sandbox/der-writer';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSealingKey, filesOf, SYNC_PASSWORD, SYNC_RFC, startMassDownload } from '../../../testing/sync-providers.ts';
import type { SealingKey } from '../../platform/work/sealing.ts';
import { efirmasIn } from './efirma.ts';
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
  world = await startMassDownload(testPki, { now: () => new Date(now), perPackage: 3, perRequest: 4 });
  port = world.port();
  await port.submitCredential(SYNC_RFC, world.given());
});
afterEach(() => world.close());

/** A key in an encrypted file, which opens after `rounds` of PBKDF2, or with scrypt. */
function lockedKey(key: KeyObject, slow: { readonly rounds: number } | { readonly cost: number }): Buffer {
  const [salt, nonce] = [Buffer.alloc(8, 1), Buffer.alloc(16, 2)];
  const number = (value: number) => integer(Buffer.from(value.toString(16).padStart(8, '0'), 'hex').subarray(1));
  const [secret, derivation] =
    'rounds' in slow
      ? [
          pbkdf2Sync(SYNC_PASSWORD, salt, slow.rounds, 32, 'sha1'),
          sequence(oid('1.2.840.113549.1.5.12'), sequence(octetString(salt), number(slow.rounds))),
        ]
      : [
          scryptSync(SYNC_PASSWORD, salt, 32, { N: slow.cost, r: 8, p: 1 }),
          sequence(oid('1.3.6.1.4.1.11591.4.11'), sequence(octetString(salt), number(slow.cost), number(8), number(1))),
        ];
  const cipher = createCipheriv('aes-256-cbc', secret, nonce);
  const locked = Buffer.concat([cipher.update(key.export({ format: 'der', type: 'pkcs8' })), cipher.final()]);
  const encryption = sequence(oid('2.16.840.1.101.3.4.1.42'), octetString(nonce));
  return sequence(sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, encryption)), octetString(locked));
}

const issue = async (dates: readonly string[]) => {
  const made = await makeInvoices({
    ...{ pki: testPki.pki, issuer: demoClients.norte, count: dates.length, seed: 7, today: dateOf('2026-03-10') },
    override: (index) => ({ emittedOn: dateOf(dates[index] ?? ''), emittedTime: '12:00:00' }),
  });
  world.server.records.addInvoices(made);
  return made.map(({ spec }) => spec.uuid);
};
const orderNow = () => ({ rfc: SYNC_RFC, from: issuedFrom, to: new Date(now), issuedFrom });
const start = async () => (await port.startExtraction(orderNow())).extractionId;
const list = (extractionId: string, cursor: string | null = null) =>
  port.invoices({ rfc: SYNC_RFC, extractionId, issuedFrom, changedSince: null, cursor });
const endWith = (outcome: Parameters<typeof world.server.records.setOutcome>[1]) =>
  world.server.records.setOutcome(SYNC_RFC, outcome);

describe('an e.firma', () => {
  const kept = (...keys: SealingKey[]) => world.port({ keys }).newestCredential(SYNC_RFC);
  const [oldKey, newKey] = [aSealingKey('2026', 1), aSealingKey('2027', 2)];

  it('is kept sealed, and sealed with the key that replaces the old one', async () => {
    expect(await kept(newKey)).toBeNull();
    const reseal = (...keys: SealingKey[]) => efirmasIn(world.folder, keys).reseal();
    expect(await reseal(newKey)).toEqual({ resealed: 0, lost: 1 });
    expect(await reseal(newKey, oldKey)).toEqual({ resealed: 1, lost: 0 });
    expect(await reseal(newKey, oldKey)).toEqual({ resealed: 0, lost: 0 });
    expect(await kept(newKey)).toMatchObject({ status: ciecStatus.VALID });
    expect(await kept(oldKey)).toBeNull();
  });

  it('stays the newest of its taxpayer when an older one is sealed again', async () => {
    now += HOUR_MS;
    now += 1000;
    const { credentialId } = await world.port({ keys: [newKey] }).submitCredential(SYNC_RFC, world.given());
    expect(await efirmasIn(world.folder, [newKey, oldKey]).reseal()).toEqual({ resealed: 1, lost: 0 });
    expect(await kept(newKey)).toMatchObject({ credentialId });
  });

  it('is found, and sealed again, while another file of the folder is removed', async () => {
    // Listed, but not there when it is read.
    const gone = `${SYNC_RFC}.00000000-0000-4000-8000-000000000001.json`;
    await symlink(join(world.folder, 'none'), join(world.folder, 'kept', gone));
    expect(await kept(oldKey)).toMatchObject({ status: ciecStatus.VALID });
    expect(await efirmasIn(world.folder, [newKey, oldKey]).reseal()).toEqual({ resealed: 1, lost: 0 });
  });

  it('[SAT-07] is kept without its password, and its key only sealed', async () => {
    const { efirma } = world.given();
    const { privateKey } = await testPki.pki.efirmaFor(demoClients.norte);
    const secrets = [
      Buffer.from(SYNC_PASSWORD),
      efirma?.privateKey,
      privateKey.export({ format: 'der', type: 'pkcs8' }),
    ];
    const files = await readdir(world.folder, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    );
    expect(texts).toHaveLength(1);
    for (const secret of secrets)
      for (const encoding of ['latin1', 'base64', 'hex'] as const)
        expect(texts.join()).not.toContain(secret?.toString(encoding).slice(0, 60));
  });

  it('[SAT-06] an expired e.firma is invalid', async () => {
    const { credentialId = '', expiresAt } = (await port.newestCredential(SYNC_RFC)) ?? {};
    const { certificate } = await testPki.pki.efirmaFor(demoClients.norte);
    expect(expiresAt).toEqual(new Date(new X509Certificate(certificate).validTo));
    now = Date.parse('2040-01-01T00:00:00Z');
    expect(await port.credential(credentialId)).toMatchObject({ status: ciecStatus.INVALID });
  });

  it('[SAT-02] is refused with the reason, and nothing of it is kept', async () => {
    const submitted = (efirma = world.given().efirma, password = SYNC_PASSWORD) =>
      port.submitCredential(SYNC_RFC, { password, efirma });
    const refused = (why: string) => ({ credentialId: null, status: ciecStatus.INVALID, expiresAt: null, why });
    const { pki } = testPki;
    const own = filesOf(await pki.efirmaFor(demoClients.norte));
    const other = filesOf(await pki.efirmaFor(demoClients.sur));
    await port.removeCredential((await port.newestCredential(SYNC_RFC))?.credentialId ?? '');
    expect(await submitted(own, 'otra')).toEqual(refused('CIEC_WRONG'));
    expect(await submitted(other)).toEqual(refused('EFIRMA_FOREIGN'));
    expect(await submitted(filesOf(await pki.sealerFor(demoClients.norte)))).toEqual(refused('EFIRMA_FOREIGN'));
    expect(await submitted({ ...own, certificate: Buffer.from('none') })).toEqual(refused('EFIRMA_FOREIGN'));
    expect(await submitted({ ...own, privateKey: other.privateKey })).toEqual(refused('EFIRMA_UNMATCHED'));
    expect(await submitted({ ...own, privateKey: Buffer.from('none') })).toEqual(refused('CIEC_WRONG'));
    world.server.script('invalid-security', 'Autentica', 2);
    expect(await submitted()).toEqual(refused('EFIRMA_REFUSED'));
    now = Date.parse('2040-01-01T00:00:00Z');
    expect(await submitted()).toEqual(refused('EFIRMA_EXPIRED'));
    expect(await port.newestCredential(SYNC_RFC)).toBeNull();
    now = START;
    expect(await submitted(own)).toMatchObject({ status: ciecStatus.VALID });
  });

  it('[SAT-02] is refused if its key takes too long to open, or does not sign for its certificate', async () => {
    const signer = await testPki.pki.efirmaFor(demoClients.norte);
    const certificate = Buffer.from(signer.certificate);
    const submitted = async (privateKey: Buffer) =>
      port.submitCredential(SYNC_RFC, { password: SYNC_PASSWORD, efirma: { certificate, privateKey } });
    expect(await submitted(lockedKey(signer.privateKey, { rounds: 100_000 }))).toMatchObject({
      status: ciecStatus.VALID,
    });
    for (const slow of [{ rounds: 100_001 }, { cost: 16 }])
      expect(await submitted(lockedKey(signer.privateKey, slow))).toMatchObject({ why: 'CIEC_WRONG' });
    expect(await submitted(signer.privateKey.export({ format: 'der', type: 'pkcs8' }))).toMatchObject({
      why: 'CIEC_WRONG',
    });
    const { n = '', e = '' } = signer.privateKey.export({ format: 'jwk' });
    const stranger = await testPki.pki.efirmaFor(demoClients.sur);
    const mixed = createPrivateKey({ format: 'jwk', key: { ...stranger.privateKey.export({ format: 'jwk' }), n, e } });
    expect(await submitted(filesOf({ ...signer, privateKey: mixed }).privateKey)).toMatchObject({
      why: 'EFIRMA_UNMATCHED',
    });
  });

  it('is not asked for by the id of another provider, or a name of another file', async () => {
    await expect(port.submitCredential(SYNC_RFC, { password: SYNC_PASSWORD })).rejects.toMatchObject({
      name: 'SyncUnavailable',
    });
    expect(await port.credential('00000000-0000-7000-8000-000000000001')).toBeNull();
    await port.removeCredential('../../x');
  });
});

describe('a request', () => {
  it('is signed anew with each token', async () => {
    await start();
    const before = world.server.calls('Autentica');
    now += 4 * 60_000 - 1;
    await start();
    expect(world.server.calls('Autentica')).toBe(before);
    now += 1;
    await start();
    expect(world.server.calls('Autentica')).toBe(before + 1);
  });

  it('a request whose token was withdrawn is sent again with another', async () => {
    world.server.script('token-refused', 'SolicitaDescargaEmitidos');
    await expect(start()).rejects.toMatchObject({ name: 'SyncUnavailable' });
    expect(await port.extraction(await start())).toMatchObject({ state: 'finished' });
  });

  it('a request already asked twice (5002) is repeated with another end', async () => {
    await start();
    await start();
    await expect(start()).rejects.toThrow('code 5002');
    now += 1000;
    expect(await port.extraction(await start())).toMatchObject({ state: 'finished' });
  });

  it('a request of a revoked e.firma (304) has a wrong credential', async () => {
    await start();
    const { certificate } = await testPki.pki.efirmaFor(demoClients.norte);
    world.server.revoke(parseCertificate(certificate)?.number ?? '');
    const extractionId = await start();
    expect(await port.extraction(extractionId)).toEqual({ extractionId, state: 'wrong-credential' });
  });

  it.each([
    ['1', '5000', 'running'],
    ['2', '5000', 'running'],
    ['4', '5000', 'failed'],
    ['5', '5002', 'failed'],
    ['5', '5004', 'finished'],
    ['5', '5005', 'failed'],
    ['6', '5000', 'failed'],
    ['9', '5000', 'running'],
  ])('a request in the state %s with the code %s is %s', async (state, code, expected) => {
    const extractionId = await start();
    endWith({ state, code });
    expect(await port.extraction(extractionId)).toEqual({ extractionId, state: expected });
  });

  it.each([
    ['302', 'wrong-credential'],
    ['303', 'wrong-credential'],
    ['5001', 'wrong-credential'],
    ['5004', 'failed'],
    ['5011', 'rate-limited'],
  ])('a request that the tax authority answers with %s is %s', async (refusal, expected) => {
    const extractionId = await start();
    endWith({ refusal });
    expect(await port.extraction(extractionId)).toEqual({ extractionId, state: expected });
  });

  it.each(['301', '404', '5006', '5012'])('a request that it answers with %s is asked about again', async (refusal) => {
    const extractionId = await start();
    endWith({ refusal, times: 1 });
    await expect(port.extraction(extractionId)).rejects.toThrow(`code ${refusal}`);
    expect(await port.extraction(extractionId)).toMatchObject({ state: 'finished' });
  });

  it('a request for too many invoices (5003) is divided until it fits', async () => {
    const uuids = await issue(['2026-01-10', '2026-01-20', '2026-02-01', '2026-02-10', '2026-02-20', '2026-03-01']);
    let found = await port.extraction(await start());
    for (let question = 0; question < 5 && found.state === 'running'; question += 1)
      found = await port.extraction(found.extractionId);
    expect(found.state).toBe('finished');
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(found.extractionId, cursor);
      listed.push(...page.invoices.map(({ uuid }) => uuid));
      cursor = page.next;
    } while (cursor !== null);
    expect(listed.toSorted()).toEqual(uuids.toSorted());
  });
});

describe('a package', () => {
  it('is downloaded once and read again after a crash, because it is given only twice', async () => {
    await issue(['2026-02-01', '2026-02-02']);
    const extractionId = await start();
    for (let life = 0; life < 4; life += 1) {
      port = world.port();
      expect((await list(extractionId)).invoices).toHaveLength(2);
    }
    expect(world.server.calls('PeticionDescargaMasivaTercerosEntrada')).toBe(1);
  });

  it.each(['5004', '5007', '5008'] as const)(
    'a package that is lost on its way twice (%s) is extracted again',
    async (code) => {
      world.server.records.goneCode = code;
      await issue(['2026-02-01']);
      const extractionId = await start();
      world.server.script('accepted-then-lost', 'PeticionDescargaMasivaTercerosEntrada', 2);
      await expect(list(extractionId)).rejects.toMatchObject({ name: 'SyncUnavailable' });
      await expect(list(extractionId)).rejects.toMatchObject({ name: 'SyncUnavailable' });
      await expect(list(extractionId)).rejects.toMatchObject({ name: 'ExtractionGone' });
      now += 1000;
      expect((await list(await start())).invoices).toHaveLength(1);
    },
  );

  it.each(['error-500', 'html', 'cut-off', 'redirect', 'empty', 'uncontrolled', 'accepted-then-lost'] as const)(
    '[SIS-01] is asked for again after an answer of the kind "%s"',
    async (fault) => {
      await issue(['2026-02-01']);
      const extractionId = await start();
      world.server.script(fault, 'PeticionDescargaMasivaTercerosEntrada');
      await expect(list(extractionId)).rejects.toMatchObject({ name: 'SyncUnavailable' });
      expect((await list(extractionId)).invoices).toHaveLength(1);
    },
  );
});
