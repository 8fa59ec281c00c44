/**
 * Why a file or an invoice is refused: the one catalogue that the reader, the API, the portal and the e-mails share.
 * The Spanish reason and remedy of each code live in the contract package.
 */

/** The file never becomes an invoice: it is kept under the receiver 'FALLIDOS' and listed with its name. */
export const fileMotives = [
  'FILE_NOT_XML',
  'FILE_TOO_LARGE',
  'FILE_EMPTY',
  'XML_ENCODING',
  'XML_DOCTYPE',
  'XML_TOO_COMPLEX',
  'XML_MALFORMED',
  'XML_PIPE_IN_ATTRIBUTE',
  'NOT_CFDI',
  'CFDI_VERSION_UNSUPPORTED',
  'CFDI_FIELDS_INVALID',
  'NOT_STAMPED',
  'NOT_INCOME',
  'ISSUER_NOT_CLIENT',
  'RECEIVER_IS_ISSUER',
  'RECEIVER_GENERIC_PUBLIC',
  'CERTIFICATE_UNREADABLE',
  'CERTIFICATE_NOT_SEALING',
  'CERTIFICATE_NOT_ISSUER',
  'CERTIFICATE_NOT_VALID_ON_DATE',
  'CERTIFICATE_UNTRUSTED',
  'SEAL_BROKEN',
  'STAMP_SEAL_MISMATCH',
  'STAMP_BROKEN',
  'ALREADY_UPLOADED',
  // Also a rejection motive: a currency that the portal knows but does not finance becomes a rejected invoice.
  'CURRENCY_UNSUPPORTED',
] as const;

/** A sound CFDI that the lender will not finance: the invoice exists as RECHAZADA with one of these. */
export const rejectionMotives = [
  'CURRENCY_UNSUPPORTED',
  'TOTAL_NOT_POSITIVE',
  'EMITTED_IN_FUTURE',
  'EMITTED_TOO_OLD',
  'ALREADY_FINANCED',
  'RECEIVER_REJECTED',
  'RECEIVER_DISABLED',
  'PPD_REQUIRED',
  'CANCELLED_AT_TAX_AUTHORITY',
  'CANCELLATION_IN_PROGRESS',
  'UNKNOWN_AT_TAX_AUTHORITY',
  'DELETED_BY_USER',
  'LENDER_DOCUMENTS',
  'LENDER_PAYER_DECLINED',
  'LENDER_RISK_LIMIT',
] as const;

export type FileMotive = (typeof fileMotives)[number];
export type RejectionMotive = (typeof rejectionMotives)[number];

/** [EST-04] A stored motive. One that this version doesn't know, written by a newer one, is none: screens have words for that. */
export const rejectionMotiveOf = (text: string | null): RejectionMotive | null =>
  rejectionMotives.find((motive) => motive === text) ?? null;
export type Motive = FileMotive | RejectionMotive;

/** What the tax authority's answer can object to. */
export const taxMotives = [
  'CANCELLED_AT_TAX_AUTHORITY',
  'CANCELLATION_IN_PROGRESS',
  'UNKNOWN_AT_TAX_AUTHORITY',
] as const satisfies readonly RejectionMotive[];

/** The motives an operator may give when rejecting an invoice of a sale: the lender's own, and the tax authority's. */
export const lenderMotives = [
  ...taxMotives,
  'LENDER_DOCUMENTS',
  'LENDER_PAYER_DECLINED',
  'LENDER_RISK_LIMIT',
] as const satisfies readonly RejectionMotive[];
