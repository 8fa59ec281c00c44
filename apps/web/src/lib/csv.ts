/** Tables as a file that spreadsheets open: CSV in UTF-8, told apart from older encodings by its first mark. */
import { decimalOf } from '@anticipa/domain/money';
import type { FileCell, FileTable } from './file-table.ts';
import { formatDate } from './format.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table as a CSV file, with dates as `DD/MM/YYYY` and amounts as plain decimals. A text that a spreadsheet would take
 * for a formula is marked as text.
 */
export const csvFile = ({ header, rows }: FileTable): Blob =>
  new Blob(['\uFEFF', csvText([header, ...rows.map((cells) => cells.map(plainText))])], {
    type: 'text/csv;charset=utf-8',
  });

/** The lines of a CSV file, ended as RFC 4180 says. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function plainText(cell: FileCell | null): string {
  if (cell === null) return '';
  if (cell.type === 'date') return formatDate(cell.value);
  return cell.type === 'money' ? decimalOf(cell.value) : String(cell.value);
}

function cellText(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
