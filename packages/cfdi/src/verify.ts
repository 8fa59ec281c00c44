/** Verifies one file. The motive is the first failed check, in a fixed order. Never throws. */
import type { FileMotive } from '@anticipa/domain/motives';
import { PUBLIC_RFC } from '@anticipa/domain/receiver';
import { type Certificate, certificateOf } from './certificate.ts';
import { invoiceString, stampString } from './original-string.ts';
import { type CfdiDocument, type CfdiFields, fieldsOf, parseCfdi, type SeenCfdi } from './read.ts';
import { sealVerifies } from './seal.ts';
import { isTotalSumOfParts } from './sum.ts';
import { originOf, type Trust } from './trust.ts';
import { attributeOf, type Place, type XmlElement } from './xml-tree.ts';

/** 'unknown': the required certificate is not pinned, or the file could not be parsed far enough. */
export type CheckState = 'ok' | 'failed' | 'unknown';

export interface CfdiChecks {
  /** The issuer's seal over the original string. */
  readonly seal: CheckState;
  /** The stamp repeats this seal. */
  readonly selloCfd: CheckState;
  /** The tax authority's seal over the stamp. */
  readonly stamp: CheckState;
  /** A sealing certificate of the issuer, valid on the invoice's date and issued by a pinned authority. */
  readonly certificate: CheckState;
}

export interface VerifyRules {
  readonly trust: Trust;
  /** The required issuer; null accepts any. */
  readonly clientRfc: string | null;
  /** Whether a certificate of an authority that is not pinned refuses the file or is only reported. */
  readonly unknownAuthority: 'refuse' | 'report';
}

export type CfdiVerdict =
  | {
      readonly ok: true;
      readonly cfdi: CfdiFields;
      readonly seen: SeenCfdi;
      readonly checks: CfdiChecks;
      /** The stamp's certificate is not pinned, so the tax authority must confirm the invoice. */
      readonly isStampPending: boolean;
    }
  | {
      readonly ok: false;
      readonly motive: FileMotive;
      /** Position at which the file cannot be read. */
      readonly place?: Place | null;
      readonly seen: SeenCfdi | null;
      readonly checks: CfdiChecks;
    };

export const noChecks: CfdiChecks = { seal: 'unknown', selloCfd: 'unknown', stamp: 'unknown', certificate: 'unknown' };

/** Hours by which Mexican local time can be behind UTC, from Cancún to the westernmost zone. */
const UTC_OFFSETS = { min: 5, max: 8 } as const;
const HOUR = 3_600_000;

/** Parses and verifies a file: its fields, or the first motive to refuse it with the fields that could be read. */
export function verifyFile(bytes: Uint8Array, rules: VerifyRules): CfdiVerdict {
  const parsed = parseCfdi(bytes);
  if (!parsed.ok) return { ...parsed, seen: null, checks: noChecks };
  const { document } = parsed;
  const { seen } = document;
  const { checks, motive: broken } = verifyDocument(document, rules);
  const read = fieldsOf(document);
  const summed = isTotalSumOfParts(document.root) ? null : 'TOTAL_NOT_SUM';
  const motive = read.ok ? (partiesMotive(read.fields, rules.clientRfc) ?? broken ?? summed) : read.motive;
  if (!read.ok || motive) return { ok: false, motive: motive ?? 'CFDI_FIELDS_INVALID', seen, checks };
  return { ok: true, cfdi: read.fields, seen, checks, isStampPending: checks.stamp === 'unknown' };
}

function partiesMotive(fields: CfdiFields, clientRfc: string | null): FileMotive | null {
  if (clientRfc !== null && fields.issuer.rfc !== clientRfc) return 'ISSUER_NOT_CLIENT';
  // A note reduces the invoice that it names; its receiver does not matter.
  if (fields.type === 'E') return null;
  if (fields.receiver.rfc === fields.issuer.rfc) return 'RECEIVER_IS_ISSUER';
  return fields.receiver.rfc === PUBLIC_RFC ? 'RECEIVER_GENERIC_PUBLIC' : null;
}

