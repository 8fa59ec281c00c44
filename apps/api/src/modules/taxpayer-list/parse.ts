/**
 * Parses the list of article 69-B: CSV in windows-1252 or UTF-8, a legend with the cut's date and a title above the header, names with
 * line breaks, tax ids redacted by court order, and tax ids listed more than once.
 */
import { type IsoDate, parseDate } from '@anticipa/domain/calendar';
import { textOfFile } from '@anticipa/domain/file-text';
import { type ListedSituation, strictest } from '@anticipa/domain/listed-taxpayer';
import { MONTH_NAMES } from '@anticipa/texts/format';
import { parse } from 'csv-parse/sync';

export interface ListedTaxpayer {
  readonly rfc: string;
  readonly name: string;
  readonly situation: ListedSituation;
}

export interface TaxpayerList {
  /** The date of its legend. */
  readonly cutOn: IsoDate;
  /** Number of its rows, with redacted and repeated ones. */
  readonly rows: number;
  /** One per tax id. */
  readonly taxpayers: readonly ListedTaxpayer[];
}

/** A row of the file that is not whole, counted from 1 at its first line. */
export interface UnreadableRow {
  readonly unreadableRow: number;
}

const situations: ReadonlyMap<string, ListedSituation> = new Map([
  ['definitivo', 'definitivo'],
  ['presunto', 'presunto'],
  ['desvirtuado', 'desvirtuado'],
  ['sentencia favorable', 'sentencia-favorable'],
]);
/** Cuts have had two spaces before the day, `1°` and `del`. */
const LEGEND = /actualizada\s+al\s+(\d{1,2})\s*[°º]?\s+de\s+(\p{L}+)\s+del?\s+(\d{4})/iu;
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/;

/** A file that is none is recognised by its first rows and its longest line: to read 16 MB of anything would occupy the process for seconds. */
const HEADER_WITHIN = 50;
const MAX_LINE = 65_536;

/** The list; null if the bytes are not the whole of one, such as a page of an error or a file that was cut off in a row. */
export function parseTaxpayerList(bytes: Uint8Array): TaxpayerList | UnreadableRow | null {
  const text = textOfFile(bytes);
  if (text.split(/[\r\n]/).some((line) => line.length > MAX_LINE)) return null;
  const header = recordsIn(text, HEADER_WITHIN)?.findIndex(isHeader) ?? -1;
  const records = header < 0 ? null : recordsIn(text);
  const head = records?.[header];
  if (!records || !head) return null;
  const cutOn = cutIn(records.slice(0, header).flat().join(' '));
  if (cutOn === null) return null;
  const [rfc, name, situation] = [
    head.findIndex(isRfcHeading),
    head.findIndex(isNameHeading),
    head.findIndex(isSituationHeading),
  ];
  const taxpayers = new Map<string, ListedTaxpayer>();
  const rows = records.slice(header + 1);
  for (const [at, cells] of rows.entries()) {
    const found = situations.get(cells[situation]?.toLowerCase() ?? '');
    if (found === undefined || cells.length < head.length) return { unreadableRow: header + at + 2 };
    const taxId = cells[rfc]?.toUpperCase() ?? '';
    if (!RFC.test(taxId)) continue;
    const known = taxpayers.get(taxId)?.situation ?? found;
    taxpayers.set(taxId, {
      rfc: taxId,
      name: cells[name]?.replace(/\s+/g, ' ') ?? '',
      situation: strictest(known, found),
    });
  }
  return { cutOn, rows: rows.length, taxpayers: [...taxpayers.values()] };
}

const isRfcHeading = (cell: string): boolean => /^RFC$/i.test(cell);
const isSituationHeading = (cell: string): boolean => /^situaci[oó]n\b/i.test(cell);
const isNameHeading = (cell: string): boolean => /^nombre\b/i.test(cell);

const isHeader = (cells: readonly string[]): boolean => cells.some(isRfcHeading) && cells.some(isSituationHeading);

/** At most `to` rows; null if a quoted field is not closed. The first line decides how records end: a name may contain the other kind of line break. */
function recordsIn(text: string, to = -1): string[][] | null {
  const options = { relaxColumnCount: true, skipEmptyLines: true, skipRecordsWithEmptyValues: true, trim: true };
  try {
    return parse(text, { ...options, to });
  } catch {
    return null;
  }
}

function cutIn(text: string): IsoDate | null {
  const [, day = '', month = '', year = ''] = LEGEND.exec(text) ?? [];
  const number = MONTH_NAMES.indexOf(month.toLowerCase()) + 1;
  return parseDate(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
}
