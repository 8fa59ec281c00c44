import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** Folder of this file: in the bundle, beside all of its other files and their source maps. */
const FOLDER = new URL('.', import.meta.url).href;
const PLACE = /(file:\/\/\S+?\.js):(\d+):(\d+)/g;
const MAX_KNOWN = 1000;

const known = new Map<string, string>();

/** Null if it cannot be read: an error must be logged all the same. */
const mapOf = (file: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return null;
  }
};

/**
 * A stack trace of the bundle with the places in our source files. Node's own `--enable-source-maps` keeps every map in
 * memory, 50 MB in the API; here one is read for a place that was not met before.
 */
export function inSources(stack: string): string {
  const maps = new Map<string, SourceMap | null>();
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    if (!file.startsWith(FOLDER)) return place;
    const found = known.get(place);
    if (found !== undefined) return found;
    const map = maps.get(file) ?? mapOf(file);
    maps.set(file, map);
    const origin = map?.findOrigin(Number(line), Number(column));
    const source =
      origin && 'fileName' in origin
        ? `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(place, source);
    return source;
  });
}
