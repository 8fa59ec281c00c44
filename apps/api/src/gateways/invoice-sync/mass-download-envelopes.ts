/**
 * The envelopes of the mass download: SOAP 1.1, signed with the taxpayer's e.firma (RSA-SHA1, exclusive canonical XML). The
 * signed part is written in canonical form, so that nothing has to be canonicalised.
 */
import { createHash, randomUUID, sign } from 'node:crypto';
import type { Efirma } from './efirma.ts';

const LIFE_MS = 5 * 60_000;

export const names = {
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  security: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
  utility: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  x509: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3',
  base64: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  /** Namespace of the authentication; all other calls have `service`. */
  authentication: 'http://DescargaMasivaTerceros.gob.mx',
  service: 'http://DescargaMasivaTerceros.sat.gob.mx',
} as const;

export interface SignedRequest {
  readonly operation: string;
  readonly element: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The tax authority's clock, which has been six hours behind UTC all year since 2022. */
export const civilTime = (instant: Date): string =>
  new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(0, 19);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The operation with its attributes by name, as the tax authority digests it, and the signature inside. */
export function signedRequest(efirma: Efirma, { operation, element, attributes }: SignedRequest): string {
  const written = Object.entries(attributes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const around = (declared: string, content: string): string =>
    `<des:${operation}${declared}><des:${element}${written}>${content}</des:${element}></des:${operation}>`;
  const { certificate } = efirma;
  const issuer = certificate.issuer.split('\n').join(',');
  const keyInfo =
    `<X509Data><X509IssuerSerial><X509IssuerName>${escaped(issuer)}</X509IssuerName>` +
    `<X509SerialNumber>${BigInt(`0x${certificate.serialNumber}`)}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data>`;
  const signature = signatureOver(efirma, { content: around(` xmlns:des="${names.service}"`, ''), uri: '', keyInfo });
  return (
    `<s:Envelope xmlns:s="${names.soap}" xmlns:des="${names.service}" xmlns:xd="${names.signature}"><s:Header/>` +
    `<s:Body>${around('', signature)}</s:Body></s:Envelope>`
  );
}

/** WS-Security: a signed time stamp. */
export function authentication(efirma: Efirma, now: Date): string {
  const [created, expires] = [now, new Date(now.getTime() + LIFE_MS)].map((at) => at.toISOString());
  const stamp = (declared: string): string =>
    `<u:Timestamp${declared} u:Id="_0"><u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires></u:Timestamp>`;
  const id = `uuid-${randomUUID()}-1`;
  const keyInfo = `<o:SecurityTokenReference><o:Reference URI="#${id}" ValueType="${names.x509}"/></o:SecurityTokenReference>`;
  const content = stamp(` xmlns:u="${names.utility}"`);
  return (
    `<s:Envelope xmlns:s="${names.soap}" xmlns:u="${names.utility}"><s:Header>` +
    `<o:Security xmlns:o="${names.security}" s:mustUnderstand="1">${stamp('')}` +
    `<o:BinarySecurityToken u:Id="${id}" ValueType="${names.x509}" EncodingType="${names.base64}">` +
    `${efirma.certificate.raw.toString('base64')}</o:BinarySecurityToken>` +
    `${signatureOver(efirma, { content, uri: '#_0', keyInfo })}</o:Security></s:Header>` +
    `<s:Body><Autentica xmlns="${names.authentication}"/></s:Body></s:Envelope>`
  );
}

interface Signed {
  /** Canonical form. */
  readonly content: string;
  readonly uri: string;
  readonly keyInfo: string;
}

function signatureOver({ privateKey }: Efirma, { content, uri, keyInfo }: Signed): string {
  const digest = createHash('sha1').update(content).digest('base64');
  const info = (declared: string): string =>
    `<SignedInfo${declared}><CanonicalizationMethod Algorithm="${names.canonical}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${names.signature}rsa-sha1"></SignatureMethod><Reference URI="${uri}">` +
    `<Transforms><Transform Algorithm="${names.canonical}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${names.signature}sha1"></DigestMethod><DigestValue>${digest}</DigestValue>` +
    `</Reference></SignedInfo>`;
  const value = sign('RSA-SHA1', Buffer.from(info(` xmlns="${names.signature}"`)), privateKey).toString('base64');
  return (
    `<Signature xmlns="${names.signature}">${info('')}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo>${keyInfo}</KeyInfo></Signature>`
  );
}
