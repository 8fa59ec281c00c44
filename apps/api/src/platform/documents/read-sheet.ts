/** Reads the cells of a spreadsheet that a person uploads: the first sheet of a workbook, or CSV. */
import { parseXml, type XmlElement, type XmlNode } from '@anticipa/cfdi/xml-tree';
import { decodeBankFile } from '@anticipa/domain/bank-csv';
import { parse } from 'csv-parse/sync';
import { partsOf } from './zip-parts.ts';

export interface SheetRow {
  /** As the person sees it, from 1. */
  readonly number: number;
  /** Trimmed; numbers and dates of a workbook as they are stored. */
  readonly cells: readonly string[];
}

/** Unpacked; a sheet of a thousand rows takes some hundred kilobytes. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
const MAX_ELEMENTS = 100_000;
/** Cells of a sheet, with the empty ones before a cell that stands far to the right. */
const MAX_CELLS = 1_000_000;
/** Characters of a cell, as spreadsheets limit them: a text that many cells share is repeated in what is made of them. */
const MAX_CELL_LENGTH = 32_767;
/** Lines that are looked at for it: there may be titles above the headings. */
const TITLES = 5;
/** A tab divides what is pasted from a spreadsheet. */
const DELIMITERS = [',', ';', '\t', '|'];
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const STRINGS = 'xl/sharedStrings.xml';

/** The rows that have cells; null if the bytes are neither kind of file. */
export function rowsOfSheet(bytes: Uint8Array): SheetRow[] | null {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    return (isZip ? rowsOfWorkbook(bytes) : rowsOfCsv(bytes)).filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch {
    return null;
  }
}

function rowsOfCsv(bytes: Uint8Array): SheetRow[] {
  const text = decodeBankFile(bytes);
  const first = text.split('\n', TITLES);
  const widths = DELIMITERS.map((sign) => Math.max(...first.map((line) => line.split(sign).length)));
  const delimiter = DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ',';
  return recordsOf(text, delimiter).map((cells, index) => ({ number: index + 1, cells: cells.map(plain) }));
}

/** Spreadsheets copy a cell with quotes as it is; a text with a quote that is not closed has none that means anything. */
function recordsOf(text: string, delimiter: string): string[][] {
  const options = { bom: true, delimiter, relaxColumnCount: true, skipEmptyLines: false };
  try {
    return parse(text, { ...options, relaxQuotes: true });
  } catch {
    return parse(text, { ...options, quote: false });
  }
}

/** Without what keeps a spreadsheet from changing a text. */
const plain = (cell: string): string => cell.slice(0, MAX_CELL_LENGTH).trim().replace(/^'/, '');

function rowsOfWorkbook(bytes: Uint8Array): SheetRow[] {
  const parts = partsOf(bytes);
  const [name = ''] = [...parts.keys()].filter((each) => SHEET.test(each)).toSorted();
  // Nothing else is unpacked, however many sheets there are.
  const part = (of: string): Buffer | undefined => parts.get(of)?.(MAX_PART_BYTES);
  const shared = part(STRINGS);
  const strings = shared ? elements(rootOf(shared), 'si').map(textOf) : [];
  const [data] = elements(rootOf(part(name)), 'sheetData');
  let left = MAX_CELLS;
  return elements(data, 'row').map((row, index) => {
    const cells = cellsOf(row, strings);
    left -= cells.length;
    if (left < 0) throw new Error('too many cells');
    return { number: Number(row.attributes.get('r') ?? index + 1), cells };
  });
}

function rootOf(part: Buffer | undefined): XmlElement {
  const tree = parseXml(part?.toString('utf8') ?? '', { maxElements: MAX_ELEMENTS });
  if (!tree.ok) throw new Error(tree.motive);
  return tree.root;
}

function cellsOf(row: XmlElement, strings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of elements(row, 'c')) {
    const type = cell.attributes.get('t');
    const [value] = elements(cell, type === 'inlineStr' ? 'is' : 'v');
    const text = value ? textOf(value) : '';
    const place = placeOf(cell.attributes.get('r') ?? '') ?? cells.length;
    while (cells.length < place) cells.push('');
    cells[place] = plain(type === 's' ? (strings[Number(text)] ?? '') : text);
  }
  return cells;
}

/** "A1" → 0, "AB7" → 27; null without an address. */
function placeOf(address: string): number | null {
  const letters = /^[A-Z]{1,2}/.exec(address)?.[0];
  return letters === undefined ? null : [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1;
}

const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

const elements = (of: XmlElement | undefined, local: string): XmlElement[] =>
  (of?.children ?? []).filter(isElement).filter((child) => child.local === local);

/** Runs of a formatted text are joined; the reading of a Japanese one is no part of it. */
const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (isElement(child) ? (child.local === 'rPh' ? '' : textOf(child)) : child)).join('');
