/** Files of movements with columns, as banks export them, read with the mapping of their account. */
import { type BankLine, bankText } from './bank-line.ts';
import { type IsoDate, parseDate } from './calendar.ts';
import { textOfFile } from './file-text.ts';

const bankSeparators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
export type BankSeparator = keyof typeof bankSeparators;
export const bankSeparatorNames = ['comma', 'semicolon', 'tab', 'bar'] as const satisfies readonly BankSeparator[];
export const decimalSigns = ['point', 'comma'] as const;
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Columns that a mapping can name. An amount with its sign excludes charges and credits. */
export const bankColumns = [
  'date',
  'amount',
  'charge',
  'credit',
  'trackingKey',
  'reference',
  'text',
  'balance',
] as const;
export type BankColumn = (typeof bankColumns)[number];

export interface BankMapping {
  readonly separator: BankSeparator;
  readonly decimal: (typeof decimalSigns)[number];
  readonly dateOrder: DateOrder;
  /** Rows before the first movement. */
  readonly headerRows: number;
  /** Place of each column, from 1; 0 if the bank gives none. */
  readonly columns: Readonly<Record<BankColumn, number>>;
}

/** 'amount': needs one column with signs, or one of charges and one of credits. 'twice': a column is named twice. */
export function mappingProblem({ columns }: BankMapping): 'date' | 'amount' | 'name' | 'twice' | null {
  const { date, amount, charge, credit, trackingKey, reference, text } = columns;
  if (date === 0) return 'date';
  const hasSides = charge > 0 && credit > 0;
  if (amount > 0 ? charge > 0 || credit > 0 : !hasSides) return 'amount';
  if (trackingKey + reference + text === 0) return 'name';
  const named = Object.values(columns).filter((place) => place > 0);
  return new Set(named).size < named.length ? 'twice' : null;
}

/** Decodes a file in any encoding that banks use; only UTF-16 has a mark. */
export function decodeBankFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return textOfFile(bytes);
}

export const MAX_BANK_ROWS = 20_000;
const MAX_CELLS = 100;

/** 'quotes': a quote is never closed. 'long', 'wide': more rows, or columns, than any bank exports. */
export interface BankFileProblem {
  readonly row: number;
  readonly problem: 'quotes' | 'long' | 'wide';
}

/** Cells of each row that has any; a row keeps its number in the file. */
export function bankRows(
  text: string,
  separator: BankSeparator,
  most = MAX_BANK_ROWS,
): { readonly row: number; readonly cells: readonly string[] }[] | BankFileProblem {
  const sign = bankSeparators[separator];
  const rows: { row: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let row = 1;
  let at = 0;
  const endRow = (): void => {
    if (cells.some(isFilled)) rows.push({ row, cells });
    cells = [];
    row += 1;
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : { value: '', at };
    if (cell === null) return { row, problem: 'quotes' };
    const end = endOfCell(text, cell.at, sign);
    cells.push(cell.value + text.slice(cell.at, end));
    if (cells.length > MAX_CELLS) return { row, problem: 'wide' };
    at = end + 1;
    if (text[end] === sign && at < text.length) continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    endRow();
    if (rows.length > most) return { row, problem: 'long' };
  }
  return rows;
}

function quotedCell(text: string, start: number): { readonly value: string; readonly at: number } | null {
  let value = '';
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return null;
    value += text.slice(at, end);
    if (text[end + 1] !== '"') return { value, at: end + 1 };
    value += '"';
    at = end + 2;
  }
}

