/**
 * RFC 3161 time stamps as a certified provider of NOM-151 issues them. The form is that of the only genuine one that is public
 * (Advantage Security, 2018), which is odd: its certificate has no extended key usage, the hash in `signingCertificateV2` is of
 * no certificate in it, the time of signing has a fraction, and the root is inside.
 */
import { createHash, sign } from 'node:crypto';
import { derChildren, readDer } from '@anticipa/cfdi/der';
import { der, integer, nothing, octetString, oid, sequence, set, tagged, utf8String } from './der-writer.ts';
import type { Timestamper } from './pki.ts';

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  policy: '1.3.6.1.4.1.55555.1',
} as const;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const algorithm = (id: string): Buffer => sequence(oid(id), nothing());
const number = (value: number): Buffer => integer(Buffer.from([value]));

/** The certificate that the provider hashed: one that it no longer uses. */
const FOREIGN_CERTIFICATE = Buffer.from('a former certificate of the provider');

/** A granted TimeStampResp over a SHA-256. */
export function timeStampOf(hash: Uint8Array, at: Date, { certificate, privateKey, authority }: Timestamper): Buffer {
  const digits = at.toISOString().replace(/[-T:]/g, '');
  const time = der(0x18, Buffer.from(digits));
  const imprint = sequence(algorithm(OID.sha256), octetString(hash));
  const serial = integer(sha256(Buffer.concat([hash, Buffer.from(at.toISOString())])).subarray(0, 8));
  const info = sequence(number(1), oid(OID.policy), imprint, serial, time);
  const certificateHash = sequence(algorithm(OID.sha256), octetString(sha256(FOREIGN_CERTIFICATE)));
  const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), set(value));
  const attributes = [
    attribute(OID.contentType, oid(OID.timeStampInfo)),
    attribute(OID.messageDigest, octetString(sha256(info))),
    attribute(OID.signingTime, der(0x17, Buffer.from(digits.slice(2)))),
    attribute(OID.signingCertificateV2, sequence(sequence(certificateHash))),
  ].toSorted(Buffer.compare);
  const [, certificateNumber, , issuer] = derChildren(derChildren(readDer(certificate))[0]);
  if (certificateNumber === undefined || issuer === undefined) throw new TypeError('not a certificate');
  const signer = sequence(
    number(1),
    sequence(issuer.raw, certificateNumber.raw),
    algorithm(OID.sha256),
    der(0xa0, ...attributes),
    algorithm(OID.rsa),
    octetString(sign('sha256', set(...attributes), privateKey)),
  );
  const signed = sequence(
    number(3),
    set(algorithm(OID.sha256)),
    sequence(oid(OID.timeStampInfo), tagged(0, octetString(info))),
    tagged(0, Buffer.concat([certificate, authority])),
    set(signer),
  );
  const status = sequence(number(0), sequence(utf8String('Operation Okay')));
  return sequence(status, sequence(oid(OID.signedData), tagged(0, signed)));
}
