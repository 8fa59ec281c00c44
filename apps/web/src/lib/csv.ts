/** Tables as a file that spreadsheets open: CSV in UTF-8, told apart from older encodings by its first mark. */

const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

/** A header and rows as a CSV file. A text that a spreadsheet would take for a formula is marked as text. */
export const csvFile = (header: readonly string[], rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', csvText([header, ...rows])], { type: 'text/csv;charset=utf-8' });

/** The lines of a CSV file, ended as RFC 4180 says. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
