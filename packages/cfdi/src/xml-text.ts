/** Strict decoding of bytes: silently replacing a bad byte would change the signed text. */
import type { FileMotive } from '@anticipa/domain/motives';
import { MAX_FILE_BYTES } from './limits.ts';

export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly motive: FileMotive };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';

const declared: Readonly<Record<string, Encoding | 'utf-16'>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16',
};
const DECLARATION = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const DECLARATION_BYTES = 256;

const refused = (motive: FileMotive): Decoded => ({ ok: false, motive });

/**
 * Decodes an XML file by its byte-order mark, else its declaration, else as UTF-8. Supports UTF-8, ISO-8859-1,
 * windows-1252 and UTF-16; a byte invalid in the encoding refuses the file.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return refused('FILE_EMPTY');
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
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const name = DECLARATION.exec(Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1'))?.[1];
  if (name === undefined) return 'utf-8';
  const encoding = declared[name.toLowerCase()];
  // A UTF-16 declaration that can be read byte by byte is false.
  return encoding === undefined || encoding === 'utf-16' ? null : encoding;
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
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1').replace('\u00ef\u00bb\u00bf', '');
  return (
    head.trimStart().startsWith('<') ||
    (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff)
  );
}
