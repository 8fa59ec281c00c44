/**
 * Entries of a month as accounting programs import them: CONTPAQi's text of fixed width and the rows of Aspel COI's sheet. The sources
 * of the layouts are in decision 166.
 */
import {
  type BookedDocument,
  type BookedEntry,
  type BookedLine,
  type BookFile,
  type BookProblem,
  bookText,
  entryProblems,
  problem,
} from './accounting-books.ts';
import { decimalOf, type Money, money } from './money.ts';
import { firstDayOf, lastDayOf, type Month } from './month.ts';

export const accountingPrograms = ['contpaqi', 'coi'] as const;
export type AccountingProgram = (typeof accountingPrograms)[number];

/** A number in the lender's chart: levels of digits and capitals. */
export const OWN_NUMBER = /^(?=.{1,30}$)[A-Z0-9]+([-.][A-Z0-9]+){0,8}$/;

/** Numbers that differ only in what stands between their levels are the same. */
export const isSameNumber = (one: string, other: string): boolean =>
  one.replace(/[-.]/g, '') === other.replace(/[-.]/g, '');

/** Signs that can stand between the levels of a number. */
export const accountSeparators = ['', '-', '.'] as const;

/** The separator that a text is; undefined for another text. */
export const separatorOf = (text: string): AccountFormat['separator'] | undefined =>
  accountSeparators.find((one) => one === text);

/** The form of numbers in each program until the lender sets another one: all digits, or levels with a hyphen. */
export const usualFormats: Readonly<Record<AccountingProgram, AccountFormat>> = {
  contpaqi: { levels: '', separator: '' },
  coi: { levels: '', separator: '-' },
};

/** The form in which a program keeps numbers of accounts: digits of each level, and what stands between levels. */
export interface AccountFormat {
  /** As in `4-3-3`; empty leaves numbers as they are. */
  readonly levels: string;
  readonly separator: (typeof accountSeparators)[number];
}

/** Longest number of an account, with its separators. */
const LONGEST: Readonly<Record<AccountingProgram, number>> = { contpaqi: 30, coi: 20 };

export const isAccountLevels = (text: string): boolean => /^([1-9]\d?(-[1-9]\d?){0,8})?$/.test(text);

/** The number as the program keeps it: 102-1 with levels 4-3-3 is 0102-001-000. Null if a level is too long or there are too many. */
export function accountIn(
  program: AccountingProgram,
  number: string,
  { levels, separator }: AccountFormat,
): string | null {
  const parts = number.split(/[^A-Z0-9]+/i).filter((part) => part !== '');
  const widths = levels === '' ? parts.map(({ length }) => length) : levels.split('-').map(Number);
  if (parts.length === 0 || parts.length > widths.length) return null;
  if (parts.some((part, level) => part.length > (widths[level] ?? 0))) return null;
  const whole = widths.map((width, level) => (parts[level] ?? '').padStart(width, '0')).join(separator);
  return whole.length <= LONGEST[program] ? whole : null;
}

/** Entries, and the numbers of their accounts in a program. */
export interface ProgramBooks {
  readonly rfc: string;
  readonly month: Month;
  readonly entries: readonly BookedEntry[];
  /** Numbers in the lender's own chart, by our accounts. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly format: AccountFormat;
}

/** Our accounts as the program has them, and what keeps the file from being written. */
function mapped(program: AccountingProgram, { month, entries, numbers, format }: ProgramBooks) {
  const used = new Set(entries.flatMap(({ lines }) => lines.map(({ account }) => account)));
  const known = new Map<string, string>();
  const problems: BookProblem[] = entries.length === 0 ? [problem('NOTHING_TO_WRITE', month)] : [];
  for (const account of used) {
    const number = numbers.get(account);
    const written = number === undefined ? null : accountIn(program, number, format);
    if (number === undefined) problems.push(problem('ACCOUNT_UNMAPPED', account));
    else if (written === null) problems.push(problem('ACCOUNT_TOO_LONG', account));
    else if ([...known.values()].includes(written)) problems.push(problem('ACCOUNT_TWICE', account));
    else known.set(account, written);
  }
  return { known, problems: [...problems, ...entryProblems(entries, firstDayOf(month), lastDayOf(month))] };
}

/** Entries with the number that programs give them: from 1 for each kind in a month. */
function numbered(entries: readonly BookedEntry[]): (readonly [number, BookedEntry])[] {
  const counts = { income: 0, expense: 0, journal: 0 };
  return entries.map((entry) => {
    counts[entry.kind] += 1;
    return [counts[entry.kind], entry];
  });
}

/** Each byte of windows-1252 with its sign. */
const bytesOfSigns: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);

/** The text in signs of windows-1252, one byte each: what has none loses its accents, or is a question mark. */
export const ansiText = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (bytesOfSigns.has(sign)) return sign;
      const plain = [...sign.normalize('NFKD').replace(/\p{M}/gu, '')];
      return plain.length > 0 && plain.every((one) => bytesOfSigns.has(one)) ? plain.join('') : '?';
    })
    .join('');

const ansiBytes = (text: string): Uint8Array =>
  Uint8Array.from([...text], (sign) => bytesOfSigns.get(sign) ?? '?'.charCodeAt(0));

