/** Strict decoding of bytes: silently replacing a bad byte would change the signed text. */
import type { FileMotive } from '@anticipa/domain/motives';
import { MAX_FILE_BYTES } from './limits.ts';

export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly motive: FileMotive };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';

/** Without UTF-16: a declaration that can be read byte by byte is not written in it. */
const declared: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'windows-1252': 'windows-1252',
};
/** The first two bytes of UTF-16: a byte-order mark, or the first `<`. */
const UTF_16: readonly (readonly [number, number, Encoding])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x3c, 0, 'utf-16le'],
  [0, 0x3c, 'utf-16be'],
];
const DECLARATION = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const DECLARATION_BYTES = 256;

const refused = (motive: FileMotive): Decoded => ({ ok: false, motive });

/**
 * Decodes an XML file by its byte-order mark, else its declaration, else as UTF-8. Supports UTF-8, ISO-8859-1,
 * windows-1252 and UTF-16; a byte invalid in the encoding refuses the file.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_FILE_BYTES) return refused('FILE_TOO_LARGE');
  const encoding = encodingOf(bytes);
  if (!encoding) return refused(startsLikeXml(bytes) ? 'XML_ENCODING' : 'FILE_NOT_XML');
  const text = decodeAs(bytes, encoding);
  if (text === null) return refused(startsLikeXml(bytes) ? 'XML_ENCODING' : 'FILE_NOT_XML');
  const start = text.trimStart();
  if (start === '') return refused('FILE_EMPTY');
  return start.startsWith('<') ? { ok: true, text } : refused('FILE_NOT_XML');
}

function encodingOf(bytes: Uint8Array): Encoding | null {
  const wide = UTF_16.find(([first, second]) => bytes[0] === first && bytes[1] === second);
  if (wide) return wide[2];
  // A byte-order mark of UTF-8 comes before the declaration, which then does not count.
  const name = DECLARATION.exec(headOf(bytes))?.[1];
  return name === undefined ? 'utf-8' : (declared[name.toLowerCase()] ?? null);
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): string | null {
  // TextDecoder treats 'iso-8859-1' as windows-1252.
  if (encoding === 'iso-8859-1') return Buffer.from(bytes).toString('latin1');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function startsLikeXml(bytes: Uint8Array): boolean {
  return /^(\xef\xbb\xbf)?\s*<|^\xff\xfe|^\xfe\xff/.test(headOf(bytes));
}

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
