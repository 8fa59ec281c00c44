/**
 * Trust anchors. The certificate inside an invoice proves nothing by itself, since one can be made for any tax id: it must
 * be issued by a certification authority of the tax authority, pinned here by its hash.
 */
import { type Certificate, parseCertificate } from './certificate.ts';

/** DER certificates, transferable to a worker thread. */
export interface TrustMaterial {
  readonly authorities: readonly Uint8Array[];
  readonly stampCertificates: readonly Uint8Array[];
}

export interface Trust {
  readonly authorities: readonly Certificate[];
  /** The tax authority's stamping certificates by number. */
  readonly stampCertificates: ReadonlyMap<string, Certificate>;
}

/** The tax authority's own tax id, as in its stamping certificates. */
export const TAX_AUTHORITY_RFC = 'SAT970701NN3';

/**
 * SHA-256 of the DER of the tax authority's certification authorities, with their expiry dates. Source: the published
 * bundle of production certificates, cross-checked in two independent public inventories.
 */
const knownAuthorities: ReadonlySet<string> = new Set([
  // AC5_SAT, until 2027-05-03
  '1ac6325143920fc047b6506e42540944fa6590b44560807b564c5603d15add8e',
  // AC6_SAT, until 2031-03-24
  '054e8f213ff2228254d8f87ec43d2e7c2eda628d927c270b9a77d1d09eef9418',
  // AC7_SAT, until 2031-05-23
  '6d1d1f871f0d69233fc94526fecf826bee67181782d6b7e5320b279c97e8dac7',
  // ARC5, until 2034-12-03
  'cbf3e084a86cac5ef1060b9242196eec15e8786931ffff05466ba7becd43b15e',
  // ARC6, until 2039-03-17
  'a86baf49b2e91d0141722c4e7026ab246183a8072926e9983edbd4e5ba72515d',
]);

/** Skips unreadable certificates. */
export function makeTrust(material: TrustMaterial): Trust {
  const read = (list: readonly Uint8Array[]) => list.map(parseCertificate).filter((found) => found !== null);
  return {
    authorities: read(material.authorities),
    stampCertificates: new Map(read(material.stampCertificates).map((found) => [found.number, found])),
  };
}

export type Origin = 'trusted' | 'unknown' | 'forged';

/** Cached because verifying a signature costs as much as parsing a small invoice. */
const originsByTrust = new WeakMap<Trust, WeakMap<Certificate, Origin>>();

/**
 * Whether a pinned authority issued the certificate. 'forged' when it names a pinned authority's key that did not sign
 * it; 'unknown' when it names one that is not pinned.
 */
export function originOf(certificate: Certificate, trust: Trust): Origin {
  const origins = originsByTrust.get(trust) ?? new WeakMap<Certificate, Origin>();
  const origin = origins.get(certificate) ?? findOrigin(certificate, trust);
  originsByTrust.set(trust, origins.set(certificate, origin));
  return origin;
}

function findOrigin(certificate: Certificate, trust: Trust): Origin {
  // By signature, not by name: real authorities encode their name differently in the certificates they issue.
  if (trust.authorities.some((authority) => certificate.isSignedBy(authority))) return 'trusted';
  const { issuerKeyId } = certificate;
  const isNamed = trust.authorities.some(({ subjectKeyId }) => issuerKeyId !== '' && issuerKeyId === subjectKeyId);
  return isNamed ? 'forged' : 'unknown';
}

/**
 * The role in which a certificate may be pinned: an authority by its hash, a stamping certificate if a pinned authority
 * issued it to the tax authority itself, or null.
 */
export function pinnableAs(certificate: Certificate, trust: Trust): 'authority' | 'stamp' | null {
  if (knownAuthorities.has(certificate.sha256)) return 'authority';
  const isTaxAuthority = certificate.rfc === TAX_AUTHORITY_RFC && !certificate.isAuthority;
  return isTaxAuthority && originOf(certificate, trust) === 'trusted' ? 'stamp' : null;
}
