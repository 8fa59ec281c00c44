/** Tables as CSV for spreadsheets. */
import { decimalOf } from '@anticipa/domain/money';
import { formatDate, formatTableDate } from './format.ts';
import type { Cell } from './tables/table.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Includes full-width forms, and those after a line feed, which some spreadsheets skip. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Marks a text that a spreadsheet would read as a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/**
 * Texts that a spreadsheet changes when it opens a CSV file: leading zeros go, and those after a point; digits beyond the fifteenth become zeros, and
 * what looks like an exponent, a date or a time becomes one.
 */
const CHANGED = [
  /^[+-]?0\d[\d.,]*$/,
  /^[+-]?[\d.,]{16,}$/,
  /^\d+\.\d*0$/,
  /^\d[\d.]*e[+-]?\d+$/i,
  /^\d{1,4}[-/:]\d{1,4}(?:[-/:]\d{1,4})?$/,
  /^(?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)[a-z]*[-./ ]?\d{1,4}$/i,
];

/** Without a leading tab a spreadsheet would change the text; other readers trim it like any white space. */
const keptText = (text: string): string =>
  CHANGED.some((form) => form.test(text)) ? `\t${text}` : escapeFormula(text);

/** The lines of a CSV file with RFC 4180 line ends, headings as strings. Texts stay texts in spreadsheets. */
export const csvText = (lines: readonly (readonly (Cell | string | null)[])[]): string =>
  lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

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

function quoted(cell: Cell | string | null): string {
  const isText = typeof cell === 'string' || cell?.type === 'text';
  const text = typeof cell === 'string' ? cell : plainText(cell);
  const safe = isText ? keptText(text) : escapeFormula(text);
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
