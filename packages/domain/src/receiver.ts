/** Receivers of invoices: tax ids, names and the lender's verdict. */

/** Generic tax id of receivers abroad, which are distinguished by tax registration and name. */
export const FOREIGN_RFC = 'XEXX010101000';
/** Generic tax id of the general public, refused as a receiver. */
export const PUBLIC_RFC = 'XAXX010101000';
/** Receiver under which refused files are kept. */
export const FAILED_FILES_RECEIVER = 'FALLIDOS';

export const companyStatus = {
  REJECTED: 0,
  REJECTED_FOR_SHELL_COMPANY: 1,
  REJECTED_FOR_PLD: 2,
  PENDING: 10,
  APPROVED: 20,
  DISABLED: 30,
} as const;
export type CompanyStatus = (typeof companyStatus)[keyof typeof companyStatus];

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{2}[A0-9]$/;
const RFC_DIGITS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** Upper case, reduced to letters, digits, & and Ñ; N with a combining tilde counts as Ñ. */
export const cleanRfc = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^A-Z0-9Ñ&]/g, '');

/** Whether the text has the shape of a company's (12) or a person's (13) tax id. */
export const isRfc = (text: string): boolean => RFC.test(text);

/** Why a client with its own tax id cannot register a receiver with this clean one, or null. Source: specification section 5. */
export function newReceiverProblem(
  rfc: string,
  ownRfc: string,
): 'RFC_REQUIRED' | 'RFC_FOREIGN' | 'RFC_TOO_SHORT' | 'RFC_TOO_LONG' | 'RFC_INVALID' | null {
  if (rfc === '') return 'RFC_REQUIRED';
  if (rfc === FOREIGN_RFC) return 'RFC_FOREIGN';
  if (rfc.length < 12) return 'RFC_TOO_SHORT';
  if (rfc.length > 13) return 'RFC_TOO_LONG';
  return isRfc(rfc) && rfc !== PUBLIC_RFC && rfc !== ownRfc ? null : 'RFC_INVALID';
}

/** A name as stored: trimmed, single spaces, upper case. */
export const cleanName = (text: string): string => text.replace(/\s+/g, ' ').trim().toUpperCase();

/** Whether a receiver with this status can be one of the client's payers. Source: specification section 4. */
export const canBePayer = (status: CompanyStatus): boolean =>
  status !== companyStatus.REJECTED_FOR_SHELL_COMPANY && status !== companyStatus.REJECTED_FOR_PLD;

/**
 * Whether the check digit matches. Some real tax ids fail, so a mismatch is only a warning.
 * Source: the tax authority's algorithm, which pads a 12-character id with a leading space.
 */
export function rfcCheckDigitMatches(rfc: string): boolean {
  if (!isRfc(rfc)) return false;
  const padded = rfc.padStart(13, ' ');
  const weighted = [...padded.slice(0, 12)].reduce(
    (total, char, index) => total + RFC_DIGITS.indexOf(char) * (13 - index),
    0,
  );
  const digit = (11 - (weighted % 11)) % 11;
  return padded.endsWith(digit === 10 ? 'A' : String(digit));
}

/** Facts that decide whether a receiver can be an alias, or have one. */
export interface AliasParty {
  readonly companyId: string;
  readonly rfc: string;
  readonly status: CompanyStatus;
  /** It is an alias itself. */
  readonly isAlias: boolean;
  readonly hasAliases: boolean;
}

const isAccepted = (status: CompanyStatus): boolean =>
  status === companyStatus.PENDING || status === companyStatus.APPROVED;

/**
 * Why a receiver cannot become an alias of another, or null: one abroad has several names, one in Mexico gets another tax id
 * by a merger or a change of its kind. A refused one is not accepted under another name.
 */
export function aliasProblem(
  alias: AliasParty,
  main: AliasParty,
):
  | 'ALIAS_OF_ITSELF'
  | 'ALIAS_ABROAD_AND_DOMESTIC'
  | 'RECEIVER_IS_ALIAS'
  | 'RECEIVER_HAS_ALIASES'
  | 'ALIAS_UNDECIDED'
  | null {
  if (alias.companyId === main.companyId) return 'ALIAS_OF_ITSELF';
  if ((alias.rfc === FOREIGN_RFC) !== (main.rfc === FOREIGN_RFC)) return 'ALIAS_ABROAD_AND_DOMESTIC';
  if (alias.isAlias || main.isAlias) return 'RECEIVER_IS_ALIAS';
  if (alias.hasAliases) return 'RECEIVER_HAS_ALIASES';
  const isUndecided = main.status === companyStatus.PENDING || (isAccepted(main.status) && !isAccepted(alias.status));
  return isUndecided ? 'ALIAS_UNDECIDED' : null;
}

/** Canonical spelling for comparison: no accents, upper case, single spaces. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Identifies the receiver of an invoice: the tax id, and for the generic foreign one also tax registration and
 * normalised name.
 */
export function receiverKey(receiver: {
  readonly rfc: string;
  readonly name: string;
  readonly taxId: string | null;
}): string {
  if (receiver.rfc !== FOREIGN_RFC) return receiver.rfc;
  return [receiver.rfc, receiver.taxId ?? '', normaliseName(receiver.name)].join('|');
}
