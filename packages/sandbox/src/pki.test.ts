import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { makeTrust, originOf, pinnableAs, TAX_AUTHORITY_RFC } from '@anticipa/cfdi/trust';
import { loadTrust, pinCertificate } from '@anticipa/cfdi/trust-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoClients } from './demo-parties.ts';
import { openDemoPki } from './pki.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const holder = { rfc: 'DÑA030919P28', name: 'DISTRIBUIDORA ÑANDÚ & COMPAÑÍA' };
let bench: TestPki;

beforeAll(async () => {
  bench = await makeTestPki();
});
afterAll(() => bench.remove());

describe('the demo PKI', () => {
  it('makes sealing certificates like the tax authority’s', async () => {
    const certificate = parseCertificate((await bench.pki.sealerFor(holder)).certificate);
    expect(certificate).toMatchObject({ rfc: holder.rfc, holder: holder.name, isSealing: true, isAuthority: false });
    expect(certificate?.number).toMatch(/^\d{20}$/);
    expect(certificate && originOf(certificate, bench.trust)).toBe('trusted');
  });

  it('distinguishes an e.firma, an authority and a stamping certificate from a sealing one', async () => {
    const personal = await bench.pki.flawedSealerFor(holder, 'personal');
    expect(parseCertificate(personal.certificate)).toMatchObject({ isSealing: false, rfc: holder.rfc });
    expect(parseCertificate(bench.pki.authorityCertificate)).toMatchObject({ isSealing: false, isAuthority: true });
    expect(parseCertificate(bench.pki.stamp.certificate)).toMatchObject({ rfc: TAX_AUTHORITY_RFC });
  });

  it('gives concurrent openers the same keys and certificates', async () => {
    const folder = path.join(bench.dataDir, 'race');
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDemoPki(folder)));
    const sealers = await Promise.all(opened.map((pki) => pki.sealerFor(demoClients.sur)));
    const distinct = (list: readonly Uint8Array[]) => new Set(list.map((one) => Buffer.from(one).toString('hex'))).size;
    expect(distinct(opened.map((pki) => pki.authorityCertificate))).toBe(1);
    expect(distinct(opened.map((pki) => pki.stamp.certificate))).toBe(1);
    expect(distinct(sealers.map((signer) => signer.certificate))).toBe(1);
    expect(distinct(sealers.map((signer) => signer.privateKey.export({ type: 'pkcs8', format: 'der' })))).toBe(1);
    expect((await readdir(path.join(folder, 'demo-pki'))).filter((name) => !/\.(pem|cer)$/.test(name))).toEqual([]);
  });

  it('makes its keys unreadable to other users', async () => {
    const key = await stat(path.join(bench.dataDir, 'demo-pki', 'authority.pem'));
    expect(key.mode & 0o077).toBe(0);
  });
});