function endOfCell(text: string, start: number, sign: string): number {
  let at = start;
  while (at < text.length && text[at] !== sign && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** A row that is no movement: titles and sums have no date or no amount. */
export interface UnreadRow {
  readonly row: number;
  readonly problem: 'date' | 'amount' | 'balance' | 'account' | 'pending';
  readonly content: string;
}

export interface BankFileContent {
  readonly lines: readonly (BankLine & { readonly row: number })[];
  readonly unread: readonly UnreadRow[];
}

/** The movements of a file. Every row after the heading is one, or unread. */
export function readBankCsv(text: string, mapping: BankMapping): BankFileContent | BankFileProblem {
  const rows = bankRows(text.replace(/^\uFEFF/, ''), mapping.separator);
  if ('problem' in rows) return rows;
  const lines: (BankLine & { row: number })[] = [];
  const unread: UnreadRow[] = [];
  for (const { row, cells } of rows.filter((each) => each.row > mapping.headerRows)) {
    const line = lineOf(cells, mapping);
    if (typeof line === 'string')
      unread.push({ row, problem: line, content: bankText(cells.filter(isFilled).join(' · ')) });
    else lines.push({ ...line, row });
  }
  return { lines, unread };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

function lineOf(cells: readonly string[], mapping: BankMapping): BankLine | UnreadRow['problem'] {
  const { columns, decimal, dateOrder } = mapping;
  const cell = (column: BankColumn): string => unwrapped(cells[columns[column] - 1] ?? '');
  const date = bankDate(cell('date'), dateOrder);
  if (date === null) return 'date';
  const read = (column: BankColumn): bigint | null => (cell(column) === '' ? 0n : bankAmount(cell(column), decimal));
  const [amount, charge, credit, balance] = [read('amount'), read('charge'), read('credit'), read('balance')];
  if (amount === null || charge === null || credit === null || (charge !== 0n && credit !== 0n)) return 'amount';
  // Banks write charges with and without their sign.
  const cents = amount + credit - (charge < 0n ? -charge : charge);
  if (cents === 0n || cents >= MAX_CENTS || cents <= -MAX_CENTS) return 'amount';
  if (balance === null) return 'balance';
  return {
    date,
    cents,
    trackingKey: bankText(cell('trackingKey')),
    reference: bankText(cell('reference')),
    text: bankText(cell('text')),
    balance: cell('balance') === '' ? null : balance,
  };
}

/** A million millions: as the amounts that operators type. */
const MAX_CENTS = 10n ** 14n;

/** A cell without what spreadsheets add to keep a number a text: `="0012"`, `'0012`. */
const unwrapped = (cell: string): string =>
  cell
    .replaceAll('\0', '')
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'/, '')
    .trim();

/** Cents of `1,234.56`, `$ 1234.5`, `(12.00)`, `12.00-` or, with a decimal comma, `1.234,56`; null for anything else. */
export function bankAmount(text: string, decimal: BankMapping['decimal']): bigint | null {
  const bare = text.replace(/[\s\u00a0$]|MXN|USD/g, '');
  const match = /^(\()?([-+])?([\d.,]+)(-)?(\))?$/.exec(decimal === 'point' ? bare : bare.replace(/[.,]/g, swapped));
  if (match === null) return null;
  const [, opened, sign, digits = '', after, closed] = match;
  if ((opened === undefined) !== (closed === undefined)) return null;
  const signs = [opened, sign === '-' ? sign : undefined, after].filter((each) => each !== undefined);
  if (signs.length > 1 || (sign === '+' && signs.length > 0)) return null;
  const number = /^(\d{1,16}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d{1,2}))?$/.exec(digits);
  if (number === null) return null;
  const [, whole = '', cents = ''] = number;
  const value = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0'));
  return signs.length > 0 ? -value : value;
}

const swapped = (sign: string): string => (sign === ',' ? '.' : ',');

const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'];
const ENGLISH: Readonly<Record<string, number>> = { JAN: 1, APR: 4, AUG: 8, SET: 9, DEC: 12 };

function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const month = text.slice(0, 3).toUpperCase();
  return MONTHS.indexOf(month) + 1 || (ENGLISH[month] ?? 0);
}

/** A date in the order of a bank, with or without a time after it; null if there is no such day. */
export function bankDate(text: string, order: DateOrder): IsoDate | null {
  const bare = text.replace(/[T\s]+\d{1,2}:\d{2}.*$/, '').trim();
  const packed = order === 'ymd' ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{2})(\d{2})(\d{4})$/;
  const parts = packed.exec(bare)?.slice(1) ?? bare.split(/[-/. ]+/);
  if (parts.length !== 3 || !parts.every((part) => /^(?:\d{1,4}|[A-Za-z]{3,12})$/.test(part))) return null;
  const [first = '', second = '', third = ''] = parts;
  const [year, month, day] =
    order === 'ymd' ? [first, second, third] : order === 'mdy' ? [third, first, second] : [third, second, first];
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  const full = year.length === 2 ? `20${year}` : year;
  return parseDate(`${full}-${String(monthOf(month)).padStart(2, '0')}-${day.padStart(2, '0')}`);
}
