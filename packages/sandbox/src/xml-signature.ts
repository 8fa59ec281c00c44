/** Verifies enveloped XML signatures as the tax authority's mass download has them: exclusive canonical XML, RSA-SHA1. */
import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Element, Node } from '@xmldom/xmldom';

const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const algorithms = [
  ['CanonicalizationMethod', CANONICAL],
  ['SignatureMethod', `${SIGNATURE}rsa-sha1`],
  ['Transform', CANONICAL],
  ['DigestMethod', `${SIGNATURE}sha1`],
] as const;

/** The first element below another; null without one. */
export const elementIn = (parent: Element, uri: string, local: string): Element | null =>
  parent.getElementsByTagNameNS(uri, local).item(0);

/** The only signature below an element; null without one, or with several. */
export function signatureIn(parent: Element): Element | null {
  const found = parent.getElementsByTagNameNS(SIGNATURE, 'Signature');
  return found.length === 1 ? found.item(0) : null;
}

/** Base64 text of the signature's part of that name. */
export const partOf = (signature: Element, local: string): string =>
  elementIn(signature, SIGNATURE, local)?.textContent?.trim() ?? '';

/** Whether the signature is over an element, without the signature itself, and of that key. */
export function isSignatureOver(
  signature: Element,
  { element, uri, key }: { readonly element: Element; readonly uri: string; readonly key: KeyObject },
): boolean {
  const info = elementIn(signature, SIGNATURE, 'SignedInfo');
  const reference = info && elementIn(info, SIGNATURE, 'Reference');
  if (!info || reference?.getAttribute('URI') !== uri) return false;
  const areAgreed = algorithms.every(
    ([local, algorithm]) => elementIn(info, SIGNATURE, local)?.getAttribute('Algorithm') === algorithm,
  );
  const digest = createHash('sha1').update(canonical(element, signature)).digest('base64');
  if (!areAgreed || digest !== partOf(signature, 'DigestValue')) return false;
  const value = Buffer.from(partOf(signature, 'SignatureValue'), 'base64');
  return verify('RSA-SHA1', Buffer.from(canonical(info, null)), key, value);
}

/** An element in exclusive canonical XML without comments, and without one element inside. */
function canonical(element: Element, left: Element | null, rendered: ReadonlyMap<string, string> = new Map()): string {
  const attributes = [...element.attributes].filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  const prefixes = [element, ...attributes.filter(({ prefix }) => prefix)].map(({ prefix }) => prefix ?? '');
  const known = new Map(rendered);
  const declared = [...new Set(prefixes)].toSorted().flatMap((prefix) => {
    const uri = element.lookupNamespaceURI(prefix) ?? '';
    if (prefix === 'xml' || (known.get(prefix) ?? '') === uri) return [];
    known.set(prefix, uri);
    return ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(uri)}"`;
  });
  const written = attributes
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)))
    .map(({ name, value }) => ` ${name}="${escapedValue(value)}"`);
  const content = [...element.childNodes].map((child) => contentOf(child, left, known));
  return `<${element.nodeName}${declared.join('')}${written.join('')}>${content.join('')}</${element.nodeName}>`;
}

const keyOf = ({ namespaceURI, name }: { namespaceURI: string | null; name: string }): string =>
  `${namespaceURI ?? ''} ${name.split(':').at(-1)}`;
const compare = (one: string, other: string): number => (one < other ? -1 : 1);

function contentOf(node: Node, left: Element | null, rendered: ReadonlyMap<string, string>): string {
  if (node === left) return '';
  if (isElement(node)) return canonical(node, left, rendered);
  const isText = node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE;
  return isText ? escapedText(node.nodeValue ?? '') : '';
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

const escapedValue = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;');