describe('trust of an installation', () => {
  it('includes the demo authority only outside production', async () => {
    expect((await loadTrust(bench.dataDir, false)).material.authorities).toHaveLength(1);
    expect(await loadTrust(bench.dataDir, true)).toEqual({
      material: { authorities: [], stampCertificates: [] },
      ignored: [],
      hasTaxAuthority: false,
    });
  });

  it('includes a test authority in production only where a rehearsal names its folder', async () => {
    const folder = path.join(bench.dataDir, 'demo-pki');
    const { material, hasTaxAuthority } = await loadTrust(path.join(bench.dataDir, 'elsewhere'), true, folder);
    expect(material.authorities).toEqual([Buffer.from(bench.pki.authorityCertificate)]);
    expect(material.stampCertificates).toHaveLength(1);
    expect(hasTaxAuthority).toBe(false);
  });

  it('pins only listed authorities and certificates of pinned ones', async () => {
    const sealing = await bench.pki.sealerFor(holder);
    const refused = { ok: false, reason: 'not-known' };
    expect(await pinCertificate(bench.dataDir, bench.pki.authorityCertificate)).toEqual(refused);
    expect(await pinCertificate(bench.dataDir, bench.pki.stamp.certificate)).toEqual(refused);
    expect(await pinCertificate(bench.dataDir, sealing.certificate)).toEqual(refused);
    expect(await pinCertificate(bench.dataDir, Buffer.from('no'))).toEqual({ ok: false, reason: 'not-a-certificate' });
  });

  it('ignores an unknown file in its folder', async () => {
    const folder = path.join(bench.dataDir, 'trust');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'planted.cer'), bench.pki.authorityCertificate);
    await writeFile(path.join(folder, 'garbage.cer'), 'garbage');
    const loaded = await loadTrust(bench.dataDir, true);
    expect(loaded).toMatchObject({ ignored: ['garbage.cer', 'planted.cer'], hasTaxAuthority: false });
    expect(loaded.material).toEqual({ authorities: [], stampCertificates: [] });
    await rm(folder, { recursive: true });
  });

  it('accepts a stamping certificate only of the tax authority itself', async () => {
    const pinned = makeTrust({ authorities: [bench.pki.authorityCertificate], stampCertificates: [] });
    const stamp = parseCertificate(bench.pki.stamp.certificate);
    const sealing = parseCertificate((await bench.pki.sealerFor(holder)).certificate);
    expect(stamp?.rfc).toBe('SAT970701NN3');
    expect(stamp && pinnableAs(stamp, pinned)).toBe('stamp');
    expect(sealing && pinnableAs(sealing, pinned)).toBeNull();
  });

  it('distinguishes a forged signature of a pinned authority from an unpinned authority', async () => {
    const forged = parseCertificate((await bench.pki.flawedSealerFor(holder, 'forged-authority')).certificate);
    const foreign = parseCertificate((await bench.pki.flawedSealerFor(holder, 'foreign-authority')).certificate);
    expect(forged && originOf(forged, bench.trust)).toBe('forged');
    expect(foreign && originOf(foreign, bench.trust)).toBe('unknown');
    const other = (await openDemoPki(path.join(bench.dataDir, 'other'))).authorityCertificate;
    const both = makeTrust({ authorities: [other, bench.pki.authorityCertificate], stampCertificates: [] });
    expect(forged && originOf(forged, both)).toBe('forged');
  });

  it('skips what is no certificate among the pinned ones', () => {
    const garbage = Buffer.from('garbage');
    const trust = makeTrust({
      authorities: [garbage, bench.pki.authorityCertificate],
      stampCertificates: [garbage, bench.pki.stamp.certificate],
    });
    expect(trust.authorities).toHaveLength(1);
    expect(trust.stampCertificates.size).toBe(1);
  });

  // Repeated here, so that no change of the pinned authorities passes unseen.
  it.each([
    ['1ac6325143920fc047b6506e42540944fa6590b44560807b564c5603d15add8e', 'authority'],
    ['054e8f213ff2228254d8f87ec43d2e7c2eda628d927c270b9a77d1d09eef9418', 'authority'],
    ['6d1d1f871f0d69233fc94526fecf826bee67181782d6b7e5320b279c97e8dac7', 'authority'],
    ['cbf3e084a86cac5ef1060b9242196eec15e8786931ffff05466ba7becd43b15e', 'authority'],
    ['a86baf49b2e91d0141722c4e7026ab246183a8072926e9983edbd4e5ba72515d', 'authority'],
    ['a86baf49b2e91d0141722c4e7026ab246183a8072926e9983edbd4e5ba72515e', null],
  ])('an authority with the hash %s is pinnable as %s', (sha256, role) => {
    const authority = parseCertificate(bench.pki.authorityCertificate);
    const nothing = makeTrust({ authorities: [], stampCertificates: [] });
    expect(authority && pinnableAs({ ...authority, sha256 }, nothing)).toBe(role);
  });
});