const left = (text: string, width: number): string => bookText(ansiText(text), width).padEnd(width);

const CONTPAQI_KINDS = { income: 1, expense: 2, journal: 3 } as const;
/** System of origin of entries that came from a file. */
const CONTPAQI_ORIGIN = '11';
const NO_DIARY = left('0', 10);
const REFERENCE_WIDTH = 20;

/**
 * CONTPAQi's text for 'Cargar pólizas': a line P for each entry, M1 for each movement with AM for its CFDI, and AD for each CFDI of
 * the entry. The reference of a movement is the end of our number of the entry.
 */
export function contpaqiFile(books: ProgramBooks): BookFile<Uint8Array> {
  const { known, problems } = mapped('contpaqi', books);
  if (problems.length > 0) return { ok: false, problems };
  const lines = numbered(books.entries).flatMap(([folio, entry]) => [
    [
      'P ',
      entry.day.replaceAll('-', ''),
      String(CONTPAQI_KINDS[entry.kind]).padStart(4),
      String(folio).padStart(9),
      '1',
      NO_DIARY,
      left(entry.concept, 100),
      CONTPAQI_ORIGIN,
      '0',
      '0',
      '',
    ].join(' '),
    ...entry.lines.flatMap((line) => [
      movement(line, known.get(line.account) ?? '', entry.number),
      ...uuidsOf([line]).map((uuid) => `AM ${uuid}`),
    ]),
    ...uuidsOf(entry.lines).map((uuid) => `AD ${uuid}`),
  ]);
  const name = `${books.rfc}${books.month.replace('-', '')}-contpaqi.txt`;
  return { ok: true, name, content: ansiBytes(lines.map((line) => `${line}\r\n`).join('')) };
}

const movement = ({ debit, credit, concept, foreign }: BookedLine, account: string, entry: string): string =>
  [
    'M1',
    account.padEnd(LONGEST.contpaqi),
    left(entry.slice(-REFERENCE_WIDTH), REFERENCE_WIDTH),
    debit.cents > 0n ? '0' : '1',
    decimalOf(debit.cents > 0n ? debit : credit).padEnd(20),
    NO_DIARY,
    decimalOf(foreign ?? money(0n, 'USD')).padEnd(20),
    left(concept, 100),
    ' '.repeat(4),
    '',
  ].join(' ');

const documentsOf = (lines: readonly BookedLine[]): BookedDocument[] => [
  ...new Map(
    lines.flatMap(({ documents }) => documents).map((document) => [document.uuid.toUpperCase(), document]),
  ).values(),
];
const uuidsOf = (lines: readonly BookedLine[]): string[] => documentsOf(lines).map(({ uuid }) => uuid.toUpperCase());

/** A cell of a sheet; null is an empty one. */
export type ProgramCell = string | number | Money | null;
export type ProgramRow = readonly ProgramCell[];

const COI_KINDS = { income: 'Ig', expense: 'Eg', journal: 'Dr' } as const;
const COI_CONCEPT = 120;
/** The amounts are in pesos. */
const COI_RATE = 1;
const NO_DEPARTMENT = 0;

/**
 * Rows of Aspel COI's sheet of entries, which begin below two rows of headings: kind, number, concept and day; then the movements,
 * their CFDI, and the end of the entry.
 */
export function coiRows(books: ProgramBooks): BookFile<readonly ProgramRow[]> {
  const { known, problems } = mapped('coi', books);
  if (problems.length > 0) return { ok: false, problems };
  const rows = numbered(books.entries).flatMap(([number, { day, kind, concept, lines }]): ProgramRow[] => [
    [COI_KINDS[kind], number, bookText(concept, COI_CONCEPT), Number(day.slice(-2))],
    ...lines.map(({ account, concept: of, debit, credit }): ProgramRow => {
      const sides = [debit, credit].map((amount) => (amount.cents === 0n ? null : amount));
      return [null, known.get(account) ?? '', NO_DEPARTMENT, bookText(of, COI_CONCEPT), COI_RATE, ...sides];
    }),
    ...coiDocuments(documentsOf(lines)),
    [null, 'FIN_PARTIDAS'],
  ]);
  const headings: ProgramRow[] = [
    ['Tipo de póliza', 'Número', 'Concepto de la póliza', 'Día'],
    [null, 'Cuenta', 'Departamento', 'Concepto', 'Tipo de cambio', 'Debe', 'Haber'],
  ];
  const name = `${books.rfc}${books.month.replace('-', '')}-coi.xlsx`;
  return { ok: true, name, content: [...headings, ...rows] };
}

/** Day, series, number, issuer, receiver, total and UUID of each CFDI; the series and the number are in its UUID's CFDI. */
function coiDocuments(documents: readonly BookedDocument[]): ProgramRow[] {
  if (documents.length === 0) return [];
  return [
    [null, null, 'INICIO_CFDI'],
    ...documents.map(({ uuid, issued, issuer, receiver, total }): ProgramRow => {
      const day = issued.split('-').toReversed().join('/');
      return [null, null, day, null, null, issuer, receiver, total, uuid.toUpperCase()];
    }),
    [null, null, 'FIN_CFDI'],
  ];
}
