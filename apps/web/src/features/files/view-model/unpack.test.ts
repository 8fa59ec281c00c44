import { motiveTexts } from '@anticipa/texts/motive-texts';
import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ZipProblem, ZipRefusal, zipEntries } from '../../../lib/zip.ts';
import { es } from '../es.ts';
import { unpack } from './unpack.ts';

const zipOf = (files: Zippable, name = 'facturas.zip'): File => new File([zipSync(files)], name);
const xml = strToU8('<factura/>');

const outcome = async (...files: readonly File[]) => {
  const { files: sent, refused } = await unpack(files);
  return {
    sent: await Promise.all(sent.map(async (file) => [file.name, await file.text()])),
    refused: refused.map(({ name, why }) => [name, why]),
  };
};

describe('[CAR-01] picked files', () => {
  it('picks the XML of an archive, from its folders, without the PDF beside them and what systems add', async () => {
    const archive = zipOf({
      'marzo/A-1.xml': xml,
      'marzo/A-1.pdf': strToU8('%PDF'),
      'marzo/Ñ-2.XML': [xml, { level: 0 }],
      '__MACOSX/marzo/._A-1.xml': xml,
      '.oculto/B.xml': xml,
    });
    expect(await outcome(archive)).toEqual({
      sent: [
        ['A-1.xml', '<factura/>'],
        ['Ñ-2.XML', '<factura/>'],
      ],
      refused: [],
    });
  });

  it('keeps a PDF beside an XML, to be refused by name', async () => {
    const picked = [new File(['%PDF'], 'A-1.pdf'), new File(['<factura/>'], 'A-1.xml')];
    expect((await unpack(picked)).files).toEqual(picked);
  });

  it('names an archived file above the size of a file, and sends the others', async () => {
    const large = (size: number): [Uint8Array, { level: 0 }] => [new Uint8Array(size), { level: 0 }];
    const { files, refused } = await unpack([zipOf({ 'a/A.xml': large(1_572_865), 'B.xml': large(1_572_864) })]);
    expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([['B.xml', 1_572_864, 'text/xml']]);
    expect(refused).toEqual([{ name: 'facturas.zip › A.xml', why: motiveTexts.FILE_TOO_LARGE }]);
  });

  it('picks nothing from an archive of more than 200 MB, with more than 5,000 files or of a bomb', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`${index}.xml`, new Uint8Array()]));
    const huge = Object.defineProperty(zipOf({ 'A.xml': xml }), 'size', { value: 200 * 1024 * 1024 + 1 });
    const bomb = zipOf({ 'A.xml': new Uint8Array(1_000_000) });
    expect((await outcome(zipOf(many), huge, bomb)).refused.map(([, why]) => why)).toEqual([
      es.zip['too-many-files'],
      es.zip['too-large'],
      es.zip['too-large'],
    ]);
  });

  it('name an archive that is damaged, empty, encrypted, or has another inside', async () => {
    const encrypted = zipSync({ 'A.xml': xml });
    for (const at of [6, 8]) {
      const header =
        at === 6
          ? 0
          : encrypted.findLastIndex(
              (_, index) => encrypted[index] === 0x50 && encrypted[index + 1] === 0x4b && encrypted[index + 2] === 1,
            );
      encrypted[header + at] = (encrypted[header + at] ?? 0) | 1;
    }
    expect(
      await outcome(
        new File(['PK no es un zip'], 'roto.zip'),
        zipOf({ 'leeme.txt': xml }, 'vacio.zip'),
        new File([encrypted], 'secreto.zip'),
        zipOf({ 'otro.zip': zipSync({ 'A.xml': xml }), 'B.xml': xml }),
      ),
    ).toEqual({
      sent: [['B.xml', '<factura/>']],
      refused: [
        ['roto.zip', es.zip.damaged],
        ['vacio.zip', es.zip.empty],
        ['secreto.zip', es.zip.encrypted],
        ['facturas.zip › otro.zip', es.zip.nested],
      ],
    });
  });
});

it.each([
  ['a line break after it', [new Uint8Array(), strToU8('\r\n')]],
  ['a line break before it', [strToU8('\r\n'), new Uint8Array()]],
  ['both', [strToU8('HTTP/1.1 200 OK\r\n\r\n'), new Uint8Array(300)]],
] as const)('[CAR-01] an archive with %s is read all the same', async (_, [before, after]) => {
  const zip = zipSync({ 'A.xml': xml, 'B.xml': xml });
  expect(await outcome(new File([before, zip, after], 'facturas.zip'))).toEqual({
    sent: [
      ['A.xml', '<factura/>'],
      ['B.xml', '<factura/>'],
    ],
    refused: [],
  });
});

describe('[CAR-05] a hostile archive', () => {
  const problemOf = async (archive: File): Promise<ZipProblem | 'read'> => {
    try {
      const entries = await zipEntries(archive, { files: 3, total: 1_000, ratio: 10 }, () => true);
      for (const entry of entries) await entry.read();
      return 'read';
    } catch (error) {
      if (error instanceof ZipRefusal) return error.problem;
      throw error;
    }
  };
  const changed = (at: (bytes: Uint8Array) => number, value: number): File => {
    const bytes = zipSync({ 'A.xml': strToU8('Fifty letters, none of them worth compressing: end') });
    bytes[at(bytes)] = value;
    return new File([bytes], 'a.zip');
  };
  const central = (bytes: Uint8Array): number => new DataView(bytes.buffer).getUint32(bytes.length - 6, true);

  it('is refused for too many files, too many bytes or too high a ratio before anything is unpacked', async () => {
    const many = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`${index}.xml`, xml]));
    expect(await problemOf(zipOf(many))).toBe('too-many-files');
    expect(await problemOf(zipOf({ 'A.xml': [new Uint8Array(1_001), { level: 0 }] }))).toBe('too-large');
    expect(await problemOf(zipOf({ 'A.xml': new Uint8Array(900) }))).toBe('too-large');
  });

  it('is refused if a file is larger or smaller than announced, or lies elsewhere', async () => {
    expect(await problemOf(changed((bytes) => central(bytes) + 24, 49))).toBe('damaged');
    expect(await problemOf(changed((bytes) => central(bytes) + 24, 51))).toBe('damaged');
    expect(await problemOf(changed((bytes) => central(bytes) + 42, 1))).toBe('damaged');
    expect(await problemOf(changed((bytes) => central(bytes) + 20, 255))).toBe('damaged');
    expect(await problemOf(changed((bytes) => central(bytes) + 10, 12))).toBe('damaged');
  });

  it('is refused if two files share bytes', async () => {
    const bytes = zipSync({ 'A.xml': [xml, { level: 0 }], 'B.xml': [xml, { level: 0 }] });
    const second = central(bytes) + 46 + 'A.xml'.length;
    bytes.fill(0, second + 42, second + 46);
    expect(await problemOf(new File([bytes], 'a.zip'))).toBe('damaged');
  });

  it('however mutated is read within the limits or refused', async () => {
    const sound = zipSync({ 'A.xml': strToU8('x'.repeat(50)), 'b/B.xml': [xml, { level: 0 }] });
    const mutation = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(mutation, fc.nat(sound.length), async (changes, length) => {
        const bytes = sound.slice(0, length < 10 ? sound.length - length : sound.length);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        await problemOf(new File([bytes], 'a.zip'));
      }),
      { numRuns: 500 },
    );
  });
});
