/** Forms of a SPEI transfer: texts that every bank takes, and the bank behind an account. */
import { isClabe } from './clabe.ts';

const MAX_TEXT = 39;

/**
 * Converts a text to at most 39 characters of ASCII, without the separator of signed strings: `Pérez | Ñandú` becomes
 * `Perez Nandu`.
 */
export function speiText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('|', ' ')
    .replace(/[^\x20-\x7e\s]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .trimEnd();
}

/** Letters that are not decomposed into one of ASCII and a mark. */
const LETTERS: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' };
const APOSTROPHES = /['’‘ʼ`´]/g;

/** A name in the capitals, digits and `&` that banks take: `Pérez, L’Oréal & Ñu` becomes `PEREZ LOREAL & NU`. */
export function speiName(name: string, max = MAX_TEXT): string {
  return name
    .replace(APOSTROPHES, '')
    .toUpperCase()
    .replace(/[ÆŒØŁĐÐÞ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9&]+/g, ' ')
    .trim()
    .slice(0, max)
    .trimEnd();
}

/** Words that belong to the next one, as in `de la Cruz`. */
const PARTICLES = new Set('DE DEL LA LAS LOS Y DA DAS DI DO DOS VAN VON DER DEN SAN SANTA MC MAC'.split(' '));

/** A person's given names and two surnames, of which the second can be missing: the last two words count as surnames. */
export function personName(name: string): readonly [given: string, first: string, second: string] {
  const parts: string[][] = [];
  for (const word of speiName(name, Number.POSITIVE_INFINITY).split(' ')) {
    const last = parts.at(-1);
    // `Ortega y Gasset` is one surname.
    if (last !== undefined && (word === 'Y' || PARTICLES.has(last.at(-1) ?? ''))) last.push(word);
    else parts.push([word]);
  }
  const words = parts.map((part) => part.join(' '));
  const surnames = words.length > 2 ? 2 : 1;
  const [first = '', second = ''] = words.slice(-surnames);
  return [words.slice(0, -surnames).join(' '), first, second];
}

/** A letter as banks keep it; they may leave a lossy one out. `LOST` stands for one that arrived as a sign. */
interface HeldLetter {
  readonly letter: string;
  readonly isLossy: boolean;
}

const LOST = '?';
/** Substitutes of banks for letters outside ASCII: `PE?A`, `PE#A` and `PE¥A` for PEÑA. */
const SIGNS = /[?#¿¥¤\uFFFD]/;
/** UTF-8 that was read as Latin 1: `PEÃ‘A`. */
const MISREAD = /Ã[^A-Za-z\s]/g;
/** Letters that are written with a mark in Spanish. */
const MARKED = 'AEIOUN';

/** Legal form at the end of a company's name, in any spacing: invoices leave it out, banks keep it. */
const GAP = '[\\s.,]*';
const spaced = (letters: string): string => [...letters].join(GAP);
const KINDS = ['SAPI', 'SAB', 'SAS', 'SA', 'SDERL', 'SCDERL', 'SPRDERL', 'SC', 'AC'].map(spaced).join('|');
const MORE = ['MI', 'DECV', 'SOFOM', 'ENR', 'ER'].map((letters) => `(?:${GAP}${spaced(letters)})?`).join('');
const KIND = new RegExp(`[\\s.,]+(?:${KINDS})${MORE}${GAP}$`);

const heldName = (text: string): string =>
  text.normalize('NFC').replace(/&amp;/gi, '&').replace(MISREAD, LOST).toUpperCase().replace(KIND, '');

const lettersOf = (name: string): HeldLetter[] =>
  [...heldName(name)].flatMap((sign) => {
    if (/[A-Z0-9]/.test(sign)) return { letter: sign, isLossy: false };
    if (SIGNS.test(sign)) return { letter: LOST, isLossy: true };
    const reduced = sign === '&' ? 'Y' : speiName(sign);
    return [...reduced].map((letter) => ({ letter, isLossy: true }));
  });

/** Letters of a name that was cut off, at least. */
const MIN_CUT = 20;
const canBeCut = (letters: readonly HeldLetter[]): boolean =>
  letters.filter(({ letter }) => letter !== LOST).length >= MIN_CUT;

const isSameLetter = (one: string, other: string): boolean =>
  one === other || (one === LOST && MARKED.includes(other)) || (other === LOST && MARKED.includes(one));

/**
 * Whether two names are of the same holder: banks write them without punctuation, lose or leave out accents and Ñ, cut
 * them off, and name the kind of company.
 */
export function isSameName(one: string, other: string): boolean {
  const [ours, theirs] = [lettersOf(one), lettersOf(other)];
  if (ours.length === 0 || theirs.length === 0) return false;
  const isCut = canBeCut(theirs);
  /** Numbers of letters of `theirs` that can stand for the letters of `ours` that were read. */
  let reached = withoutLossy(theirs, [0]);
  for (const { letter, isLossy } of ours) {
    if (isCut && reached.has(theirs.length)) return true;
    const read = [...reached].filter((at) => at < theirs.length && isSameLetter(letter, theirs[at]?.letter ?? ''));
    reached = withoutLossy(theirs, [...(isLossy ? reached : []), ...read.map((at) => at + 1)]);
  }
  return reached.has(theirs.length) || (canBeCut(ours) && reached.size > 0);
}

/** Adds the places behind letters that may be left out. */
function withoutLossy(letters: readonly HeldLetter[], places: readonly number[]): Set<number> {
  const all = new Set(places);
  for (const at of all) if (letters[at]?.isLossy) all.add(at + 1);
  return all;
}

const DEVELOPMENT_BANKS = new Set(['006', '009', '019', '135', '166', '168']);
const FIRST_NON_BANK = 600;
/** Takes part in no transfer. */
const CENTRAL_BANK = '001';
/** Refused by the transfer service. */
const CLOSED = new Set(['90659', '90642']);

/** SPEI's code of the bank that keeps an account, such as 40012 for 012…; null if it takes no transfers. */
export function speiBankOf(clabe: string): string | null {
  if (!isClabe(clabe)) return null;
  const bank = clabe.slice(0, 3);
  if (bank === CENTRAL_BANK || bank === '000') return null;
  const group = Number(bank) >= FIRST_NON_BANK ? '90' : DEVELOPMENT_BANKS.has(bank) ? '37' : '40';
  return CLOSED.has(`${group}${bank}`) ? null : `${group}${bank}`;
}
