import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateOf } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { breakInvoice } from './broken-invoices.ts';
import { demoClients } from './demo-parties.ts';
import { makeTestPki, type TestPki } from './test-pki.ts';

const program = fileURLToPath(new URL('./cfdi-cli.ts', import.meta.url));
let bench: TestPki;
let made: string;

interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly complaint: string;
}

function cfdi(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: bench.dataDir, NODE_ENV: '', ...environment };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, complaint) => {
      resolve({ code: child.exitCode ?? -1, lines: stdout.split('\n').filter((line) => line !== ''), complaint });
    });
  });
}

beforeAll(async () => {
  bench = await makeTestPki();
  made = path.join(bench.dataDir, 'made');
  await cfdi(['make', '--issuer', demoClients.norte.rfc, '--count', '5', '--seed', '7', '--out', made]);
});
afterAll(() => bench.remove());

const files = async () => (await readdir(made)).sort().map((name) => path.join(made, name));

describe('making invoices', () => {
  it('writes the requested number of sealed and stamped files', async () => {
    expect(await files()).toHaveLength(5);
  });

  test.each([
    ['no issuer', ['--count', '1', '--seed', '1', '--out', 'x']],
    ['an issuer that is not a tax id', ['--issuer', 'NOBODY', '--count', '1', '--seed', '1', '--out', 'x']],
    ['no invoices', ['--issuer', 'MNO150401AB9', '--count', '0', '--seed', '1', '--out', 'x']],
    ['a seed in words', ['--issuer', 'MNO150401AB9', '--count', '1', '--seed', 'one', '--out', 'x']],
    ['an unknown option', ['--issuer', 'MNO150401AB9', '--count', '1', '--seed', '1', '--out', 'x', '--y', '1']],
  ])('refuses %s with the usage', async (_, args) => {
    expect(await cfdi(['make', ...args])).toMatchObject({ code: 2, complaint: expect.stringContaining('Usage:') });
  });

  it('makes nothing in production', async () => {
    const args = ['make', '--issuer', 'MNO150401AB9', '--count', '1', '--seed', '1', '--out', made];
    expect(await cfdi(args, { NODE_ENV: 'production' })).toMatchObject({ code: 1, lines: [] });
  });
});

describe('reading files', () => {
  it('[CAR-03] prints one JSON line per file with its fields and checks', async () => {
    const names = await files();
    const { code, lines } = await cfdi(['read', ...names]);
    expect(code).toBe(0);
    const found = lines.map((line) => JSON.parse(line));
    expect(found.map(({ file, ok }) => [file, ok])).toEqual(names.map((name) => [name, true]));
    expect(Object.keys(found[0])).toEqual(
      [
        'file ok version uuid type serie folio issuerRfc issuerName receiverRfc receiverName currency exchangeRate',
        'total emittedOn paymentMethod checks',
      ]
        .join(' ')
        .split(' '),
    );
    expect(found[0].checks).toEqual({ seal: 'ok', selloCfd: 'ok', stamp: 'ok', certificate: 'ok' });
  });

  it('[CAR-04] prints motive and fields of a refused file and exits with 0', async () => {
    const options = { pki: bench.pki, issuer: demoClients.norte, seed: 1, today: dateOf('2026-11-20') };
    const folder = path.join(bench.dataDir, 'broken');
    await mkdir(folder);
    const kinds = ['total-altered', 'doctype', 'foreign-authority', 'credit-note'] as const;
    const names = kinds.map((kind) => path.join(folder, `${kind}.xml`));
    for (const [at, kind] of kinds.entries()) {
      await writeFile(names[at] ?? '', (await breakInvoice(kind, options)).bytes);
    }
    const { code, lines } = await cfdi(['read', ...names]);
    const found = lines.map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(found.map(({ ok, motive }) => [ok, motive])).toEqual([
      [false, 'SEAL_BROKEN'],
      [false, 'XML_DOCTYPE'],
      [true, undefined],
      [false, 'NOT_INCOME'],
    ]);
    expect(found[0]).toMatchObject({ issuerRfc: demoClients.norte.rfc, checks: { seal: 'failed', certificate: 'ok' } });
    expect(found[1]).toMatchObject({ checks: { seal: 'unknown', certificate: 'unknown' } });
    expect(found[2]).toMatchObject({ checks: { seal: 'ok', certificate: 'unknown' } });
    expect(found[3]).toMatchObject({ type: 'E', checks: { seal: 'ok' } });
  });

  it('does not trust the demo authority in production', async () => {
    const { lines } = await cfdi(['read', ...(await files())], { NODE_ENV: 'production' });
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ checks: { seal: 'ok', stamp: 'unknown', certificate: 'unknown' } });
    }
  });

  it('reads the other files and exits with 1 if one cannot be opened', async () => {
    const [name = ''] = await files();
    const ended = await cfdi(['read', path.join(made, 'missing.xml'), name]);
    expect(ended).toMatchObject({ code: 1, complaint: expect.stringContaining('missing.xml') });
    expect(ended.lines).toHaveLength(1);
  });

  test.each([[['read']], [['trust', 'add']], [['trust', 'remove', 'x']], [['write']], [[]]])(
    'refuses %j',
    async (args) => {
      expect((await cfdi(args)).code).toBe(2);
    },
  );
});

describe('pinning a certificate', () => {
  it('refuses one that was not issued by the tax authority', async () => {
    const file = path.join(bench.dataDir, 'demo-pki', 'authority.cer');
    const ended = await cfdi(['trust', 'add', file], { NODE_ENV: 'production' });
    expect(ended).toMatchObject({ code: 1, lines: [], complaint: expect.stringContaining('neither an authority') });
  });

  it('refuses anything but a certificate, and a missing file', async () => {
    const [name = ''] = await files();
    expect(await readFile(name, 'utf8')).toContain('Comprobante');
    expect((await cfdi(['trust', 'add', name])).code).toBe(1);
    expect((await cfdi(['trust', 'add', 'missing.cer'])).code).toBe(1);
  });
});
