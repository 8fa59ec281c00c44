/**
 * RFC 3161 time stamps, the form of a NOM-151 constancia: a provider's signed statement that a hash existed at an instant.
 * node:crypto verifies the signatures.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { type DerNode, derChildren, derOid, derText, readDer } from '@anticipa/cfdi/der';

export interface TimeStamp {
  readonly issuedAt: Date;
  /** Leads from the signing certificate to a root. */
  readonly chain: readonly X509Certificate[];
  /** Oddity of a valid stamp; null if there is none. */
  readonly note: string | null;
}

/** The bytes are no valid time stamp of the hash. */
export class BadTimeStamp extends Error {
  override readonly name = 'BadTimeStamp';
}

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

const digests: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** The digest of each signature algorithm; null for the one that the signer names beside it. */
const signatures: ReadonlyMap<string, string | null> = new Map([
  ['1.2.840.113549.1.1.1', null],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
]);

const MAX_CHAIN = 5;

/**
 * Verifies a TimeStampResp over a SHA-256: imprint, signed attributes, signature, and the chain to one of the roots at the
 * certified instant. The only genuine NOM-151 token that is public departs from RFC 3161 in two points, which are accepted
 * (decision 0055). Revocation is not asked for. Throws BadTimeStamp.
 */
export function verifyTimeStamp(response: Uint8Array, hash: Uint8Array, roots: readonly X509Certificate[]): TimeStamp {
  try {
    const { info, infoBytes, certificates, signer } = partsOf(response);
    const issuedAt = instantOf(info, hash);
    const { leaf, note } = signerOf(signer, infoBytes, certificates);
    return { issuedAt, chain: chainFrom(leaf, { certificates, roots, issuedAt }), note };
  } catch (cause) {
    throw cause instanceof BadTimeStamp ? cause : new BadTimeStamp('it cannot be read', { cause });
  }
}

/** Whether the bytes are a time stamp, of whatever authority, over this hash. */
export function certifies(response: Uint8Array, hash: Uint8Array): boolean {
  try {
    instantOf(partsOf(response).info, hash);
    return true;
  } catch {
    return false;
  }
}

function demand(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new BadTimeStamp(reason);
}

interface Parts {
  readonly info: DerNode;
  readonly infoBytes: Uint8Array;
  readonly certificates: readonly X509Certificate[];
  readonly signer: DerNode;
}

function partsOf(response: Uint8Array): Parts {
  const whole = readDer(response);
  demand(whole?.raw.length === response.length, 'it is not DER');
  const [status, token] = derChildren(whole);
  // 0 is granted, 1 granted with modifications.
  demand([0, 1].includes(derChildren(status)[0]?.value[0] ?? -1), 'it was not granted');
  const [kind, wrapped] = derChildren(token);
  demand(derOid(kind) === OID.signedData, 'it is not signed');
  const [, , content, ...rest] = derChildren(derChildren(wrapped)[0]);
  const [contentKind, wrappedInfo] = derChildren(content);
  demand(derOid(contentKind) === OID.timeStampInfo, 'its content is not a time stamp');
  const octets = derChildren(wrappedInfo)[0];
  const info = octets?.tag === 0x04 ? readDer(octets.value) : null;
  demand(octets !== undefined && info?.raw.length === octets.value.length, 'its content is not DER');
  const signers = derChildren(rest.find(({ tag }) => tag === 0x31));
  const [signer] = signers;
  demand(signer !== undefined && signers.length === 1, 'it does not have one signer');
  const certificates = derChildren(rest.find(({ tag }) => tag === 0xa0)).map(
    ({ raw }) => new X509Certificate(Buffer.from(raw)),
  );
  return { info, infoBytes: octets.value, certificates, signer };
}

/** The certified instant, if the imprint is that of the hash. */
function instantOf(info: DerNode, hash: Uint8Array): Date {
  const [, , imprint, , time] = derChildren(info);
  const [algorithm, imprinted] = derChildren(imprint);
  const isOurs = digestOf(algorithm) === 'sha256' && imprinted !== undefined && equal(imprinted.value, hash);
  demand(isOurs, 'it certifies another hash');
  const [, date = '', clock = '', fraction = ''] = /^(\d{8})(\d{6})(\.\d{1,9})?Z$/.exec(derText(time)) ?? [];
  const [day, at] = [date.replace(/(....)(..)(..)/, '$1-$2-$3'), clock.replace(/(..)(..)(..)/, '$1:$2:$3')];
  const issuedAt = new Date(`${day}T${at}${fraction}Z`);
  demand(time?.tag === 0x18 && !Number.isNaN(issuedAt.getTime()), 'it has no time');
  return issuedAt;
}

const digestOf = (algorithm: DerNode | undefined): string | undefined => digests.get(derOid(derChildren(algorithm)[0]));

const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

const hashOf = (digest: string, bytes: Uint8Array): Buffer => createHash(digest).update(bytes).digest();

