import { describe, expect, it } from 'vitest';
import { derChildren, derOid, derText, derTime, readDer } from './der.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const node = (tag: number, value: Uint8Array) => ({ tag, raw: value, value });
const shown = (found: ReturnType<typeof readDer>) =>
  found && { tag: found.tag, header: found.raw.length - found.value.length, length: found.value.length };

describe('a node', () => {
  it.each([
    ['without content', '05 00', { tag: 5, header: 2, length: 0 }],
    ['with its length in the first byte', '04 03 010203', { tag: 4, header: 2, length: 3 }],
    ['of 127 bytes', `04 7f ${'00'.repeat(127)}`, { tag: 4, header: 2, length: 127 }],
    ['of 128 bytes', `04 81 80 ${'00'.repeat(128)}`, { tag: 4, header: 3, length: 128 }],
    ['of 258 bytes', `04 82 0102 ${'00'.repeat(258)}`, { tag: 4, header: 4, length: 258 }],
    ['with a length of three bytes', '04 83 000001 ff', { tag: 4, header: 5, length: 1 }],
    ['followed by others', '04 01 ff 05 00', { tag: 4, header: 2, length: 1 }],
  ])('%s', (_case, hex, expected) => {
    expect(shown(readDer(bytes(hex)))).toEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['only a tag', '04'],
    ['one byte short', '04 03 0102'],
    ['a length that is cut off', '04 82 01'],
    ['an indefinite length', '30 80 0000'],
    ['a length of four bytes', '04 84 00000001 ff'],
    ['a tag of several bytes', '1f 01 00'],
  ])('refuses %s', (_case, hex) => {
    expect(readDer(bytes(hex))).toBeNull();
  });

  it('gives its children in order, and none when one of them is malformed', () => {
    expect(derChildren(readDer(bytes('30 05 0201 07 0500'))).map(({ tag }) => tag)).toEqual([2, 5]);
    expect(derChildren(readDer(bytes('30 04 0201 07 05')))).toEqual([]);
    expect(derChildren(readDer(bytes('04 02 0500')))).toEqual([]);
    expect(derChildren(undefined)).toEqual([]);
  });
});

describe('what nodes hold', () => {
  it.each([
    ['55 04 03', '2.5.4.3'],
    ['2a 86 48 86 f7 0d 01 01 0b', '1.2.840.113549.1.1.11'],
    ['00', '0.0'],
    ['27', '0.39'],
    ['28', '1.0'],
    ['4f', '1.39'],
    ['50', '2.0'],
    ['88 37', '2.999'],
  ])('the object identifier %s is %s', (hex, dotted) => {
    expect(derOid(node(6, bytes(hex)))).toBe(dotted);
  });

  it('no other node is an object identifier', () => {
    expect([derOid(node(4, bytes('550403'))), derOid(undefined)]).toEqual(['', '']);
  });

  it.each([
    ['UTF-8', 0x0c, Buffer.from('Ñandú', 'utf8'), 'Ñandú'],
    ['printable', 0x13, Buffer.from('Nandu', 'latin1'), 'Nandu'],
    ['T.61', 0x14, Buffer.from('Ñandú', 'latin1'), 'Ñandú'],
    ['two bytes each', 0x1e, bytes('00d1 0061'), 'Ña'],
    ['two bytes each, and half of one', 0x1e, bytes('00d1 00'), 'Ñ'],
    ['bits', 0x03, bytes('00 41 42'), 'AB'],
  ])('text of the kind: %s', (_kind, tag, value, text) => {
    expect(derText(node(tag, value))).toBe(text);
  });

  it('no node has no text', () => {
    expect(derText(undefined)).toBe('');
  });

  it.each([
    ['260310170000Z', '2026-03-10T17:00:00Z'],
    ['491231235959Z', '2049-12-31T23:59:59Z'],
    ['500101000000Z', '1950-01-01T00:00:00Z'],
    ['20500101000000Z', '2050-01-01T00:00:00Z'],
  ])('the time %s is %s', (text, instant) => {
    expect(derTime(node(0x17, Buffer.from(text)))).toBe(Date.parse(instant));
  });

  it.each([
    '',
    '260310170000',
    '2603101700Z',
    '260310170000-0600',
    'x260310170000Z',
    '260310170000Zx',
    '261310170000Z',
  ])('"%s" is no time', (text) => {
    expect(derTime(node(0x17, Buffer.from(text)))).toBeNaN();
  });
});