/** Runs all four cryptographic checks; the motive is that of the first failure. */
function verifyDocument(
  document: CfdiDocument,
  rules: Pick<VerifyRules, 'trust' | 'unknownAuthority'>,
): { readonly checks: CfdiChecks; readonly motive: FileMotive | null } {
  const { root, stamp } = document;
  const certificate = certificateOf(attributeOf(root, 'Certificado') ?? '');
  const holder = certificateCheck(document, certificate, rules);
  const seal = attributeOf(root, 'Sello') ?? '';
  const text = certificate ? invoiceString(document.version, root) : null;
  const sealed = certificate !== null && text !== null && sealVerifies(text, seal, certificate.publicKey);
  const stamped = stamp !== null && seal !== '' && withoutSpace(attributeOf(stamp, 'SelloCFD')) === withoutSpace(seal);
  const authority = stamp ? stampCheck(stamp, rules.trust) : 'failed';
  const motive =
    holder.motive ??
    (sealed ? null : 'SEAL_BROKEN') ??
    (stamped ? null : 'STAMP_SEAL_MISMATCH') ??
    (authority === 'failed' ? 'STAMP_BROKEN' : null);
  return {
    motive,
    checks: {
      seal: sealed ? 'ok' : 'failed',
      selloCfd: stamped ? 'ok' : 'failed',
      stamp: authority,
      certificate: holder.state,
    },
  };
}

const withoutSpace = (text: string | null): string => text?.replaceAll(' ', '') ?? '';

interface HolderCheck {
  readonly state: CheckState;
  readonly motive: FileMotive | null;
}

function certificateCheck(
  { root, seen }: CfdiDocument,
  certificate: Certificate | null,
  { trust, unknownAuthority }: Pick<VerifyRules, 'trust' | 'unknownAuthority'>,
): HolderCheck {
  const failed = (motive: FileMotive): HolderCheck => ({ state: 'failed', motive });
  if (!certificate) return failed('CERTIFICATE_UNREADABLE');
  const isNamed = certificate.number === attributeOf(root, 'NoCertificado');
  if (!certificate.isSealing || !isNamed) return failed('CERTIFICATE_NOT_SEALING');
  if (certificate.rfc !== seen.issuerRfc) return failed('CERTIFICATE_NOT_ISSUER');
  if (!isValidAt(certificate, attributeOf(root, 'Fecha') ?? '')) return failed('CERTIFICATE_NOT_VALID_ON_DATE');
  const origin = originOf(certificate, trust);
  if (origin === 'forged') return failed('CERTIFICATE_UNTRUSTED');
  if (origin === 'trusted') return { state: 'ok', motive: null };
  return { state: 'unknown', motive: unknownAuthority === 'refuse' ? 'CERTIFICATE_UNTRUSTED' : null };
}

function stampCheck(stamp: XmlElement, trust: Trust): CheckState {
  if (attributeOf(stamp, 'Version') !== '1.1') return 'failed';
  const certificate = trust.stampCertificates.get(attributeOf(stamp, 'NoCertificadoSAT') ?? '');
  if (!certificate) return 'unknown';
  // White space inside base64 means nothing; it may have been added before the stamp or after it.
  const compact = new Map(stamp.attributes).set('SelloCFD', withoutSpace(attributeOf(stamp, 'SelloCFD')));
  const texts = [stampString(stamp), stampString({ ...stamp, attributes: compact })];
  const isSealed = (text: string | null): boolean =>
    text !== null && sealVerifies(text, attributeOf(stamp, 'SelloSAT') ?? '', certificate.publicKey);
  const isValid = isValidAt(certificate, attributeOf(stamp, 'FechaTimbrado') ?? '') && texts.some(isSealed);
  return isValid ? 'ok' : 'failed';
}

/** The time has no zone, so it is valid if it is valid in any Mexican zone. */
function isValidAt(certificate: Certificate, localTime: string): boolean {
  const clock = Date.parse(`${localTime}Z`);
  if (Number.isNaN(clock)) return false;
  return (
    clock + UTC_OFFSETS.max * HOUR >= certificate.validFrom && clock + UTC_OFFSETS.min * HOUR <= certificate.validTo
  );
}
