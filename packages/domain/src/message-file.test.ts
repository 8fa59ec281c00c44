import { expect, test } from 'vitest';
import { MAX_MESSAGE_FILE_BYTES, messageFileName, messageFileType } from './message-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

test.each([
  ['a PDF', bytes('%PDF-1.7'), 'application/pdf'],
  ['a PNG', png, 'image/png'],
  ['a JPEG', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['an XML after a mark of its encoding', bytes('\uFEFF<a/>'), 'text/xml'],
  ['a page', bytes('<html>'), null],
  ['a program', bytes('MZ\u0090'), null],
  ['a text', bytes('hola'), null],
  ['nothing', bytes(''), null],
  ['a PDF of more than two megabytes', bytes(`%PDF-${'x'.repeat(MAX_MESSAGE_FILE_BYTES)}`), null],
])('[EFE-27] the bytes of %s say what may be kept', (_case, content, type) => {
  expect(messageFileType(content, (text) => text.endsWith('/>'))).toBe(type);
});

test.each([
  ['Acuse.PDF', 'application/pdf', 'Acuse.PDF'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['estado de cuenta.html', 'application/pdf', 'estado de cuenta.html.pdf'],
  ['nota.hta', 'text/xml', 'nota.hta.xml'],
  ['foto', 'image/png', 'foto.png'],
  ['acuse\u202Efdp.html', 'application/pdf', 'acusefdp.html.pdf'],
  ['x'.repeat(255), 'image/jpeg', `${'x'.repeat(251)}.jpg`],
] as const)('[EFE-27] %s of type %s gets the extension by which it is opened', (name, type, kept) => {
  expect(messageFileName(name, type)).toBe(kept);
});
