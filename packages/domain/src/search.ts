/** Possible meanings of a text typed into a search box. */

/** A text as it is searched: in lower case, without accents. */
export const searchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Cents, both ends inclusive. */
export interface CentsRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** Each reading that a text allows; null or empty where it allows none. */
export interface SearchTerms {
  /** Each is part of a name or tax id, as `searchText` writes them. */
  readonly words: readonly string[];
  /** The first and the last fiscal UUID that begins with the text. */
  readonly uuids: { readonly first: string; readonly last: string } | null;
  /** The beginning of a `folioKey`, and the letters and digits before it. */
  readonly folio: { readonly key: string; readonly before: string } | null;
  /** Whole amounts first, then those of which only the leading groups of digits were typed. */
  readonly amounts: { readonly exact: CentsRange; readonly longer: readonly CentsRange[] } | null;
  readonly numberOfSale: number | null;
  /** Letters and digits of a payment reference or of a bank's tracking key. */
  readonly code: string | null;
}

const MIN_UUID_DIGITS = 6;
const UUID_DIGITS = 32;
const MIN_CODE = 4;
const MAX_SALE_DIGITS = 9;
/** From three digits on, "254" also finds 254,000.00: people leave out the groups that they do not remember. */
const MIN_LEADING_DIGITS = 3;
const GROUPS = [1_000n, 1_000_000n];
const MAX_WHOLE_DIGITS = 13;
/** More than any stored amount, which has at most 16 digits before the point. */
const TOO_MANY_CENTS = 10n ** 18n;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Words that people write before a number. */
const KIND = /^(?:factura|folio|venta|referencia|ref)[\s.:#]+(?=.*\d)/i;

/** The fiscal UUID anywhere in a text, in upper case; null without a whole one. */
export const uuidIn = (text: string): string | null => UUID.exec(text)?.[0].toUpperCase() ?? null;

/** Reads a text in every way it can be meant. */
export function searchTerms(typed: string): SearchTerms {
  const text = typed.trim().replace(KIND, '');
  const whole = uuidIn(text);
  if (whole) return { ...NOTHING, uuids: { first: whole, last: whole } };
  const code = lettersAndDigits(text);
  const isAmountOnly = /[$,]|\d\.\d/.test(text) && amountsOf(text) !== null;
  return {
    words: isAmountOnly ? [] : (searchText(typed).match(/[\p{L}\p{N}]+/gu) ?? []),
    uuids: uuidsOf(text),
    folio: isAmountOnly ? null : folioOf(text),
    amounts: amountsOf(text),
    numberOfSale: /^[1-9]\d*$/.test(text) && text.length <= MAX_SALE_DIGITS ? Number(text) : null,
    code: isAmountOnly || code.length < MIN_CODE || !/\d/.test(code) ? null : code,
  };
}

const NOTHING: SearchTerms = { words: [], uuids: null, folio: null, amounts: null, numberOfSale: null, code: null };

const lettersAndDigits = (text: string): string =>
  searchText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** A text of hexadecimal digits, with hyphens where a UUID has them or with none. */
function uuidsOf(text: string): SearchTerms['uuids'] {
  const digits = text.replaceAll('-', '').toUpperCase();
  if (!/^[0-9A-F]+$/.test(digits) || digits.length < MIN_UUID_DIGITS || digits.length > UUID_DIGITS) return null;
  const filled = (digit: string): string =>
    digits.padEnd(UUID_DIGITS, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { first: filled('0'), last: filled('F') };
}

/**
 * Folios are known by their final number, without leading zeros: "FAC-1026" is typed as 1026 as well. One without a final
 * number is known by all of its letters and digits.
 */
function folioOf(text: string): SearchTerms['folio'] {
  const [, before = '', number = ''] = /^(.*\D)?0*(\d*)$/.exec(text) ?? [];
  if (number !== '') return { key: number, before: lettersAndDigits(before) };
  const key = lettersAndDigits(text);
  return key === '' ? null : { key, before: '' };
}

function amountsOf(text: string): SearchTerms['amounts'] {
  const bare = text.replace(/^(?:mxn|usd)\s*|\s*(?:mxn|usd)$/gi, '').replace(/[\s,$]/g, '');
  const [, whole, point, decimals = ''] = /^(\d+)(\.)?(\d{1,2})?$/.exec(bare) ?? [];
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS || (decimals !== '' && point === undefined)) return null;
  const pesos = BigInt(whole);
  const from = pesos * 100n + BigInt(decimals.padEnd(2, '0'));
  const exact = { from, to: from + 10n ** BigInt(2 - decimals.length) - 1n };
  const isLeading = point === undefined && whole.length >= MIN_LEADING_DIGITS && !whole.startsWith('0');
  const longer = GROUPS.map((group) => ({ from: pesos * group * 100n, to: (pesos + 1n) * group * 100n - 1n }));
  return { exact, longer: isLeading ? longer.filter(({ to }) => to < TOO_MANY_CENTS) : [] };
}
