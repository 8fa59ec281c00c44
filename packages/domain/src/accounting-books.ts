/** The lender's books as accounting programs and the tax authority take them: accounts, balances and entries in pesos. */
import type { IsoDate } from './calendar.ts';
import { add, type FinancedCurrency, type Money, subtract, zero } from './money.ts';

export interface ChartAccount {
  readonly number: string;
  readonly name: string;
  /** Side on which the account grows. */
  readonly nature: 'debit' | 'credit';
  readonly level: number;
  /** Number of the account above; null at the first level. */
  readonly parent: string | null;
  /** The authority's `código agrupador`, such as `105.01`. */
  readonly groupingCode: string;
}

/** Opening and closing balances are positive on the side of the account's nature. */
export interface AccountBalance {
  readonly account: string;
  readonly opening: Money<'MXN'>;
  readonly debits: Money<'MXN'>;
  readonly credits: Money<'MXN'>;
  readonly closing: Money<'MXN'>;
}

/** A CFDI behind a line, with the tax id of the other party. */
export interface BookedDocument {
  readonly uuid: string;
  readonly issued: IsoDate;
  readonly issuer: string;
  readonly receiver: string;
  /** Tax id of the party that the lender deals with. */
  readonly rfc: string;
  readonly total: Money<FinancedCurrency>;
  /** Pesos per dollar, as a decimal; null in pesos. */
  readonly rate: string | null;
  /** Form of payment of the CFDI, such as `03`. */
  readonly paymentForm: string | null;
}

/** A transfer behind a line. Accounts are CLABE; that of the payer may be unknown. */
export interface BookedTransfer {
  readonly from: string | null;
  /** Code of the payer's bank if its account is unknown, such as `012`. */
  readonly fromBank: string | null;
  readonly to: string;
  readonly day: IsoDate;
  readonly beneficiary: string;
  readonly rfc: string;
  readonly amount: Money<FinancedCurrency>;
  readonly rate: string | null;
}

/** One of debit and credit is zero. */
export interface BookedLine {
  readonly account: string;
  readonly concept: string;
  readonly debit: Money<'MXN'>;
  readonly credit: Money<'MXN'>;
  /** The amount in dollars of an entry in dollars. */
  readonly foreign: Money<'USD'> | null;
  readonly documents: readonly BookedDocument[];
  readonly transfers: readonly BookedTransfer[];
}

export interface BookedEntry {
  /** The same in all files of a month. */
  readonly number: string;
  readonly day: IsoDate;
  readonly kind: 'income' | 'expense' | 'journal';
  readonly concept: string;
  readonly lines: readonly BookedLine[];
}

export const bookProblems = [
  'NOTHING_TO_WRITE',
  'RFC_INVALID',
  'PERIOD_INVALID',
  'REQUEST_NUMBER_INVALID',
  'ACCOUNT_NUMBER_INVALID',
  'ACCOUNT_TWICE',
  'ACCOUNT_WITHOUT_NAME',
  'GROUPING_CODE_INVALID',
  'PARENT_INVALID',
  'ACCOUNT_NOT_IN_CHART',
  'BALANCE_INVALID',
  'TOTALS_UNEQUAL',
  'ENTRY_NUMBER_INVALID',
  'ENTRY_TWICE',
  'ENTRY_OUTSIDE_PERIOD',
  'ENTRY_UNBALANCED',
  'LINE_INVALID',
  'UUID_INVALID',
  'RATE_INVALID',
  'BANK_ACCOUNT_INVALID',
  'ACCOUNT_UNMAPPED',
  'ACCOUNT_TOO_LONG',
  'ACCOUNT_WITH_PARTS',
  'CHART_EMPTY',
  'BETWEEN_JOURNALS',
  'RATE_MISSING',
] as const;

/** Why the authority asks for entries: `AF` audit, `FC` compulsory audit, with an order; `DE` refund, `CO` set-off, with a procedure. */
export const requestTypes = ['AF', 'FC', 'DE', 'CO'] as const;
export interface AccountingRequest {
  readonly type: (typeof requestTypes)[number];
  /** Number of the order or of the procedure. */
  readonly number: string;
}
/** Whether a request of its type has an order's number instead of a procedure's. */
export const hasOrder = (type: AccountingRequest['type']): boolean => type === 'AF' || type === 'FC';
export const isRequestNumber = ({ type, number }: AccountingRequest): boolean =>
  (hasOrder(type) ? /^[A-Z]{3}\d{7}\/\d{2}$/ : /^[A-Z]{2}\d{12}$/).test(number);

