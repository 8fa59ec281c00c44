import { parseCfdi } from '@anticipa/cfdi/read';
import { verifyFile } from '@anticipa/cfdi/verify';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { rfcCheckDigitMatches } from '@anticipa/domain/receiver';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type InvoiceSpec, makeInvoices } from './cfdi-generator.ts';
import { demoClients, demoReceivers, domesticReceivers, foreignReceivers } from './demo-parties.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const today = dateOf('2026-11-20');
const issuer = demoClients.norte;
let bench: TestPki;

beforeAll(async () => {
  bench = await makeTestPki();
});
afterAll(() => bench.remove());

const make = (count: number, seed: number, override?: (index: number) => Partial<InvoiceSpec>) =>
  makeInvoices({ pki: bench.pki, issuer, count, seed, today, ...(override && { override }) });
const verify = (bytes: Uint8Array) =>
  verifyFile(bytes, { trust: bench.trust, clientRfc: issuer.rfc, unknownAuthority: 'refuse' });
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

describe('the demo parties', () => {
  it('the demo parties have distinct tax ids with a correct check digit', () => {
    const ids = [...Object.values(demoClients), ...domesticReceivers].map(({ rfc }) => rfc);
    expect(ids.filter((rfc) => !rfcCheckDigitMatches(rfc))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(foreignReceivers.map(({ rfc }) => rfc)).toEqual(Array(3).fill('XEXX010101000'));
  });

  it('the demo parties have awkward names', () => {
    const names = demoReceivers.map(({ name }) => name);
    expect(Math.max(...names.map((name) => name.length))).toBe(120);
    for (const odd of [/&/, /Ñ/, /[ÁÉÍÓÚ]/, /"/, /</]) expect(names.some((name) => odd.test(name))).toBe(true);
  });
});

describe('generated invoices', () => {
  it('[CAR-03] generated invoices pass verification with exactly the fields of their spec', async () => {
    for (const { bytes, spec } of await make(120, 1)) {
      const verdict = verify(bytes);
      expect(verdict).toMatchObject({
        ok: true,
        isStampPending: false,
        checks: { seal: 'ok', selloCfd: 'ok', stamp: 'ok', certificate: 'ok' },
        cfdi: {
          version: spec.version,
          uuid: spec.uuid,
          series: spec.series,
          folio: spec.folio,
          issuer: { rfc: issuer.rfc, name: issuer.name },
          receiver: {
            rfc: spec.receiver.rfc,
            name: spec.receiver.name,
            taxResidence: spec.receiver.abroad?.country ?? null,
            taxId: spec.receiver.abroad?.taxId ?? null,
          },
          currency: spec.currency,
          exchangeRate: spec.exchangeRate,
          totalCents: spec.totalCents,
          emittedOn: spec.emittedOn,
          emittedAt: `${spec.emittedOn}T${spec.emittedTime}`,
          paymentMethod: spec.paymentMethod,
          paymentConditions: spec.conditions,
        },
      });
    }
  });

  it('[CAR-03] generated invoices pass verification in 3.3', async () => {
    const old = dateOf('2022-12-15');
    for (const { bytes } of await make(10, 2, () => ({ version: '3.3', emittedOn: old }))) {
      expect(verify(bytes)).toMatchObject({ ok: true, cfdi: { version: '3.3', emittedOn: old } });
    }
  });

  it('generated invoices cover pesos, dollars, PPD, PUE, every receiver and the sixty days before today', async () => {
    const specs = (await make(300, 3)).map(({ spec }) => spec);
    const seen = <T>(value: (spec: InvoiceSpec) => T): Set<T> => new Set(specs.map(value));
    expect(seen((spec) => spec.currency)).toEqual(new Set(['MXN', 'USD']));
    expect(seen((spec) => spec.paymentMethod)).toEqual(new Set(['PPD', 'PUE']));
    expect(seen((spec) => spec.receiver.name).size).toBe(demoReceivers.length);
    expect(seen((spec) => spec.uuid).size).toBe(300);
    const days = specs.map((spec) => spec.emittedOn).sort();
    expect([days[0], days.at(-1)]).toEqual([addDays(today, -60), addDays(today, -1)]);
  });

  it('generated invoices depend only on the seed', async () => {
    const [first, again, other] = await Promise.all([make(3, 4), make(3, 4), make(3, 5)]);
    expect(again.map(({ bytes }) => text(bytes))).toEqual(first.map(({ bytes }) => text(bytes)));
    expect(other.map(({ spec }) => spec.uuid)).not.toEqual(first.map(({ spec }) => spec.uuid));
  });

  it('applies overrides', async () => {
    const [made] = await make(1, 6, () => ({ totalCents: 11_600_000n, currency: 'USD', exchangeRate: '17.5' }));
    expect(made && verify(made.bytes)).toMatchObject({ ok: true, cfdi: { total: '116000.00', currency: 'USD' } });
  });
});

describe('altering a sealed invoice', () => {
  /** Sealed attributes of the Comprobante, its parties and its concepts. */
  const sealed = [
    'Serie',
    'Folio',
    'Fecha',
    'SubTotal',
    'Moneda',
    'Total',
    'MetodoPago',
    'Rfc',
    'Nombre',
    'Descripcion',
    'Importe',
  ];
  const everything = { series: 'A', conditions: 'Neto 30' } as const;

  test.each(sealed)('[CAR-04] breaks the seal when %s changes', async (name) => {
    const [made] = await make(1, 7, () => everything);
    const altered = text(made?.bytes ?? new Uint8Array()).replace(new RegExp(` ${name}="[^"]`), ` ${name}="7`);
    const verdict = verify(Buffer.from(altered));
    expect(verdict.checks.seal).toBe('failed');
    expect(verdict.ok).toBe(false);
  });

  it('[CAR-04] never passes with different fields, whichever character changes', async () => {
    const [made] = await make(1, 8, () => everything);
    const original = made?.bytes ?? new Uint8Array();
    const proven = JSON.stringify(fieldsIn(original));
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 32, max: 126 }), (at, byte) => {
        const altered = Uint8Array.from(original);
        altered[at] = byte;
        const verdict = verify(altered);
        // If it still verifies, only the spelling may differ (white space, quotes), never a field.
        return !verdict.ok || JSON.stringify(fieldsIn(altered)) === proven;
      }),
      { numRuns: 1_500 },
    );
  });

  it('[CAR-05] never throws when truncated, repeated or shuffled', async () => {
    const [made] = await make(1, 9);
    const original = made?.bytes ?? new Uint8Array();
    const cut = fc.tuple(fc.nat(original.length), fc.nat(original.length));
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
        verify(Buffer.concat(cuts.map(([a, b]) => original.subarray(Math.min(a, b), Math.max(a, b)))));
      }),
      { numRuns: 500 },
    );
  });

  it('[CAR-04] allows an added addenda, which is not sealed', async () => {
    const [made] = await make(1, 10);
    const withAddenda = text(made?.bytes ?? new Uint8Array()).replace(
      '</cfdi:Comprobante>',
      '<cfdi:Addenda><vence el="2030-01-01" Total="1.00"/></cfdi:Addenda></cfdi:Comprobante>',
    );
    expect(verify(Buffer.from(withAddenda))).toMatchObject({ ok: true, cfdi: { totalCents: made?.spec.totalCents } });
  });

  it('[CAR-04] keeps the hash of the seal when the stamp is forged', async () => {
    const [made] = await make(1, 11);
    const forged = text(made?.bytes ?? new Uint8Array()).replace(
      made?.spec.uuid ?? '',
      '00000000-0000-4000-8000-000000000000',
    );
    const [before, after] = [made?.bytes ?? new Uint8Array(), Buffer.from(forged)].map((bytes) =>
      verifyFile(bytes, {
        trust: { ...bench.trust, stampCertificates: new Map() },
        clientRfc: issuer.rfc,
        unknownAuthority: 'refuse',
      }),
    );
    expect(before?.ok && before.isStampPending).toBe(true);
    expect(after?.ok && before?.ok && after.cfdi.sealSha256 === before.cfdi.sealSha256).toBe(true);
    expect(verify(Buffer.from(forged))).toMatchObject({ ok: false, motive: 'STAMP_BROKEN' });
  });
});

function fieldsIn(bytes: Uint8Array) {
  const parsed = parseCfdi(bytes);
  return parsed.ok ? parsed.document.seen : parsed.motive;
}
