/** The movements of an account statement, read back from exported files. */
import { strFromU8, unzipSync } from 'fflate';

/** A movement of the account statement in a file. */
interface ExportedRow {
  readonly account: string;
  readonly charge: string;
  readonly credit: string;
  readonly balance: string;
}

const exportedRow = (cells: readonly (string | undefined)[]): ExportedRow => ({
  account: cells[0] ?? '',
  charge: cells[6] || '0.00',
  credit: cells[7] || '0.00',
  balance: cells[8] || '0.00',
});

/** The cells of each line of a CSV file, the header first. */
export const cellsOfCsv = (text: string): (string | undefined)[][] =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell));
export const rowsOfCsv = (text: string): ExportedRow[] => cellsOfCsv(text).slice(1).map(exportedRow);

/** The text of each row of the workbook, its header included. */
const rowsIn = (bytes: Uint8Array): string[] =>
  [
    ...strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).matchAll(
      /<row r="\d+">(.*?)<\/row>/g,
    ),
  ].map(([, row = '']) => row);

/** The rows of the workbook, without its header; the movements of several accounts have no total. */
export const rowsOfSheet = (bytes: Uint8Array): ExportedRow[] =>
  rowsIn(bytes)
    .slice(1)
    .map((row) => {
      const cells = new Map(
        [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>.*?<(?:v|t)[^>]*>([^<]*)<\/(?:v|t)>/g)].map(
          ([, column = '', value = '']) => [column, value],
        ),
      );
      return exportedRow(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((column) => cells.get(column)));
    });
