/** Creates certificates like the tax authority's. */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  der,
  integer,
  nothing,
  octetString,
  oid,
  sequence,
  set,
  tagged,
  time,
  utf8String,
} from './der-writer.ts';

/** A certification authority. */
export interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

/**
 * 'sealing' is a CSD; 'personal' an e.firma, which must not seal invoices; 'stamping' is the tax authority's own;
 * 'timestamping' that of a provider of constancias.
 */
export type CertificateKind = 'authority' | 'sealing' | 'personal' | 'stamping' | 'timestamping';

export interface CertificateRequest {
  readonly kind: CertificateKind;
  /** 20 digits; their ASCII bytes are the serial number. */
  readonly number: string;
  readonly name: string;
  readonly rfc: string;
  readonly publicKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
}

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
/** Key usage bits: certificate and CRL signing; signature and non-repudiation; those plus encipherment and agreement. */
const usage = {
  authority: { bits: 0x06, unused: 1 },
  sealing: { bits: 0xc0, unused: 6 },
  stamping: { bits: 0xc0, unused: 6 },
  timestamping: { bits: 0xe8, unused: 3 },
  personal: { bits: 0xd8, unused: 3 },
} as const;

/** Returns the certificate in DER. */
export function makeCertificate(request: CertificateRequest, issuer: Issuer): Buffer {
  const algorithm = sequence(oid(SHA256_WITH_RSA), nothing());
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.from(request.number, 'latin1')),
    algorithm,
    nameOf({ name: issuer.name }),
    sequence(time(request.validFrom), time(request.validTo)),
    request.kind === 'authority' ? nameOf({ name: request.name }) : subjectOf(request),
    request.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensionsOf(request, createPublicKey(issuer.privateKey)))),
  );
  return sequence(body, algorithm, bitString(sign('RSA-SHA256', body, issuer.privateKey)));
}

function subjectOf({ kind, name, rfc }: CertificateRequest): Buffer {
  return nameOf({ name, rfc, ...(kind === 'personal' ? {} : { branch: 'Matriz' }) });
}

function nameOf({ name, rfc, branch }: { name: string; rfc?: string; branch?: string }): Buffer {
  const part = (type: string, value: string) => set(sequence(oid(type), utf8String(value)));
  return sequence(
    part('2.5.4.3', name),
    part('2.5.4.10', name),
    ...(rfc === undefined ? [] : [part('2.5.4.45', `${rfc} / ${rfc}`)]),
    ...(branch === undefined ? [] : [part('2.5.4.11', branch)]),
  );
}

function extensionsOf({ kind, publicKey }: CertificateRequest, issuerKey: KeyObject): Buffer[] {
  const { bits, unused } = usage[kind];
  const extension = (type: string, content: Buffer, critical = false) =>
    sequence(oid(type), ...(critical ? [boolean(true)] : []), octetString(content));
  const emailAndClient = sequence(oid('1.3.6.1.5.5.7.3.4'), oid('1.3.6.1.5.5.7.3.2'));
  return [
    extension('2.5.29.19', kind === 'authority' ? sequence(boolean(true)) : sequence(), true),
    extension('2.5.29.15', bitString(Buffer.from([bits]), unused), true),
    extension('2.5.29.14', octetString(keyId(publicKey))),
    extension('2.5.29.35', sequence(der(0x80, keyId(issuerKey)))),
    ...(kind === 'personal' ? [extension('2.5.29.37', emailAndClient)] : []),
  ];
}

const keyId = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
