import { makeTrust } from '@anticipa/cfdi/trust';
import { verifyFile } from '@anticipa/cfdi/verify';
import { type Signer, sealInvoice, stampInvoice } from '@anticipa/cfdi/write';
import { dateOf } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, invoiceDraft, specAt, stampData } from './cfdi-generator.ts';
import { demoClients } from './demo-parties.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const issuer = demoClients.norte;
let bench: TestPki;
let current: Signer;
let expired: Signer;

beforeAll(async () => {
  bench = await makeTestPki();
  current = await bench.pki.sealerFor(issuer);
  expired = await bench.pki.flawedSealerFor(issuer, 'expired');
});
afterAll(() => bench.remove());

const verify = (sealer: Signer, emittedAt: string, stampedAt = emittedAt, trust = bench.trust) => {
  const [date = '', emittedTime = ''] = emittedAt.split('T');
  const spec = { ...specAt({ issuer, seed: 1, today: dateOf(date) }, 0), emittedOn: dateOf(date), emittedTime };
  const sealed = sealInvoice(invoiceDraft(spec), spec.version, sealer);
  const { bytes } = fileOf(spec, stampInvoice(sealed, { ...stampData(spec), stampedAt }, bench.pki.stamp));
  return verifyFile(bytes, { trust, clientRfc: issuer.rfc, unknownAuthority: 'refuse' });
};
const verdict = (sealer: Signer, emittedAt: string, stampedAt?: string): string => {
  const verified = verify(sealer, emittedAt, stampedAt);
  return verified.ok ? 'ok' : verified.motive;
};

// The certificates are valid from 2021; the expired one until the end of 2021, in UTC. Local time is 5 to 8 hours behind.
describe('an invoice and the time of its certificates', () => {
  it.each([
    ['while the certificate was valid, and it has ended since', '2021-06-15T10:00:00', 'ok'],
    ['in its first second, in the westernmost zone', '2020-12-31T16:00:00', 'ok'],
    ['a second before', '2020-12-31T15:59:59', 'CERTIFICATE_NOT_VALID_ON_DATE'],
    ['in its last second, in Cancún', '2021-12-31T19:00:00', 'ok'],
    ['a second after', '2021-12-31T19:00:01', 'CERTIFICATE_NOT_VALID_ON_DATE'],
  ])('[CAR-04] sealed %s', (_when, emittedAt, expected) => {
    expect(verdict(expired, emittedAt)).toBe(expected);
  });

  it('[CAR-04] sealed before the certificate was valid, which is valid now', () => {
    expect(verdict(current, '2020-06-15T10:00:00')).toBe('CERTIFICATE_NOT_VALID_ON_DATE');
    expect(verdict(current, '2026-06-15T10:00:00')).toBe('ok');
  });

  it.each([
    ['2020-12-31T16:00:00', 'ok'],
    ['2020-12-31T15:59:59', 'STAMP_BROKEN'],
    ['2039-12-30T19:00:00', 'ok'],
    ['2039-12-30T19:00:01', 'STAMP_BROKEN'],
  ])('[CAR-04] stamped at %s: %s', (stampedAt, expected) => {
    expect(verdict(current, '2021-06-15T10:00:00', stampedAt)).toBe(expected);
  });

  it('[CAR-04] stamped by a certificate that is not pinned waits for the tax authority', () => {
    const trust = makeTrust({ authorities: [bench.pki.authorityCertificate], stampCertificates: [] });
    const at = '2026-06-15T10:00:00';
    expect(verify(current, at, at)).toMatchObject({ ok: true, isStampPending: false, checks: { stamp: 'ok' } });
    expect(verify(current, at, at, trust)).toMatchObject({
      ok: true,
      isStampPending: true,
      checks: { stamp: 'unknown' },
    });
  });
});
