/**
 * Why a file or an invoice is refused: one catalogue for the reader, the API, the portal and the e-mails. The Spanish
 * reason and remedy of each code are in the contract package.
 */

/** The file does not become an invoice; it is kept under the receiver 'FALLIDOS' and listed by name. */
export const fileMotives = [
  'FILE_NOT_XML',
  'FILE_TOO_LARGE',
  'FILE_EMPTY',
  'XML_ENCODING',
  'XML_DOCTYPE',
  'XML_TOO_COMPLEX',
  'XML_MALFORMED',
  'XML_PIPE_IN_ATTRIBUTE',
  'XML_ATTRIBUTE_TOO_LONG',
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
  'TOTAL_NOT_SUM',
  'ALREADY_UPLOADED',
  // Also a rejection motive: a known currency that is not financed becomes a rejected invoice.
  'CURRENCY_UNSUPPORTED',
] as const;

/** [EST-06] Replies of a payer that refuse an invoice. */
const payerReplies = [
  'PAYER_PAID',
  'PAYER_CURRENCY_MISMATCH',
  'PAYER_RESERVED_ELSEWHERE',
  'PAYER_NOT_VALIDATED',
  'PAYER_WITHHOLDS_PAYMENT',
  'PAYER_SUPPLIER_DISABLED',
  'PAYER_AMOUNT_DIFFERS',
  'PAYER_NOT_REGISTERED',
  'PAYER_NOT_ELIGIBLE',
] as const;

/** An invoice is no receivable because of other CFDI of its issuer. Each ends once the other one is cancelled, free or known. */
export const relationMotives = [
  'REPLACED',
  'REPLACES_SOLD',
  'ADVANCE_RECEIVED',
  'ADVANCE_APPLIED',
  'PAID_BY_ADVANCE',
  'CREDITED',
] as const;
export type RelationMotive = (typeof relationMotives)[number];

/** A valid CFDI that the lender does not finance becomes a RECHAZADA invoice with one of these. */
export const rejectionMotives = [
  'CURRENCY_UNSUPPORTED',
  'TOTAL_NOT_POSITIVE',
  'EMITTED_IN_FUTURE',
  'EMITTED_TOO_OLD',
  'ALREADY_FINANCED',
  ...relationMotives,
  'RECEIVER_REJECTED',
  'RECEIVER_DISABLED',
  'ISSUER_LISTED',
  'RECEIVER_LISTED',
  'PPD_REQUIRED',
  'CANCELLED_AT_TAX_AUTHORITY',
  'CANCELLATION_IN_PROGRESS',
  'UNKNOWN_AT_TAX_AUTHORITY',
  'DELETED_BY_USER',
  'LENDER_DOCUMENTS',
  'LENDER_PAYER_DECLINED',
  'LENDER_RISK_LIMIT',
  ...payerReplies,
] as const;

export type FileMotive = (typeof fileMotives)[number];
export type RejectionMotive = (typeof rejectionMotives)[number];

/** [EST-04] Parses a stored motive; null when a newer version wrote one unknown to this one. */
export const rejectionMotiveOf = (text: string | null): RejectionMotive | null =>
  rejectionMotives.find((motive) => motive === text) ?? null;
export type Motive = FileMotive | RejectionMotive;

/** Motives that derive from the tax authority's answer. */
export const taxMotives = [
  'CANCELLED_AT_TAX_AUTHORITY',
  'CANCELLATION_IN_PROGRESS',
  'UNKNOWN_AT_TAX_AUTHORITY',
] as const satisfies readonly RejectionMotive[];

/** Motives that are a decision of the lender or of the payer, and never of an automatic check. */
export const decidedMotives = [
  'LENDER_DOCUMENTS',
  'LENDER_PAYER_DECLINED',
  'LENDER_RISK_LIMIT',
  ...payerReplies,
] as const satisfies readonly RejectionMotive[];

/** Motives an operator may give when rejecting an invoice of a sale. */
export const lenderMotives = [...taxMotives, ...decidedMotives] as const;