interface SignedBy {
  readonly leaf: X509Certificate;
  readonly note: string | null;
}

/** The certificate whose key signed the attributes, which in turn name the content. */
function signerOf(signer: DerNode, infoBytes: Uint8Array, certificates: readonly X509Certificate[]): SignedBy {
  const [, name, digestAlgorithm, signed, algorithm, signature] = derChildren(signer);
  const digest = digestOf(digestAlgorithm);
  demand(
    signed?.tag === 0xa0 && digest !== undefined && signature !== undefined,
    'its signature is of an unknown form',
  );
  const attributes = attributesOf(signed);
  demand(derOid(attributes.get(OID.contentType)) === OID.timeStampInfo, 'its signed content type differs');
  const stated = attributes.get(OID.messageDigest);
  demand(stated !== undefined && equal(stated.value, hashOf(digest, infoBytes)), 'its content was altered');
  const leaf = certificates.find((certificate) => isNamed(name, certificate));
  demand(leaf !== undefined, 'it lacks the certificate that its signature names');
  const hashed = hashedIn(attributes.get(OID.signingCertificateV2), certificates);
  demand(hashed === undefined || hashed === leaf, 'it names two certificates as its own');
  const ofSignature = signatures.get(derOid(derChildren(algorithm)[0]));
  demand(ofSignature !== undefined, 'its signature is of an unknown form');
  // Signed as a SET, although it is stored under a tag of its own.
  const signedBytes = Buffer.from(signed.raw);
  signedBytes[0] = 0x31;
  demand(verify(ofSignature ?? digest, signedBytes, leaf.publicKey, signature.value), 'its signature is wrong');
  return { leaf, note: hashed === undefined ? 'signingCertificateV2 names none of its certificates' : null };
}

/** Whether an IssuerAndSerialNumber is the certificate's. */
function isNamed(name: DerNode | undefined, certificate: X509Certificate): boolean {
  const [issuer, serial] = derChildren(name);
  const [, ownSerial, , ownIssuer] = derChildren(derChildren(readDer(certificate.raw))[0]);
  if (!issuer || !serial || !ownIssuer || !ownSerial) return false;
  return equal(issuer.raw, ownIssuer.raw) && equal(serial.raw, ownSerial.raw);
}

/** The only value of each signed attribute. */
function attributesOf(signed: DerNode): ReadonlyMap<string, DerNode> {
  const found = new Map<string, DerNode>();
  for (const attribute of derChildren(signed)) {
    const [kind, values] = derChildren(attribute);
    const [value, ...more] = derChildren(values);
    demand(value !== undefined && more.length === 0 && !found.has(derOid(kind)), 'a signed attribute is ambiguous');
    found.set(derOid(kind), value);
  }
  return found;
}

/** The certificate with the first hash of a SigningCertificateV2. */
function hashedIn(
  attribute: DerNode | undefined,
  certificates: readonly X509Certificate[],
): X509Certificate | undefined {
  const [first, second] = derChildren(derChildren(derChildren(attribute)[0])[0]);
  // The algorithm is left out if it is SHA-256.
  const [digest, hash] = first?.tag === 0x30 ? [digestOf(first), second] : ['sha256', first];
  if (digest === undefined || hash?.tag !== 0x04) return undefined;
  return certificates.find(({ raw }) => equal(hashOf(digest, raw), hash.value));
}

interface Issuers {
  readonly certificates: readonly X509Certificate[];
  readonly roots: readonly X509Certificate[];
  readonly issuedAt: Date;
}

/**
 * A certificate without extended key usage is accepted if the pinned root itself issued it: that root certifies providers only,
 * whereas a provider's own authority also certifies persons.
 */
function chainFrom(leaf: X509Certificate, issuers: Issuers): X509Certificate[] {
  const uses: readonly string[] | undefined = leaf.keyUsage;
  const isForTimeStamps = uses?.length === 1 && uses[0] === OID.timeStamping;
  demand(!leaf.ca && (uses === undefined || isForTimeStamps), 'its certificate is not one for time stamps');
  const chain = climb([leaf], issuers);
  demand(chain !== null, 'no pinned root has issued its certificate');
  demand(isForTimeStamps || chain.length === 2, 'its certificate states no use and is not issued by the root itself');
  return chain;
}

/** The chain continued up to a root; null if there is none. */
function climb(chain: X509Certificate[], issuers: Issuers): X509Certificate[] | null {
  const { certificates, roots, issuedAt } = issuers;
  const last = chain.at(-1);
  if (last === undefined || chain.length > MAX_CHAIN || !isValidAt(last, issuedAt)) return null;
  const root = roots.find((each) => isIssuedBy(last, each) && isValidAt(each, issuedAt));
  if (root !== undefined) return [...chain, root];
  for (const issuer of certificates) {
    const longer = isIssuedBy(last, issuer) && !chain.includes(issuer) ? climb([...chain, issuer], issuers) : null;
    if (longer !== null) return longer;
  }
  return null;
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
