/** Tables as CSV for spreadsheets. */
import { decimalOf } from '@anticipa/domain/money';
import { formatDate, formatTableDate } from './format.ts';
import type { Cell } from './tables/table.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Also in full width, and after a line feed, which some spreadsheets skip. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Marks a text that a spreadsheet would read as a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The lines of a CSV file with RFC 4180 line ends; texts that spreadsheets would read as formulas are escaped. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

/** A cell without its type: dates as `DD/MM/YYYY`, amounts as plain decimals. */
export function plainText(cell: Cell | null): string {
  if (cell === null) return '';
  switch (cell.type) {
    case 'date':
      return formatDate(cell.value);
    case 'instant':
      return formatTableDate(cell.value);
    case 'money':
      return decimalOf(cell.value);
    default:
      return String(cell.value);
  }
}

function cellText(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
