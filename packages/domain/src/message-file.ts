/** Documents that go with a message about an invoice. Their bytes say what they are, not their names. */

export const MAX_MESSAGE_FILES = 3;
/** Largest document, and largest sum of those of one message, whose call is as large as an upload. */
export const MAX_MESSAGE_FILE_BYTES = 2_000_000;
export const MAX_MESSAGE_TEXT = 4000;

export const messageFileTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/xml'] as const;
export type MessageFileType = (typeof messageFileTypes)[number];

const signatures: readonly (readonly [MessageFileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** The type of a document, by its bytes; null for one that is not kept. `isXml` says of a text whether it is a document. */
export function messageFileType(bytes: Uint8Array, isXml: (text: string) => boolean): MessageFileType | null {
  if (bytes.length === 0 || bytes.length > MAX_MESSAGE_FILE_BYTES) return null;
  const known = signatures.find(([, start]) => start.every((byte, place) => bytes[place] === byte));
  if (known) return known[0];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trimStart().startsWith('<') && isXml(text) ? 'text/xml' : null;
  } catch {
    return null;
  }
}

const extensions: Readonly<Record<MessageFileType, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'text/xml': /\.xml$/i,
};
const lastPart: Readonly<Record<MessageFileType, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'text/xml': '.xml',
};
const MAX_NAME = 255;

/** The name of a document with the extension of its type: who downloads it opens it by its name. */
export const messageFileName = (name: string, type: MessageFileType): string => {
  const shown = name.replace(/\p{Cf}/gu, '');
  if (extensions[type].test(shown)) return shown;
  return `${shown.slice(0, MAX_NAME - lastPart[type].length).toWellFormed()}${lastPart[type]}`;
};
