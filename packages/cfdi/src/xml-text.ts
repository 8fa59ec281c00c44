/** Strict decoding of bytes: silently replacing a bad byte would change the signed text. */
import type { FileMotive } from '@anticipa/domain/motives';
import { MAX_FILE_BYTES } from './limits.ts';
import type { Place } from './xml-tree.ts';

export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly motive: FileMotive; readonly place: Place | null };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1' | 'iso-8859-15';

/**
 * Encodings that a declaration readable byte by byte may name. UTF-16 is then a mistake of tools that save the text as
 * UTF-8. ASCII is part of UTF-8.
 */
const declared: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-8',
  'utf-16le': 'utf-8',
  'utf-16be': 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'iso8859-1': 'iso-8859-1',
  iso88591: 'iso-8859-1',
  'iso_8859-1': 'iso-8859-1',
  latin1: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
  'iso-8859-15': 'iso-8859-15',
  'iso8859-15': 'iso-8859-15',
  'latin-9': 'iso-8859-15',
  latin9: 'iso-8859-15',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};
/** The first two bytes of UTF-16: a byte-order mark, or the first `<`. */
const UTF_16: readonly (readonly [number, number, Encoding])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x3c, 0, 'utf-16le'],
  [0, 0x3c, 'utf-16be'],
];
const DECLARATION = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const HEAD_BYTES = 512;
/** Debris left by tools before the first `<`: marks, white space, NUL and the answer of a service. */
const BEFORE = /^(?:OK)?(?:\xef\xbb\xbf|[\s\0\uFEFF])*(?:OK)?(?:\xef\xbb\xbf|[\s\0\uFEFF])*(?=<)/;
const NOTHING = /^(?:\xef\xbb\xbf|[\s\0\uFEFF])*$/;

const refused = (motive: FileMotive, place: Place | null = null): Decoded => ({ ok: false, motive, place });

/**
 * Decodes an XML file by its byte-order mark, else its declaration, else as UTF-8; a byte invalid in the encoding refuses the
 * file. Leaves out what stands before the first `<` and after the last `>`, where a CFDI has nothing.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_FILE_BYTES) return refused('FILE_TOO_LARGE');
  const wide = UTF_16.find(([first, second]) => bytes[0] === first && bytes[1] === second)?.[2];
  if (wide) return decodeWide(bytes, wide);
  const head = headOf(bytes);
  if (NOTHING.test(head)) return bytes.length <= HEAD_BYTES ? refused('FILE_EMPTY') : inside(bytes);
  const start = BEFORE.exec(head)?.[0].length;
  if (start === undefined) return refused('FILE_NOT_XML');
  const end = bytes.lastIndexOf(0x3e) + 1;
  // Any markup after it belongs to a file that was cut off.
  const isWhole = end > start && !bytes.includes(0x3c, end);
  const content = bytes.subarray(start, isWhole ? end : bytes.length);
  // A byte-order mark of UTF-8 comes before the declaration, which then does not count.
  const name = head.startsWith(UTF_8_MARK) ? undefined : DECLARATION.exec(headOf(content))?.[1];
  const encoding = name === undefined ? 'utf-8' : declared[name.toLowerCase()];
  if (!encoding) return refused('XML_ENCODING', { line: 1, column: 1, name: name ?? null });
  const text = decodeAs(content, encoding);
  return text === null ? refused('XML_ENCODING', placeOfBadByte(content)) : { ok: true, text };
}

const UTF_8_MARK = '\xef\xbb\xbf';

/** A long file that begins with nothing. */
function inside(bytes: Uint8Array): Decoded {
  const from = bytes.findIndex((byte) => ![0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf].includes(byte));
  return from === -1 ? refused('FILE_EMPTY') : decodeXml(bytes.subarray(from));
}

function decodeWide(bytes: Uint8Array, encoding: Encoding): Decoded {
  // Half a character at the end is what a tool left there, such as a NUL.
  const text = decodeAs(bytes.subarray(0, bytes.length - (bytes.length % 2)), encoding);
  if (text === null) return refused('XML_ENCODING', null);
  const start = BEFORE.exec(text)?.[0].length;
  if (start === undefined) return refused(NOTHING.test(text) ? 'FILE_EMPTY' : 'FILE_NOT_XML');
  const end = text.lastIndexOf('>') + 1;
  return { ok: true, text: text.slice(start, end > 0 && !text.includes('<', end) ? end : undefined) };
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

/** Position of the first byte that is not UTF-8. */
function placeOfBadByte(bytes: Uint8Array): Place {
  const [before = ''] = new TextDecoder('utf-8').decode(bytes).split('\uFFFD');
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, name: null };
}

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
