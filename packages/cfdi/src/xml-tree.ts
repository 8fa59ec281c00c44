/** Parses XML into a tree of elements, refusing everything that does not belong in an invoice. Never throws. */
import type { FileMotive } from '@anticipa/domain/motives';
import { SaxesParser } from 'saxes';
import { MAX_ATTRIBUTE, MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, STANDARD_LENGTHS } from './limits.ts';

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
  | { readonly ok: false; readonly motive: FileMotive };

interface Open extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlNode[];
}

class Refusal extends Error {
  readonly motive: FileMotive;
  constructor(motive: FileMotive) {
    super(motive);
    this.motive = motive;
  }
}

/** The root element of a well-formed document within the limits, without a DOCTYPE or a `|` in any attribute. */
export function parseXml(text: string): Tree {
  try {
    return { ok: true, root: build(text) };
  } catch (error) {
    return { ok: false, motive: error instanceof Refusal ? error.motive : 'XML_MALFORMED' };
  }
}

function build(text: string): XmlElement {
  // Force XML 1.0: 1.1 allows control characters.
  const parser = new SaxesParser({ xmlns: true, position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let depth = 0;
  let elements = 0;
  let attributes = 0;

  parser.on('doctype', () => {
    throw new Refusal('XML_DOCTYPE');
  });
  parser.on('opentagstart', () => {
    depth += 1;
    elements += 1;
    attributes = 0;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw new Refusal('XML_TOO_COMPLEX');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Refusal('XML_TOO_COMPLEX');
  });
  parser.on('opentag', (tag) => {
    const element: Open = { uri: tag.uri, local: tag.local, attributes: new Map(), children: [] };
    for (const name in tag.attributes) {
      const attribute = tag.attributes[name];
      if (attribute === undefined) continue;
      if (attribute.value.length > lengthLimit(tag.uri, attribute.local)) throw new Refusal('XML_ATTRIBUTE_TOO_LONG');
      // The pipe separates fields in the original string: inside a value it could shift content between fields.
      if (attribute.value.includes('|')) throw new Refusal('XML_PIPE_IN_ATTRIBUTE');
      if (attribute.uri === '') element.attributes.set(attribute.local, attribute.value);
    }
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('closetag', () => {
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

/** In characters. An addenda is its author's own: only the size of the file limits it. */
function lengthLimit(uri: string, name: string): number {
  if (!uri.startsWith('http://www.sat.gob.mx/')) return Number.POSITIVE_INFINITY;
  return (STANDARD.test(uri) ? STANDARD_LENGTHS.get(name) : undefined) ?? MAX_ATTRIBUTE;
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
