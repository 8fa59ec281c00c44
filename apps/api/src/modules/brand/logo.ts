/** Pictures of a logo: an SVG without what only its editor needs, and PNGs that every reader can draw. */
import { crc32, inflateSync } from 'node:zlib';
import { done, type Outcome, refuseEach } from '@anticipa/domain/errors';
import { logoBounds } from '@anticipa/domain/logo';
import { SaxesParser } from 'saxes';
import { escapeHtml } from '../../platform/http/html.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** Elements that only draw. */
const DRAWING = new Set(
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask pattern filter feGaussianBlur feOffset feBlend feFlood feComposite feMerge feMergeNode feColorMatrix style'.split(
    ' ',
  ),
);
/** Invisible elements, which drawing programs and search engines leave in a file. */
const UNSEEN = new Set(['metadata', 'title', 'desc']);
const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 40;
/** Fonts, styles and pictures of elsewhere; a reference within the file is `url(#name)`. */
const LOADS =
  /@import|@font-face|@charset|javascript:|expression\(|url\(\s*(?!["']?#)|\b(?:image-set|cross-fade|image|src)\(|\\/i;

class Unsafe extends Error {}
class Unreadable extends Error {}

/** The same drawing without comments, declarations and what belongs to an editor; refused if it could run or load something. */
export function cleanSvg(text: string): Outcome<{ readonly svg: string; readonly size: Size }> {
  try {
    return drawingOf(text);
  } catch (cause) {
    return refuseEach(cause instanceof Unsafe ? 'LOGO_UNSAFE' : 'LOGO_UNREADABLE', ['svg']);
  }
}

function drawingOf(text: string): Outcome<{ readonly svg: string; readonly size: Size }> {
  const parser = new SaxesParser({ xmlns: true });
  const parts: string[] = [];
  const names: string[] = [];
  let size: Size | null = null;
  let elements = 0;
  /** Depth of the unseen element that is being left out; 0 if there is none. */
  let skipped = 0;
  parser.on('error', () => {
    throw new Unreadable();
  });
  // An entity can hide anything, and a style sheet of elsewhere loads something.
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new Unsafe();
  });
  parser.on('processinginstruction', () => {
    throw new Unsafe();
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || names.length >= MAX_DEPTH) throw new Unreadable();
    names.push(local);
    if (skipped > 0) return;
    if (names.length === 1 && (uri !== SVG || local !== 'svg')) throw new Unreadable();
    if (uri !== SVG || UNSEEN.has(local)) {
      skipped = names.length;
      return;
    }
    if (!DRAWING.has(local)) throw new Unsafe();
    const kept = Object.values(attributes).flatMap(({ uri: of, local: name, value }) => keptAttribute(of, name, value));
    if (names.length === 1) {
      size = sizeIn(new Map(Object.values(attributes).map(({ local: name, value }) => [name, value])));
      kept.push(`xmlns="${SVG}"`);
    }
    parts.push(`<${[local, ...kept].join(' ')}>`);
  });
  parser.on('closetag', ({ local }) => {
    if (skipped === 0) parts.push(`</${local}>`);
    if (skipped === names.length) skipped = 0;
    names.pop();
  });
  const addText = (characters: string): void => {
    if (skipped > 0) return;
    if (names.at(-1) === 'style' && LOADS.test(characters)) throw new Unsafe();
    parts.push(escapeHtml(characters));
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (size === null) throw new Unreadable();
  return isGoodShape(size) ? done({ svg: parts.join(''), size }) : refuseEach('LOGO_SHAPE', ['svg']);
}

function keptAttribute(uri: string, name: string, value: string): string[] {
  if (/^on/i.test(name)) throw new Unsafe();
  if (name === 'href' && (uri === '' || uri === XLINK)) {
    if (!/^#[\w-]+$/.test(value)) throw new Unsafe();
    return [`href="${value}"`];
  }
  // Declarations of namespaces, and the editors' own attributes.
  if (uri !== '' || name === 'xmlns') return [];
  if (LOADS.test(value)) throw new Unsafe();
  return [`${name}="${escapeHtml(value)}"`];
}

function sizeIn(attributes: ReadonlyMap<string, string>): Size {
  const [, , width, height] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const typed = (name: string): number => Number.parseFloat(attributes.get(name) ?? '');
  const size = { width: width ?? typed('width'), height: height ?? typed('height') };
  if (!(size.width > 0 && size.height > 0)) throw new Unreadable();
  // Only the shape of a drawing counts: it is drawn at any size.
  const scale = 256 / size.height;
  return { width: Math.round(size.width * scale), height: 256 };
}

/** A logo fits beside a heading. */
const isGoodShape = ({ width, height }: Size): boolean =>
  width <= logoBounds.side * 2 && height <= logoBounds.side && width >= height / 2 && width <= height * 6;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel with 8 bits a channel, by the format's number: RGB and RGBA. */
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);

/** The size of a PNG of which every byte was read, because a broken one would break each document; null if it is none. */
export function sizeOfPng(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  let head: Buffer | null = null;
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (kind === 'IHDR') head = content;
    if (kind === 'IDAT') data.push(content);
    if (kind === 'IEND') return end === bytes.length && head !== null ? sizeIfWhole(head, Buffer.concat(data)) : null;
    at = end;
  }
  return null;
}

function sizeIfWhole(head: Buffer, data: Buffer): Size | null {
  if (head.length !== 13) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = CHANNELS.get(head.readUInt8(9));
  const isPlain = head.readUInt8(8) === 8 && head.readUInt8(12) === 0;
  const isSmall = width > 0 && height > 0 && width <= logoBounds.side * 2 && height <= logoBounds.side;
  if (channels === undefined || !isPlain || !isSmall) return null;
  const whole = height * (1 + width * channels);
  try {
    return inflateSync(data, { maxOutputLength: whole + 1 }).length === whole ? { width, height } : null;
  } catch {
    return null;
  }
}

export interface Logo {
  readonly svg: string | null;
  readonly png: Buffer;
  readonly icon: Buffer;
  readonly size: Size;
}

/** The pictures of an upload, or why they are none. */
export function logoOf(typed: {
  readonly svg: string | null;
  readonly png: string;
  readonly icon: string;
}): Outcome<Logo> {
  const [png, icon] = [Buffer.from(typed.png, 'base64'), Buffer.from(typed.icon, 'base64')];
  const size = sizeOfPng(png);
  if (size === null) return refuseEach('LOGO_UNREADABLE', ['png']);
  if (!isGoodShape(size)) return refuseEach('LOGO_SHAPE', ['png']);
  const square = sizeOfPng(icon);
  if (square === null) return refuseEach('LOGO_UNREADABLE', ['icon']);
  if (square.width !== logoBounds.iconSide || square.height !== logoBounds.iconSide)
    return refuseEach('LOGO_SHAPE', ['icon']);
  if (typed.svg === null) return done({ svg: null, png, icon, size });
  const drawing = cleanSvg(typed.svg);
  return drawing.ok ? done({ svg: drawing.value.svg, png, icon, size: drawing.value.size }) : drawing;
}
