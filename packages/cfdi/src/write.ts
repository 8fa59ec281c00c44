/** Writes invoices: XML from a plain draft, the issuer's seal and the tax authority's stamp. */
import type { KeyObject } from 'node:crypto';
import { type Certificate, parseCertificate } from './certificate.ts';
import { type CfdiVersion, invoiceString, stampString } from './original-string.ts';
import { namespaces } from './read.ts';
import { sealText } from './seal.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/** An element to write, with its prefixed name; null attributes are omitted. */
export interface XmlDraft {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly children: readonly XmlDraft[];
}

/** A DER certificate and its private key. */
export interface Signer {
  readonly certificate: Uint8Array;
  readonly privateKey: KeyObject;
}

export interface StampData {
  /** Upper case. */
  readonly uuid: string;
  /** Local time of central Mexico, `YYYY-MM-DDTHH:MM:SS`. */
  readonly stampedAt: string;
  /** Tax id of the certified provider. */
  readonly providerRfc: string;
}

export const draft = (
  name: string,
  attributes: XmlDraft['attributes'],
  children: readonly XmlDraft[] = [],
): XmlDraft => ({ name, attributes, children });

/** A UTF-8 document without white space between elements. */
export const writeXml = (root: XmlDraft): string => `<?xml version="1.0" encoding="UTF-8"?>${writeElement(root)}`;

function writeElement({ name, attributes, children }: XmlDraft): string {
  let text = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null) text += ` ${attribute}="${escapeAttribute(value)}"`;
  }
  return children.length === 0 ? `${text}/>` : `${text}>${children.map(writeElement).join('')}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escapeAttribute = (value: string): string => value.replace(/[&<>"\t\n\r]/g, (char) => escapes[char] ?? char);

/** Adds certificate number, certificate and seal to a Comprobante that declares its own prefix. */
export function sealInvoice(comprobante: XmlDraft, version: CfdiVersion, signer: Signer): XmlDraft {
  const certificate = signerCertificate(signer);
  const named = withAttributes(comprobante, {
    NoCertificado: certificate.number,
    Certificado: Buffer.from(signer.certificate).toString('base64'),
  });
  const text = invoiceString(version, parsed(named));
  if (text === null) throw new Error('invoice too large to seal');
  return withAttributes(named, { Sello: sealText(text, signer.privateKey) });
}

/** Adds the authority's stamp to the Complemento of a sealed Comprobante, creating the Complemento if absent. */
export function stampInvoice(comprobante: XmlDraft, data: StampData, signer: Signer): XmlDraft {
  const bare = draft('tfd:TimbreFiscalDigital', {
    'xmlns:tfd': namespaces.stamp,
    Version: '1.1',
    UUID: data.uuid,
    FechaTimbrado: data.stampedAt,
    RfcProvCertif: data.providerRfc,
    SelloCFD: comprobante.attributes.Sello ?? '',
    NoCertificadoSAT: signerCertificate(signer).number,
  });
  const text = stampString(parsed(bare));
  if (text === null) throw new Error('stamp too large to seal');
  const stamp = withAttributes(bare, { SelloSAT: sealText(text, signer.privateKey) });
  const complementName = `${comprobante.name.split(':')[0]}:Complemento`;
  const others = comprobante.children.filter((child) => child.name !== complementName);
  const complement = comprobante.children.find((child) => child.name === complementName) ?? draft(complementName, {});
  return { ...comprobante, children: [...others, { ...complement, children: [...complement.children, stamp] }] };
}

/** Sets or replaces attributes; null removes one. */
export const withAttributes = (element: XmlDraft, attributes: XmlDraft['attributes']): XmlDraft => ({
  ...element,
  attributes: { ...element.attributes, ...attributes },
});

function parsed(element: XmlDraft): XmlElement {
  const tree = parseXml(writeXml(element));
  if (!tree.ok) throw new Error(`draft is not an invoice: ${tree.motive}`);
  return tree.root;
}

function signerCertificate(signer: Signer): Certificate {
  const certificate = parseCertificate(signer.certificate);
  if (!certificate) throw new Error('the signer’s certificate is unreadable');
  return certificate;
}
