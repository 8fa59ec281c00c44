/** Forms of a SPEI transfer: texts that every bank takes, and the bank behind an account. */
import { isClabe } from './clabe.ts';

const MAX_TEXT = 39;

/** At most 39 characters of ASCII, without the separator of signed strings: `Pérez | Ñandú` becomes `Perez Nandu`. */
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

/** The same for a holder's name: upper case, without `-`, `,` and `.`. */
export function speiName(name: string): string {
  return speiText(name.replace(/[-,.]/g, ' ')).toUpperCase();
}

/** Letters of a name that was cut off, at least. */
const MIN_CUT = 20;
const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Whether two names are of the same holder: banks write them without accents and punctuation, and cut them off. */
export function isSameName(one: string, other: string): boolean {
  const [short = '', long = ''] = [letters(one), letters(other)].toSorted((a, b) => a.length - b.length);
  return short !== '' && (short === long || (short.length >= MIN_CUT && long.startsWith(short)));
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
