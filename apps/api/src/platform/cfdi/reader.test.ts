import { loadTrust } from '@anticipa/cfdi/trust-store';
import { dateOf } from '@anticipa/domain/calendar';
import { breakInvoice, brokenKinds } from '@anticipa/sandbox/broken-invoices';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { type CfdiReader, type CfdiReaderOptions, startCfdiReader } from './reader.ts';

const issuer = demoClients.norte;
const today = dateOf('2026-11-20');
/** Maximum CPU time of the event loop per hostile file. */
const MAX_LOOP_MS = 50;
let bench: TestPki;
let reader: CfdiReader;

const start = async (options: Partial<CfdiReaderOptions> = {}) =>
  startCfdiReader({ material: (await loadTrust(bench.dataDir, false)).material, threads: 1, ...options });

beforeAll(async () => {
  bench = await makeTestPki();
  reader = await start({ threads: 2 });
});
afterAll(async () => {
  await reader.close();
  await bench.remove();
});

/** A file near the size limit that takes a thread far longer than a legitimate one. */
const heavy = (): Uint8Array => {
  const certificate = Buffer.from(bench.pki.stamp.certificate).toString('base64');
  const parts = ['<cfdi:Concepto><cfdi:ComplementoConcepto>'.repeat(14), '<cfdi:Parte>'.repeat(30)];
  const leaves = `<cfdi:InformacionAduanera NumeroPedimento="${'x'.repeat(60)}"/>`.repeat(13_000);
  const ends = ['</cfdi:Parte>'.repeat(30), '</cfdi:ComplementoConcepto></cfdi:Concepto>'.repeat(14)];
  return Buffer.from(
    `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Certificado="${certificate}"><cfdi:Conceptos>` +
      `${parts.join('')}${leaves}${ends.join('')}</cfdi:Conceptos></cfdi:Comprobante>`,
  );
};

describe('reading off the event loop', () => {
  it('[CAR-03] verifies many files concurrently', async () => {
    const made = await makeInvoices({ pki: bench.pki, issuer, count: 60, seed: 1, today });
    const verdicts = await Promise.all(made.map(({ bytes }) => reader.read(bytes, issuer.rfc)));
    const uuids = verdicts.map((verdict) => (verdict !== 'busy' && verdict.ok ? verdict.cfdi.uuid : verdict));
    expect(uuids).toEqual(made.map(({ spec }) => spec.uuid));
  });

  it('[CAR-04] refuses a file of another client', async () => {
    const [made] = await makeInvoices({ pki: bench.pki, issuer, count: 1, seed: 2, today });
    expect(await reader.read(made?.bytes ?? new Uint8Array(), demoClients.sur.rfc)).toMatchObject({
      ok: false,
      motive: 'ISSUER_NOT_CLIENT',
    });
  });

  it('does not detach the caller’s bytes', async () => {
    const [made] = await makeInvoices({ pki: bench.pki, issuer, count: 1, seed: 3, today });
    const bytes = made?.bytes ?? new Uint8Array();
    const { length } = bytes;
    await reader.read(bytes, issuer.rfc);
    expect(bytes.length).toBe(length);
  });
});

describe('hostile files', () => {
  const hostile: readonly (readonly [string, () => Uint8Array])[] = [
    ['50,000 levels', () => Buffer.from('<a>'.repeat(50_000))],
    [
      '60,000 attributes',
      () => Buffer.from(`<a ${Array.from({ length: 60_000 }, (_, at) => `x${at}=""`).join(' ')}/>`),
    ],
    [
      '50,000 namespaces',
      () => Buffer.from(`<a ${Array.from({ length: 50_000 }, (_, at) => `xmlns:x${at}="u"`).join(' ')}/>`),
    ],
    ['an entity bomb', () => Buffer.from(`<!DOCTYPE a [${'<!ENTITY a "&b;&b;">'.repeat(60_000)}]><a>&a;</a>`)],
    ['300,000 references', () => Buffer.from(`<a b="${'&amp;'.repeat(300_000)}"/>`)],
    ['a huge comment', () => Buffer.from(`<a><!--${'- '.repeat(700_000)}--></a>`)],
    ['a huge CDATA section', () => Buffer.from(`<a><![CDATA[${'] '.repeat(700_000)}]]></a>`)],
    ['a certificate of a megabyte', () => Buffer.from(`<a Certificado="${'A'.repeat(1_400_000)}"/>`)],
    ['an original string that explodes', heavy],
  ];
  test.each(hostile)('[CAR-05] refuses %s without blocking the event loop', async (_, make) => {
    const bytes = make();
    // CPU time of this thread, independent of other load.
    const before = process.threadCpuUsage();
    const verdict = await reader.read(bytes, issuer.rfc);
    const { user, system } = process.threadCpuUsage(before);
    expect(verdict).toMatchObject({ ok: false });
    expect((user + system) / 1_000).toBeLessThan(MAX_LOOP_MS);
  });

  it('[CAR-05] gives a motive for every broken file', async () => {
    for (const kind of brokenKinds) {
      const { bytes } = await breakInvoice(kind, { pki: bench.pki, issuer, seed: 4, today });
      expect(await reader.read(bytes, issuer.rfc)).not.toBe('busy');
    }
  });

  it('[CAR-05] ends a thread that exceeds its time, refuses the file and replaces the thread', async () => {
    const hasty = await start({ budgetMs: 15 });
    onTestFinished(() => hasty.close());
    expect(await hasty.read(heavy(), issuer.rfc)).toMatchObject({ ok: false, motive: 'XML_TOO_COMPLEX', seen: null });
    // On a busy machine even this can exceed it.
    const next = () => hasty.read(Buffer.from('no'), issuer.rfc);
    await expect.poll(next).toMatchObject({ ok: false, motive: 'FILE_NOT_XML' });
  });
});

it('starts threads for waiting files, at most its number, and ends them when idle', async () => {
  const frugal = await start({ threads: 2, idleMs: 0 });
  onTestFinished(() => frugal.close());
  expect(frugal.threads()).toBe(0);
  for (const [files, threads] of [
    [1, 1],
    [5, 2],
  ]) {
    const answers = Array.from({ length: files ?? 0 }, () => frugal.read(Buffer.from('no'), issuer.rfc));
    expect(frugal.threads()).toBe(threads);
    expect(await Promise.all(answers)).not.toContain('busy');
    await expect.poll(() => frugal.threads()).toBe(0);
  }
});

describe('limits of the reader', () => {
  it('answers busy when the queue is full, and verifies the accepted files', async () => {
    const small = await start({ maxWaiting: 2 });
    onTestFinished(() => small.close());
    const answers = await Promise.all(Array.from({ length: 5 }, () => small.read(Buffer.from('no'), issuer.rfc)));
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(3);
    expect(answers.filter((answer) => answer !== 'busy' && !answer.ok)).toHaveLength(2);
  });

  it('answers busy to all waiting files when it closes, and afterwards', async () => {
    const closing = await start();
    const waiting = Array.from({ length: 3 }, () => closing.read(Buffer.from('no'), issuer.rfc));
    await closing.close();
    expect(await Promise.all(waiting)).toEqual(['busy', 'busy', 'busy']);
    expect(await closing.read(Buffer.from('no'), issuer.rfc)).toBe('busy');
  });
});
