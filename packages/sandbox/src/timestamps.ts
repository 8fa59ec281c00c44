/** RFC 3161 time stamps of the demo's authority, as a certified provider issues them. */
import { createHash, sign } from 'node:crypto';
import { derChildren, readDer } from '@anticipa/cfdi/der';
import type { Signer } from '@anticipa/cfdi/write';
import { der, integer, nothing, octetString, oid, sequence, set, tagged } from './der-writer.ts';

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  policy: '1.3.6.1.4.1.55555.1',
} as const;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const algorithm = (id: string): Buffer => sequence(oid(id), nothing());
const number = (value: number): Buffer => integer(Buffer.from([value]));

/** A granted TimeStampResp over a SHA-256. */
export function timeStampOf(hash: Uint8Array, at: Date, { certificate, privateKey }: Signer): Buffer {
  const time = der(0x18, Buffer.from(`${at.toISOString().replace(/[-T:]|\.\d+Z/g, '')}Z`));
  const imprint = sequence(algorithm(OID.sha256), octetString(hash));
  const serial = integer(sha256(Buffer.concat([hash, Buffer.from(at.toISOString())])).subarray(0, 8));
  const info = sequence(number(1), oid(OID.policy), imprint, serial, time);
  const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), set(value));
  const attributes = [
    attribute(OID.contentType, oid(OID.timeStampInfo)),
    attribute(OID.messageDigest, octetString(sha256(info))),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(sha256(certificate)))))),
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
    tagged(0, Buffer.from(certificate)),
    set(signer),
  );
  return sequence(sequence(number(0)), sequence(oid(OID.signedData), tagged(0, signed)));
}
