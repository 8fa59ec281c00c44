import { verifyFile } from '@anticipa/cfdi/verify';
import { dateOf } from '@anticipa/domain/calendar';
import { fileMotives, rejectionMotives } from '@anticipa/domain/motives';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { breakInvoice, brokenKinds, motiveOf } from './broken-invoices.ts';
import { demoClients } from './demo-parties.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const today = dateOf('2026-11-20');
const issuer = demoClients.norte;
const rejections: readonly string[] = rejectionMotives;
const refusedKinds = brokenKinds.filter((kind) => !rejections.includes(motiveOf(kind)));
let bench: TestPki;

beforeAll(async () => {
  bench = await makeTestPki();
});
afterAll(() => bench.remove());

const make = (kind: (typeof brokenKinds)[number], seed = 1, version: '3.3' | '4.0' = '4.0') =>
  breakInvoice(kind, { pki: bench.pki, issuer, seed, today, version });
const verify = (bytes: Uint8Array, unknownAuthority: 'refuse' | 'report' = 'refuse') =>
  verifyFile(bytes, { trust: bench.trust, clientRfc: issuer.rfc, unknownAuthority });

describe.each(['3.3', '4.0'] as const)('refusing a broken file of version %s', (version) => {
  test.each(refusedKinds.map((kind) => [kind, motiveOf(kind)]))(
    '[CAR-04] refuses "%s" with %s',
    async (kind, motive) => {
      for (const seed of [1, 2, 3]) {
        const found = refusedKinds.find((one) => one === kind);
        const { bytes } = await make(found ?? 'empty', seed, version);
        expect(verify(bytes)).toMatchObject({ ok: false, motive });
      }
    },
  );
});

it.each(['SelloCFD', 'Sello'])('[CAR-03] reads a sound invoice with white space in %s alone', async (name) => {
  const { bytes } = await make('too-old');
  const spaced = Buffer.from(bytes)
    .toString()
    .replace(new RegExp(` ${name}="(.{20})`), ` ${name}="$1\r\n `);
  expect(verify(Buffer.from(spaced))).toMatchObject({ ok: true, checks: { seal: 'ok', selloCfd: 'ok', stamp: 'ok' } });
});

describe('refusing a broken file', () => {
  it('covers every motive of the reader with a file', () => {
    const given = new Set(refusedKinds.map(motiveOf));
    // Only the server checks earlier uploads and financed currencies.
    expect(fileMotives.filter((motive) => !given.has(motive))).toEqual(['ALREADY_UPLOADED', 'CURRENCY_UNSUPPORTED']);
  });

  test.each(['euros', 'total-zero', 'in-the-future', 'too-old'] as const)(
    'lets "%s" through as a sound CFDI, for the server to reject',
    async (kind) => {
      expect(verify((await make(kind)).bytes).ok).toBe(true);
    },
  );

  it('runs every check even after the first failure', async () => {
    const checksOf = async (kind: (typeof brokenKinds)[number]) => verify((await make(kind)).bytes).checks;
    expect(await checksOf('total-altered')).toEqual({ seal: 'failed', selloCfd: 'ok', stamp: 'ok', certificate: 'ok' });
    expect(await checksOf('stamp-of-another')).toEqual({
      seal: 'ok',
      selloCfd: 'failed',
      stamp: 'ok',
      certificate: 'ok',
    });
    expect(await checksOf('uuid-altered')).toEqual({ seal: 'ok', selloCfd: 'ok', stamp: 'failed', certificate: 'ok' });
    expect(await checksOf('sealed-with-e-firma')).toEqual({
      seal: 'ok',
      selloCfd: 'ok',
      stamp: 'ok',
      certificate: 'failed',
    });
    expect(await checksOf('not-xml')).toEqual({
      seal: 'unknown',
      selloCfd: 'unknown',
      stamp: 'unknown',
      certificate: 'unknown',
    });
    expect(await checksOf('credit-note')).toEqual({ seal: 'ok', selloCfd: 'ok', stamp: 'ok', certificate: 'ok' });
    expect(await checksOf('not-stamped')).toEqual({
      seal: 'ok',
      selloCfd: 'failed',
      stamp: 'failed',
      certificate: 'ok',
    });
  });

  it('reports an unpinned authority only on request', async () => {
    const { bytes } = await make('foreign-authority');
    expect(verify(bytes, 'report')).toMatchObject({ ok: true, checks: { certificate: 'unknown' } });
    const forged = await make('forged-authority');
    expect(verify(forged.bytes, 'report')).toMatchObject({ ok: false, motive: 'CERTIFICATE_UNTRUSTED' });
  });

  it('[CAR-04] names the wrong issuer before a broken seal', async () => {
    const { bytes } = await make('other-issuer');
    const altered = Buffer.from(Buffer.from(bytes).toString().replace(' Folio="', ' Folio="9'));
    expect(verify(altered)).toMatchObject({ motive: 'ISSUER_NOT_CLIENT', checks: { seal: 'failed' } });
  });

  it('accepts any issuer without a client', async () => {
    const { bytes } = await make('other-issuer');
    const rules = { trust: bench.trust, clientRfc: null, unknownAuthority: 'refuse' } as const;
    expect(verifyFile(bytes, rules).ok).toBe(true);
  });
});
