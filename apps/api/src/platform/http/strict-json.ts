/** Strict JSON: refuses texts that two parsers could interpret differently. */

/** Nesting of arrays and objects. */
const MAX_DEPTH = 20;
/** Per object; several times the maximum of any call. */
const MAX_KEYS = 100;

/** The body is not an unambiguous JSON text. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An escaped NUL, which text columns cannot store, but not an escaped backslash followed by its letters. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Parses UTF-8 JSON; throws MalformedJson for bad syntax, a duplicate or poisonous key, a NUL, depth over 20 or 100 keys. */
export const parseStrictJson = (bytes: Uint8Array): unknown => {
  try {
    const text = utf8.decode(bytes);
    if (NUL.test(text)) throw new MalformedJson('a NUL');
    // Checked before parsing, because a million levels or keys keep the parser busy for a second.
    assertUnambiguous(text);
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof MalformedJson ? error : new MalformedJson('not JSON');
  }
};

/** Scans a text that may not be JSON; skips strings by their quotes, so large values cost almost nothing. */
function assertUnambiguous(text: string): void {
  const open: (Set<string> | null)[] = [];
  // In an object, a string after the brace or a comma is a key.
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (expectsKey && keys) addKey(keys, text.slice(at, end + 1));
      expectsKey = false;
      at = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw new MalformedJson('too deep');
      expectsKey = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      expectsKey = false;
    } else if (char === ',') {
      expectsKey = open.at(-1) instanceof Set;
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  if (end === -1) throw new MalformedJson('a text without end');
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function addKey(keys: Set<string>, quoted: string): void {
  const key = String(JSON.parse(quoted));
  if (keys.has(key)) throw new MalformedJson('repeated key');
  if (key === '__proto__') throw new MalformedJson('forbidden key');
  keys.add(key);
  if (keys.size > MAX_KEYS) throw new MalformedJson('too many keys');
}
