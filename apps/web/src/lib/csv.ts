/** Tables as CSV files for spreadsheets, in UTF-8 with a byte order mark. */
import { decimalOf } from '@anticipa/domain/money';
import type { FileCell, FileTable } from './file-table.ts';
import { formatDate } from './format.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Also in full width, and after a line feed, which some spreadsheets skip. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * A table as a CSV file, with dates as `DD/MM/YYYY` and amounts as plain decimals. Texts that a spreadsheet would read
 * as formulas are escaped.
 */
export const csvFile = ({ header, rows }: FileTable): Blob =>
  new Blob(['\uFEFF', csvText([header, ...rows.map((cells) => cells.map(plainText))])], {
    type: 'text/csv;charset=utf-8',
  });

/** The lines of a CSV file with RFC 4180 line ends. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function plainText(cell: FileCell | null): string {
  if (cell === null) return '';
  if (cell.type === 'date') return formatDate(cell.value);
  return cell.type === 'money' ? decimalOf(cell.value) : String(cell.value);
}

/** Marks a text that a spreadsheet would read as a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

function cellText(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
