/** JSON as one meaning only: a text that two readers could understand differently is refused. */

/** Most levels of arrays and objects inside each other. */
const MAX_DEPTH = 20;

/** The body is not one unambiguous JSON text. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The escape of a NUL, which no text column can hold, and not a backslash followed by its letters. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Reads UTF-8 JSON; throws MalformedJson for bad syntax, a repeated or poisonous key, a NUL, and depth over 20. */
export const parseStrictJson = (bytes: Uint8Array): unknown => {
  let value: unknown;
  let text: string;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new MalformedJson('not JSON');
  }
  if (NUL.test(text)) throw new MalformedJson('a NUL');
  assertUnambiguous(text);
  return value;
};

/** Walks a text that is known to be JSON; strings are skipped by their quotes, so large values cost next to nothing. */
function assertUnambiguous(text: string): void {
  const open: (Set<string> | null)[] = [];
  // A string is a key where an object waits for one: after its brace and after each comma.
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
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
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
}
