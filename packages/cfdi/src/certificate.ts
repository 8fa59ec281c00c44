/** Certificates issued by the tax authority: holder, purpose, validity and issuer. */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { type DerNode, derChildren, derOid, derText, derTime, readDer } from './der.ts';

export interface Certificate {
  readonly sha256: string;
  /** The serial number; its bytes are ASCII digits. */
  readonly number: string;
  /** Tax id of the holder, upper case; empty when absent. */
  readonly rfc: string;
  readonly holder: string;
  readonly isSealing: boolean;
  readonly isAuthority: boolean;
  readonly validFrom: number;
  readonly validTo: number;
  /** Key identifiers in hexadecimal; empty when absent. */
  readonly issuerKeyId: string;
  readonly subjectKeyId: string;
  readonly publicKey: KeyObject;
  readonly isSignedBy: (authority: Certificate) => boolean;
}

const OID = {
  commonName: '2.5.4.3',
  branch: '2.5.4.11',
  taxId: '2.5.4.45',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** Key usage bits of an e.firma but not of a sealing certificate: encipherment, key agreement, certificate signing. */
const NOT_SEALING_BITS = 0x3c;
const MAX_CERTIFICATE_BYTES = 8192;
const MAX_CACHED = 256;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const cache = new Map<string, Certificate | null>();

/** Parses the base64 of a `Certificado` attribute. Cached, because invoices of one issuer repeat it. */
export function certificateOf(base64: string): Certificate | null {
  const cached = cache.get(base64);
  if (cached !== undefined) return cached;
  const bytes = base64Bytes(base64);
  if (!bytes || bytes.length > MAX_CERTIFICATE_BYTES) return null;
  const certificate = parseCertificate(bytes);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(base64, certificate);
  return certificate;
}

/** Decodes base64 text, ignoring white space; null when it is not base64. */
export function base64Bytes(text: string): Buffer | null {
  const compact = text.replace(/[ \t\r\n]/g, '');
  if (compact.length % 4 !== 0 || !BASE64.test(compact)) return null;
  return Buffer.from(compact, 'base64');
}

/** Parses a DER certificate (a .cer file); null unless it is one with an RSA key. Never throws. */
export function parseCertificate(der: Uint8Array): Certificate | null {
  const whole = readDer(der);
  if (!whole || whole.raw.length !== der.length) return null;
  try {
    const x509 = new X509Certificate(Buffer.from(der));
    const publicKey = x509.publicKey;
    if (publicKey.asymmetricKeyType !== 'rsa') return null;
    const facts = factsOf(derChildren(whole)[0]);
    if (!facts) return null;
    return {
      ...facts,
      sha256: createHash('sha256').update(der).digest('hex'),
      publicKey,
      isSignedBy: (authority) => x509.verify(authority.publicKey),
    };
  } catch {
    return null;
  }
}

type Facts = Omit<Certificate, 'sha256' | 'publicKey' | 'isSignedBy'>;

function factsOf(body: DerNode | undefined): Facts | null {
  const [, serial, , , validity, subject, , ...rest] = derChildren(body);
  const [from, to] = derChildren(validity);
  const validFrom = derTime(from);
  const validTo = derTime(to);
  if (!serial || !subject || Number.isNaN(validFrom) || Number.isNaN(validTo)) return null;
  const names = namesOf(subject);
  const extensions = extensionsOf(rest.find((node) => node.tag === 0xa3));
  const isAuthority = derChildren(extensions.get(OID.basicConstraints))[0]?.value[0] === 0xff;
  const usage = extensions.get(OID.keyUsage)?.value[1] ?? 0;
  return {
    number: Buffer.from(serial.value).toString('latin1').replace(/^\0+/, ''),
    // The holder's tax id, a slash, the representative's.
    rfc: (names.get(OID.taxId) ?? '').split('/')[0]?.trim().toUpperCase() ?? '',
    holder: names.get(OID.commonName) ?? '',
    isSealing:
      !isAuthority &&
      (names.get(OID.branch) ?? '') !== '' &&
      (usage & NOT_SEALING_BITS) === 0 &&
      !extensions.has(OID.extendedKeyUsage),
    isAuthority,
    validFrom,
    validTo,
    issuerKeyId: hex(derChildren(extensions.get(OID.authorityKeyId)).find((node) => node.tag === 0x80)?.value),
    subjectKeyId: hex(extensions.get(OID.subjectKeyId)?.value),
  };
}

const hex = (bytes: Uint8Array | undefined): string => (bytes ? Buffer.from(bytes).toString('hex') : '');

function namesOf(name: DerNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const set of derChildren(name)) {
    for (const pair of derChildren(set)) {
      const [type, value] = derChildren(pair);
      names.set(derOid(type), derText(value).trim());
    }
  }
  return names;
}

/** Extension contents by object identifier. */
function extensionsOf(wrapper: DerNode | undefined): Map<string, DerNode> {
  const found = new Map<string, DerNode>();
  for (const extension of derChildren(derChildren(wrapper)[0])) {
    const parts = derChildren(extension);
    const content = readDer(parts.at(-1)?.value ?? new Uint8Array());
    if (content) found.set(derOid(parts[0]), content);
  }
  return found;
}
