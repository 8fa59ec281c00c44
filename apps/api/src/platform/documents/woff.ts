import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/**
 * Leaves the substitution of figures by figures of one width, and no other: Spanish needs none, and looking for them
 * took half of the time of a document. Changes the table in place.
 */
function keepOnlyFigures(substitutions: Buffer): void {
  const list = substitutions.readUInt16BE(6);
  for (let index = 0; index < substitutions.readUInt16BE(list); index += 1) {
    const feature = list + 2 + index * 6;
    if (substitutions.toString('latin1', feature, feature + 4) !== 'tnum')
      substitutions.write('none', feature, 'latin1');
  }
}

/**
 * The OpenType font in a WOFF 1.0 file (W3C, https://www.w3.org/TR/WOFF/). The PDF library inflates the outlines of a
 * WOFF file again for each glyph, which took most of the time of a document.
 */
export function openTypeOf(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(WOFF_HEADER + index * WOFF_ENTRY);
    const offset = entry.readUInt32BE(4);
    const stored = woff.subarray(offset, offset + entry.readUInt32BE(8));
    const length = entry.readUInt32BE(12);
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.subarray(16, 20),
      data: stored.length < length ? inflateSync(stored) : stored,
    };
  });
  const substitutions = tables.find(({ tag }) => tag.toString('latin1') === 'GSUB');
  if (substitutions !== undefined) keepOnlyFigures(substitutions.data);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  const largestPower = 2 ** Math.floor(Math.log2(tables.length));
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(largestPower * 16, 6);
  font.writeUInt16BE(Math.log2(largestPower), 8);
  font.writeUInt16BE((tables.length - largestPower) * 16, 10);
  let offset = SFNT_HEADER + tables.length * SFNT_ENTRY;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    tag.copy(font, entry);
    checksum.copy(font, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(data.length, entry + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
}