/** A reason why a file is not written, and the account, entry or document that has it. */
export interface BookProblem {
  readonly code: (typeof bookProblems)[number];
  readonly at: string;
}

export type BookFile<Content> =
  | { readonly ok: true; readonly name: string; readonly content: Content }
  | { readonly ok: false; readonly problems: readonly BookProblem[] };

export const problem = (code: BookProblem['code'], at: string): BookProblem => ({ code, at });

/** Codes that the Anexo 24 subdivides, with the number of their subdivisions (`101-103:2` for 101, 101.01, 101.02, … 103.02). */
const GROUPS =
  '000 100:2 101:1 102:2 103:3 104:1 105:4 106:10 107:5 108:4 109:23 110-112:1 113:8 114:1 115:7 116-117:1 118-120:4 121:1 151-170:1 ' +
  '171-172:18 173-182:1 183:10 184:3 185:1 186:10 187:1 188:3 189-191:1 200:2 201:4 202:12 203:18 204:1 205:6 206:5 207-209:2 210:7 ' +
  '211:3 212:1 213:7 214:1 215:3 216:12 217-218:1 251:6 252:17 253:18 254-258:1 259:3 260:1 300 301:5 302:3 303:1 304:4 305:3 306:1 ' +
  '400 401:41 402-403:5 500 501:8 502:4 503:1 504:25 505:2 600 601-602:84 603-604:82 605:31 606-610:1 611:2 612:1 613:18 614:10 700 ' +
  '701:11 702:10 703:21 704:23 800 801-816:2 899:2';

const subdivisions: ReadonlyMap<number, number> = new Map(
  GROUPS.split(' ').flatMap((group) => {
    const [range = '', count = '0'] = group.split(':');
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => [first + index, Number(count)] as const);
  }),
);

/** Whether the text is a `código agrupador` of the Anexo 24, such as `102` or `102.01`. */
export function isGroupingCode(text: string): boolean {
  const match = /^(\d{3})(?:\.(\d{2}))?$/.exec(text);
  const count = subdivisions.get(Number(match?.[1]));
  if (match === null || count === undefined) return false;
  return match[2] === undefined || (Number(match[2]) >= 1 && Number(match[2]) <= count);
}

/** One line of text without characters that files cannot keep, of at most `max` characters. */
export const bookText = (text: string, max: number): string =>
  [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\s\ufffd\ufffe\uffff]+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
    .trimEnd();

const total = (lines: readonly BookedLine[], side: 'debit' | 'credit'): Money<'MXN'> =>
  lines.reduce((sum, line) => add(sum, line[side]), zero('MXN'));

/** Problems that entries have in any file: numbers, days, balance and sides. */
export function entryProblems(entries: readonly BookedEntry[], first: IsoDate, last: IsoDate): BookProblem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ number, day, lines }) => {
    const found: BookProblem[] = [];
    if (seen.has(number)) found.push(problem('ENTRY_TWICE', number));
    seen.add(number);
    if (day < first || day > last) found.push(problem('ENTRY_OUTSIDE_PERIOD', number));
    const isSound = ({ debit, credit }: BookedLine): boolean =>
      debit.cents >= 0n && credit.cents >= 0n && debit.cents > 0n !== credit.cents > 0n;
    if (lines.length === 0 || !lines.every(isSound)) found.push(problem('LINE_INVALID', number));
    if (total(lines, 'debit').cents !== total(lines, 'credit').cents) found.push(problem('ENTRY_UNBALANCED', number));
    return found;
  });
}

/** The balance that an account of this nature ends with. */
export const closingOf = (
  nature: ChartAccount['nature'],
  { opening, debits, credits }: Omit<AccountBalance, 'account' | 'closing'>,
): Money<'MXN'> =>
  nature === 'debit' ? subtract(add(opening, debits), credits) : subtract(add(opening, credits), debits);
