/** Parses XML into a tree of elements, refusing everything that does not belong in an invoice. Never throws. */
import type { FileMotive } from '@anticipa/domain/motives';
import { SaxesParser } from 'saxes';
import {
  MAX_ATTRIBUTE,
  MAX_ATTRIBUTES,
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_RAW_ATTRIBUTE,
  STANDARD_LENGTHS,
} from './limits.ts';

export interface XmlElement {
  readonly uri: string;
  readonly local: string;
  /** Attributes without a namespace, by name; others are dropped. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and text in document order. */
  readonly children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

export type Tree =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly motive: FileMotive; readonly place: Place | null };

/** Position of a fault in a file; line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The attribute, or the encoding that is declared. */
  readonly name: string | null;
}

interface Open extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlNode[];
}

class Refusal extends Error {
  readonly motive: FileMotive;
  /** The attribute. */
  readonly attribute: string | null;
  constructor(motive: FileMotive, attribute: string | null = null) {
    super(motive);
    this.motive = motive;
    this.attribute = attribute;
  }
}

/**
 * The root element of a well-formed document within the limits, without a DOCTYPE or, outside of the addenda, a `|` in any
 * attribute. `maxElements`: of a document that is no invoice.
 */
export function parseXml(text: string, { maxElements = MAX_ELEMENTS } = {}): Tree {
  try {
    return { ok: true, root: build(text, newParser(false), maxElements) };
  } catch (error) {
    const motive = error instanceof Refusal ? error.motive : 'XML_MALFORMED';
    const isHostile = motive === 'XML_TOO_COMPLEX' || motive === 'XML_DOCTYPE';
    return { ok: false, motive, place: isHostile ? null : placeOf(text, maxElements) };
  }
}

/** Reads again up to the problem: keeping the position slows the reading of every good file. */
function placeOf(text: string, maxElements: number): Place | null {
  const parser = newParser(true);
  try {
    build(text, parser, maxElements);
    return null;
  } catch (error) {
    return { line: parser.line, column: parser.column, name: error instanceof Refusal ? error.attribute : null };
  }
}

/** Every file is read as XML 1.0, because 1.1 allows control characters. */
const newParser = (position: boolean) =>
  new SaxesParser({ xmlns: true, position, forceXMLVersion: true, defaultXMLVersion: '1.0' });

function build(text: string, parser: ReturnType<typeof newParser>, maxElements: number): XmlElement {
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  let isInAddenda = false;

  parser.on('doctype', () => {
    throw new Refusal('XML_DOCTYPE');
  });
  parser.on('opentagstart', () => {
    depth += 1;
    elements += 1;
    attributes = 0;
    if (depth > MAX_DEPTH || elements > maxElements) throw new Refusal('XML_TOO_COMPLEX');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Refusal('XML_TOO_COMPLEX');
  });
  parser.on('opentag', (tag) => {
    isInAddenda ||= depth === ADDENDA_DEPTH && tag.local === 'Addenda' && STANDARD.test(tag.uri);
    const element: Open = { uri: tag.uri, local: tag.local, attributes: new Map(), children: [] };
    for (const name in tag.attributes) {
      const attribute = tag.attributes[name];
      if (attribute === undefined) continue;
      // An addenda is neither sealed nor read as a fact: only the limits that protect the reader apply to it.
      if (!isInAddenda) refuseUnsealable(tag.uri, attribute);
      if (attribute.uri === '') element.attributes.set(attribute.local, attribute.value);
    }
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('closetag', () => {
    if (depth === ADDENDA_DEPTH) isInAddenda = false;
    depth -= 1;
    open.pop();
  });
  parser.on('text', (value) => void open.at(-1)?.children.push(value));
  parser.on('cdata', (value) => void open.at(-1)?.children.push(value));
  parser.write(text).close();
  if (!root) throw new Refusal('XML_MALFORMED');
  return root;
}

const STANDARD = /^http:\/\/www\.sat\.gob\.mx\/cfd\/[34]$/;
/** Directly inside the Comprobante. */
const ADDENDA_DEPTH = 2;

/** Outside the tax authority's namespaces, only the size of the file limits the length. */
function refuseUnsealable(uri: string, { local, value }: { readonly local: string; readonly value: string }): void {
  // The pipe separates fields in the original string: inside a value it could shift content between fields.
  if (value.includes('|')) throw new Refusal('XML_PIPE_IN_ATTRIBUTE', local);
  if (!uri.startsWith('http://www.sat.gob.mx/')) return;
  const most = (STANDARD.test(uri) ? STANDARD_LENGTHS.get(local) : undefined) ?? MAX_ATTRIBUTE;
  if (value.length <= most) return;
  if (value.length > MAX_RAW_ATTRIBUTE || [...collapse(value)].length > most)
    throw new Refusal('XML_ATTRIBUTE_TOO_LONG', local);
}

export function childrenOf(element: XmlElement, uri: string, local: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string' && child.local === local && child.uri === uri) found.push(child);
  }
  return found;
}

const SPACES = /[\t\n\r ]+/g;
const NEEDS_COLLAPSE = /[\t\n\r]| {2}|^ | $/;

/** Collapses white space as in the tax authority's schemas and style sheets: runs become one space, ends are trimmed. */
export function collapse(text: string): string {
  if (!NEEDS_COLLAPSE.test(text)) return text;
  return text.replace(SPACES, ' ').replace(/^ | $/g, '');
}

/** An attribute with its white space collapsed, or null when absent. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const value = element.attributes.get(name);
  return value === undefined ? null : collapse(value);
}
