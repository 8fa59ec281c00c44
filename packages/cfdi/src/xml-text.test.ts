import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MAX_FILE_BYTES } from './limits.ts';
import { decodeXml } from './xml-text.ts';

const NAME = 'Ñandú & Güera';
const document = (encoding: string | null): string =>
  `<?xml version="1.0"${encoding === null ? '' : ` encoding="${encoding}"`}?><a b="${NAME}"/>`;
const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const BOM = '\uFEFF';

describe('decoding a file', () => {
  const readable: readonly (readonly [string, Uint8Array])[] = [
    ['UTF-8 without a declaration', Buffer.from(document(null))],
    ['UTF-8 declared', Buffer.from(document('UTF-8'))],
    ['utf8 declared in lower case without a dash', Buffer.from(document('utf8'))],
    ['UTF-8 with a byte-order mark', Buffer.from(BOM + document('UTF-8'))],
    ['ISO-8859-1', Buffer.from(document('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(document('windows-1252'), 'latin1')],
    ['UTF-16 little endian with a mark', utf16(BOM + document('UTF-16'), false)],
    ['UTF-16 big endian with a mark', utf16(BOM + document('UTF-16'), true)],
    ['UTF-16 little endian without a mark', utf16(document('UTF-16'), false)],
    ['UTF-16 big endian without a mark', utf16(document('UTF-16'), true)],
    [
      'declared with spaces around the sign',
      Buffer.from(document('windows-1252').replace('encoding=', 'encoding = '), 'latin1'),
    ],
    ['UTF-8 after a space', Buffer.from(` ${document(null)}`)],
    [
      'UTF-8 after a comment that declares something else',
      Buffer.from(`<!-- ${document('ISO-8859-1')} --><a b="${NAME}"/>`),
    ],
    ['US-ASCII declared of letters that are UTF-8', Buffer.from(document('us-ascii'))],
    ['latin1 declared', Buffer.from(document('latin1'), 'latin1')],
    ['ISO-8859-15', Buffer.from(document('ISO-8859-15'), 'latin1')],
    ['UTF-8 that is declared as UTF-16', Buffer.from(document('UTF-16'))],
    ['a declaration after a line break', Buffer.from(`\r\n${document('ISO-8859-1')}`, 'latin1')],
    ['a declaration after a mark and a line break', Buffer.from(`${BOM}\r\n${document('UTF-8')}`)],
    ['two marks', Buffer.from(BOM + BOM + document('UTF-8'))],
    ['an answer of a service around it', Buffer.from(`OK\n${document('UTF-8')}\r\nOK`)],
    ['NUL and the end of a DOS file after it', Buffer.from(`${document('UTF-8')}\r\n\x1A\0\0`)],
    ['bytes that are no text after it', Buffer.concat([Buffer.from(document('UTF-8')), Buffer.from([0xff, 0xf1])])],
    ['UTF-16 with a NUL after it', Buffer.concat([utf16(BOM + document('UTF-16'), false), Buffer.from([0])])],
    ['UTF-16 after a line break', utf16(`${BOM}\r\n${document('UTF-16')}OK`, false)],
    ['a document after many blanks', Buffer.from(' '.repeat(2_000) + document('UTF-8'))],
    ['declared in single quotes', Buffer.from(document('UTF-8').replaceAll('"', "'"))],
  ];
  test.each(readable)('[CAR-03] reads %s', (_, bytes) => {
    const decoded = decodeXml(bytes);
    expect(decoded.ok && decoded.text).toContain(NAME);
    expect(decoded.ok && decoded.text).toMatch(/^<.*>$/s);
  });

  it('[CAR-03] prefers the byte-order mark to the declaration', () => {
    const decoded = decodeXml(Buffer.from(BOM + document('ISO-8859-1')));
    expect(decoded.ok && decoded.text).toContain(NAME);
  });

  it('distinguishes ISO-8859-1 from windows-1252', () => {
    const bytes = (encoding: string) =>
      Buffer.concat([
        Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a b="`),
        Buffer.from([0x80]),
        Buffer.from('"/>'),
      ]);
    const latin = decodeXml(bytes('ISO-8859-1'));
    const windows = decodeXml(bytes('windows-1252'));
    expect(latin.ok && latin.text).toContain('"\u0080"');
    expect(windows.ok && windows.text).toContain('"€"');
  });

  const refused: readonly (readonly [string, Uint8Array, string])[] = [
    ['no bytes', new Uint8Array(), 'FILE_EMPTY'],
    ['white space only', Buffer.from(' \n\t '), 'FILE_EMPTY'],
    ['a byte-order mark only', Buffer.from(BOM), 'FILE_EMPTY'],
    ['one byte too many', Buffer.alloc(MAX_FILE_BYTES + 1, ' '), 'FILE_TOO_LARGE'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xE2\xE3', 'latin1'), 'FILE_NOT_XML'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff]), 'FILE_NOT_XML'],
    ['plain text', Buffer.from('factura 100.00'), 'FILE_NOT_XML'],
    [
      'a byte that UTF-8 does not have',
      Buffer.concat([Buffer.from('<a b="'), Buffer.from([0xf1]), Buffer.from('"/>')]),
      'XML_ENCODING',
    ],
    [
      'an overlong UTF-8 sequence',
      Buffer.concat([Buffer.from('<a b="'), Buffer.from([0xc0, 0xaf]), Buffer.from('"/>')]),
      'XML_ENCODING',
    ],
    [
      'half a surrogate pair in UTF-16',
      Buffer.concat([utf16(`${BOM}<a b="`, false), Buffer.from([0x3d, 0xd8]), utf16('"/>', false)]),
      'XML_ENCODING',
    ],
    [
      'half a surrogate pair in UTF-16 big endian',
      Buffer.concat([utf16(`${BOM}<a b="`, true), Buffer.from([0xd8, 0x3d]), utf16('"/>', true)]),
      'XML_ENCODING',
    ],
    [
      'a byte that UTF-8 does not have, after a byte-order mark and a space',
      Buffer.concat([Buffer.from(`${BOM} <a b="`), Buffer.from([0xf1]), Buffer.from('"/>')]),
      'XML_ENCODING',
    ],
    ['half a mark of little endian', Buffer.from([0xff, 0x3c, 0x61, 0x2f, 0x3e]), 'FILE_NOT_XML'],
    ['half a mark of big endian', Buffer.from([0xfe, 0x3c, 0x61, 0x2f, 0x3e]), 'FILE_NOT_XML'],
    ['an unsupported encoding', Buffer.from(document('Shift_JIS')), 'XML_ENCODING'],
    ['UTF-7', Buffer.from(document('UTF-7')), 'XML_ENCODING'],
    ['text before it', Buffer.from(`Factura ${document(null)}`), 'FILE_NOT_XML'],
  ];
  test.each(refused)('[CAR-04] refuses %s', (_, bytes, motive) => {
    expect(decodeXml(bytes)).toMatchObject({ ok: false, motive });
  });

  it.each([
    [
      'a byte that UTF-8 does not have',
      Buffer.from('<a>\n<b c="\xf1"/></a>', 'latin1'),
      { line: 2, column: 7, name: null },
    ],
    ['an unknown encoding', Buffer.from(document('Shift_JIS')), { line: 1, column: 1, name: 'Shift_JIS' }],
  ])('[CAR-04] says where there is %s', (_, bytes, place) => {
    expect(decodeXml(bytes)).toEqual({ ok: false, motive: 'XML_ENCODING', place });
  });

  it('[CAR-05] keeps the end of a file that was cut off', () => {
    for (const bytes of [Buffer.from('<a/><b'), utf16(`${BOM}<a/><b`, false)])
      expect(decodeXml(bytes)).toEqual({ ok: true, text: '<a/><b' });
  });

  it('accepts the largest file', () => {
    const bytes = Buffer.from(`<a/>${' '.repeat(MAX_FILE_BYTES - 4)}`);
    expect(decodeXml(bytes).ok).toBe(true);
  });

  it('[CAR-05] never throws for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void decodeXml(bytes)));
  });
});
