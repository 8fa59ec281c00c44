/** Tables as .xlsx workbooks of one sheet. Rows are compressed as they come; only the result is held in memory. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { type Currency, currencies, decimalOf, type Money } from '@anticipa/domain/money';
import { type Cell, leftOut, type TableColumn, type TotalRule } from '@anticipa/texts/tables/table';
import { ZipFile } from 'yazl';

type Row = readonly (Cell | null)[];

export type SheetColumn = Pick<TableColumn<never>, 'header'> & {
  readonly total?: Pick<TotalRule<never>, 'without'> | null;
};

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Rows in groups, each with one cell per column. */
  readonly rows: AsyncIterable<readonly Row[]>;
}

/** Indexes of `cellXfs` in {@link STYLES}. */
const style = { text: 1, integer: 2, date: 3, instant: 4, money: 5, header: 6, totalText: 7, totalMoney: 8 } as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`;
const ROOT = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const PARTS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIP}/styles" Target="styles.xml"/></Relationships>`;
const workbook = (name: string): string =>
  `${DECLARATION}<workbook ${MAIN} xmlns:r="${RELATIONSHIP}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const format = (id: number, isTotal = false): string =>
  `<xf numFmtId="${id}" fontId="${isTotal ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
/** 49 keeps a text a text when it is edited; 3 and 4 are grouped numbers. */
const STYLES = `${DECLARATION}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">${format(0)}${format(49)}${format(3)}${format(164)}${format(165)}${format(4)}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${format(49, true)}${format(4, true)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The workbook, with a frozen header, a filter and a row of totals per currency. */
export const xlsxOf = (sheet: Sheet): Promise<Buffer> => zipped(sheet.name, sheetXml(sheet));

/** A workbook of these rows alone, for a program that reads cells by their place; null is an empty cell. */
export const plainXlsxOf = (
  name: string,
  rows: readonly (readonly (string | number | Money | null)[])[],
): Promise<Buffer> => zipped(name, plainXml(rows.map((row) => row.map(plainCell))));

function plainCell(value: string | number | Money | null): Cell | null {
  if (value === null) return null;
  if (typeof value === 'string') return { type: 'text', value };
  return typeof value === 'number' ? { type: 'integer', value } : { type: 'money', value, isCounted: false };
}

async function zipped(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
  const zip = new ZipFile();
  const parts = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': ROOT,
    'xl/workbook.xml': workbook(name),
    'xl/_rels/workbook.xml.rels': PARTS,
    'xl/styles.xml': STYLES,
  };
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  zip.addReadStream(Readable.from(content), 'xl/worksheets/sheet1.xml', { compressionLevel: 3 });
  zip.end();
  return Promise.race([buffer(zip.outputStream), failed]);
}

/** One sum in cents per currency. */
type Sums = Map<Currency, bigint>;

async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => lettersOf(index));
  const sums = columns.map((): Sums => new Map());
  let line = 1;
  /** Named by the totals if they leave out a row. */
  let without = '';
  for await (const group of rows) {
    const lines = group.map((row) => {
      line += 1;
      for (const [index, cell] of row.entries()) {
        if (cell?.type !== 'money') continue;
        if (cell.isCounted) addTo(sums[index], cell.value);
        else if (columns[index]?.total) without = leftOut(columns[index].total);
      }
      return rowXml(row, letters, line);
    });
    yield `${line === group.length + 1 ? openingXml(columns, letters, group) : ''}${lines.join('')}`;
  }
  yield `${totalsXml({ sums, without }, letters, line + 1)}</sheetData><autoFilter ref="A1:${letters.at(-1)}${line}"/></worksheet>`;
}

function addTo(sums: Sums | undefined, { cents, currency }: Money): void {
  sums?.set(currency, (sums.get(currency) ?? 0n) + cents);
}

function* plainXml(rows: readonly Row[]): Generator<string> {
  const letters = Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, index) => lettersOf(index));
  yield `${DECLARATION}<worksheet ${MAIN}><sheetData>`;
  for (const [index, row] of rows.entries()) yield rowXml(row, letters, index + 1);
  yield '</sheetData></worksheet>';
}

/** Everything before the first row, with the widths of the first rows. */
function openingXml(columns: readonly SheetColumn[], letters: readonly string[], rows: readonly Row[]): string {
  const widths = columns.map(({ header }, index) => {
    const longest = Math.max(
      ...[{ type: 'text', value: header } as const, ...rows.map((row) => row[index])].map(widthOf),
    );
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(longest, MAX_WIDTH) + 3}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const headings = columns.map(({ header }, index) => textXml(header, `${letters[index]}1`, style.header));
  return `${DECLARATION}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
}

/** In characters. */
const MAX_WIDTH = 50;
const widthOf = (cell: Cell | null | undefined): number =>
  cell?.type === 'text' ? cell.value.length : cell?.type === 'instant' ? 16 : cell?.type === 'money' ? 14 : 10;

const rowXml = (row: Row, letters: readonly string[], line: number): string =>
  `<row r="${line}">${row.map((cell, index) => (cell ? cellXml(cell, `${letters[index]}${line}`) : '')).join('')}</row>`;

function cellXml(cell: Cell, at: string): string {
  switch (cell.type) {
    case 'text':
      return textXml(cell.value, at, style.text);
    case 'integer':
      return numberXml(cell.value, at, style.integer);
    case 'date':
      return numberXml(serialOf(Date.parse(cell.value)), at, style.date);
    case 'instant':
      return numberXml(serialOf(localTime(cell.value)), at, style.instant);
    case 'money':
      return numberXml(decimalOf(cell.value), at, style.money);
  }
}

const numberXml = (value: number | string, at: string, format: number): string =>
  `<c r="${at}" s="${format}"><v>${value}</v></c>`;

/** Never a formula: the text is in the cell itself. */
const textXml = (value: string, at: string, format: number): string =>
  `<c r="${at}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

/** After the rows, one line per currency. */
function totalsXml(
  { sums, without }: { sums: readonly Sums[]; without: string },
  letters: readonly string[],
  line: number,
): string {
  const used = currencies.filter((currency) => sums.some((sum) => sum.has(currency)));
  return used
    .map((currency, offset) => {
      const at = line + offset;
      const cells = sums.map((sum, index) => {
        const cents = sum.get(currency);
        if (cents !== undefined)
          return numberXml(decimalOf({ cents, currency }), `${letters[index]}${at}`, style.totalMoney);
        return index === 0 ? textXml(`Total ${currency}${without}`, `A${at}`, style.totalText) : '';
      });
      return `<row r="${at}">${cells.join('')}</row>`;
    })
    .join('');
}

const DAY_MS = 86_400_000;
/** Day 0 is 30 December 1899. */
const serialOf = (ms: number): number => ms / DAY_MS + 25_569;

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: MEXICO_CITY, dateStyle: 'short', timeStyle: 'medium' });
const localTime = (instant: string): number => Date.parse(`${clock.format(new Date(instant)).replace(' ', 'T')}Z`);

/** 0 → A, 25 → Z, 26 → AA. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not allow are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? '');
