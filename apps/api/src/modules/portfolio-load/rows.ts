/** The columns of a file of invoices in credit, and the reading of its rows. */
import { type LoadProblem, MAX_LOADED } from '@anticipa/contract/portfolio-load';
import type { LoadTotal } from '@anticipa/contract/portfolio-load-change';
import { financedCurrency } from '@anticipa/contract/wire';
import { addDays, dateOf, type IsoDate, parseDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { type LoadedInvoice, remainderOf } from '@anticipa/domain/loaded-invoice';
import {
  decimalOf,
  type FinancedCurrency,
  financedCurrencies,
  type Money,
  money,
  moneyOf,
  sum,
} from '@anticipa/domain/money';
import { dateColumn, everyRow, moneyColumns, type TableColumn, textColumn } from '@anticipa/texts/tables/table';
import { z } from 'zod';
import { decimal } from '../../platform/db/rows.ts';
import { rowsOfSheet, type SheetRow } from '../../platform/documents/read-sheet.ts';

/** A row as it is kept; amounts as decimals. */
export const loadRow = z.strictObject({
  number: z.int(),
  clientRfc: z.string(),
  receiverRfc: z.string(),
  uuid: z.string(),
  serie: z.string(),
  folio: z.string(),
  currency: financedCurrency,
  total: decimal,
  emittedOn: z.string(),
  dueDate: z.string(),
  reference: z.string(),
  soldOn: z.string(),
  depositedOn: z.string(),
  advance: decimal,
  aforo: decimal,
  discount: decimal,
  earned: decimal,
  deposited: decimal,
  collected: decimal,
  clientOwes: decimal,
});
export type LoadRow = z.output<typeof loadRow>;

/** A fault of a cell, of a row, or of the file if its heading is missing. */
export interface Problem {
  readonly row: number;
  readonly column: string | null;
  readonly problem: LoadProblem;
}

type Field = Exclude<keyof LoadRow, 'number'>;

const money2 = moneyColumns<LoadRow>(everyRow);
const text = (id: Field, header: string) => textColumn<LoadRow>(id, header, (row) => row[id]);
const day = (id: Field, header: string) => dateColumn<LoadRow>(id, header, (row) => row[id]);
const amount = (id: Field, header: string) => money2(id, header, (row) => moneyOf(row[id], row.currency));

/** In the order of the template; the headings find them in any order. */
export const loadColumns: readonly (TableColumn<LoadRow> & { readonly id: string })[] = [
  text('clientRfc', 'RFC del cliente'),
  text('receiverRfc', 'RFC del receptor'),
  text('uuid', 'UUID'),
  text('serie', 'Serie'),
  text('folio', 'Folio'),
  text('currency', 'Moneda'),
  amount('total', 'Total'),
  day('emittedOn', 'Emitida'),
  day('dueDate', 'Vence'),
  text('reference', 'Venta'),
  day('soldOn', 'Vendida'),
  day('depositedOn', 'Depositada'),
  amount('advance', 'Anticipo'),
  amount('aforo', 'Aforo'),
  amount('discount', 'Descuento'),
  amount('earned', 'Ganado al corte'),
  amount('deposited', 'Depositado'),
  amount('collected', 'Cobrado'),
  amount('clientOwes', 'Debe el cliente'),
];

/** The heading of a field. */
export const headingOf = (field: Field): string => loadColumns.find(({ id }) => id === field)?.header ?? field;

/** The golden sale, three weeks after its deposit. */
export const exampleRow: LoadRow = {
  number: 2,
  clientRfc: 'MNO150401AB9',
  receiverRfc: 'CLM940822RT5',
  uuid: '6F9619FF-8B86-4D01-B42D-00CF4FC964FF',
  serie: 'A',
  folio: '1',
  currency: 'MXN',
  total: '116000.00',
  emittedOn: '2026-03-09',
  dueDate: '2026-04-24',
  reference: 'V-1001',
  soldOn: '2026-03-10',
  depositedOn: '2026-03-10',
  advance: '104400.00',
  aforo: '11600.00',
  discount: '3480.00',
  earned: '1624.00',
  deposited: '100920.00',
  collected: '0.00',
  clientOwes: '259.84',
};

const HEADING_WITHIN = 20;
const keyOf = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The rows of a file, and what in them cannot be read. */
export function readRows(bytes: Uint8Array): Outcome<{ readonly rows: LoadRow[]; readonly problems: Problem[] }> {
  const sheet = rowsOfSheet(bytes);
  const at =
    sheet?.slice(0, HEADING_WITHIN).findIndex(({ cells }) => cells.some((cell) => keyOf(cell) === 'uuid')) ?? -1;
  const heading = sheet?.[at];
  if (!sheet || !heading) return refuse('LOAD_UNREADABLE');
  const places = new Map(loadColumns.map(({ id, header }) => [id, placeOf(heading, header)]));
  const missing = loadColumns.filter(({ id }) => places.get(id) === -1);
  if (missing.length > 0) {
    const problems = missing.map(({ header }) => ({
      row: heading.number,
      column: header,
      problem: 'COLUMN_MISSING' as const,
    }));
    return done({ rows: [], problems });
  }
  const found = sheet.slice(at + 1).filter(({ cells }) => !/^total\b/i.test(cells[0] ?? ''));
  if (found.length === 0) return refuse('LOAD_UNREADABLE');
  if (found.length > MAX_LOADED) return refuse('LOAD_TOO_LONG');
  const read = found.map((row) => readRow(row, (field) => row.cells[places.get(field) ?? -1] ?? ''));
  return done({ rows: read.flatMap(({ row }) => row ?? []), problems: read.flatMap(({ problems }) => problems) });
}

const placeOf = ({ cells }: SheetRow, header: string): number =>
  cells.findIndex((cell) => keyOf(cell) === keyOf(header));

const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/;
const MAX_TEXT = 60;

const upper = (cell: string, form: RegExp): string | null =>
  form.test(cell.toUpperCase()) ? cell.toUpperCase() : null;
const short = (cell: string): string | null => (cell.length <= MAX_TEXT ? cell : null);
const filled = (cell: string): string | null => (cell === '' ? null : short(cell));

const readers: Readonly<Record<Field, (cell: string) => string | null>> = {
  clientRfc: (cell) => upper(cell, RFC),
  receiverRfc: (cell) => upper(cell, RFC),
  uuid: (cell) => upper(cell, UUID),
  serie: short,
  folio: short,
  currency: (cell) => financedCurrencies.find((each) => each === cell.toUpperCase()) ?? null,
  total: amountOf,
  emittedOn: dayOf,
  dueDate: dayOf,
  reference: filled,
  soldOn: dayOf,
  depositedOn: dayOf,
  advance: amountOf,
  aforo: amountOf,
  discount: amountOf,
  earned: amountOf,
  deposited: amountOf,
  collected: amountOf,
  clientOwes: amountOf,
};

function readRow({ number }: SheetRow, cellOf: (field: Field) => string) {
  const values: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const { id, header } of loadColumns) {
    const field = loadRow.keyof().exclude(['number']).parse(id);
    const value = readers[field](cellOf(field));
    if (value === null) problems.push({ row: number, column: header, problem: 'CELL_UNREADABLE' });
    else values[field] = value;
  }
  return { row: problems.length > 0 ? null : loadRow.parse({ number, ...values }), problems };
}

const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,13})(\.\d+)?$/;
/** A workbook stores 0.1 + 0.2 as 0.30000000000000004. */
const STORED_NOISE = 1e-4;

/** "116,000.00" → "116000.00"; an empty cell is no amount. */
function amountOf(cell: string): string | null {
  const match = AMOUNT.exec(cell.replaceAll(' ', ''));
  if (!match) return null;
  const cents = Number(`${match[1]?.replaceAll(',', '')}${match[2] ?? ''}`) * 100;
  const whole = Math.round(cents);
  return Math.abs(cents - whole) > STORED_NOISE ? null : decimalOf(money(BigInt(whole), 'MXN'));
}

/** A day and its number in a workbook. */
const NUMBERED_DAY = dateOf('2000-01-01');
const ITS_NUMBER = 36_526;

/** "31/03/2026", "2026-03-31" or the number of a day in a workbook. */
function dayOf(cell: string): string | null {
  const typed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell);
  if (typed) return parseDate(`${typed[3]}-${typed[2]?.padStart(2, '0')}-${typed[1]?.padStart(2, '0')}`);
  return /^\d{5}$/.test(cell) ? addDays(NUMBERED_DAY, Number(cell) - ITS_NUMBER) : parseDate(cell);
}

/** The amounts and days of a row. */
export function termsOf(row: LoadRow): LoadedInvoice {
  const amount = (decimals: string) => moneyOf<FinancedCurrency>(decimals, row.currency);
  return {
    total: amount(row.total),
    emittedOn: dateOf(row.emittedOn),
    dueDate: dateOf(row.dueDate),
    soldOn: dateOf(row.soldOn),
    depositedOn: dateOf(row.depositedOn),
    advance: amount(row.advance),
    aforo: amount(row.aforo),
    discount: amount(row.discount),
    earned: amount(row.earned),
    deposited: amount(row.deposited),
    collected: amount(row.collected),
    clientOwes: amount(row.clientOwes),
  };
}

/** Sums of rows of one currency: the balances with which their books begin. */
export function sumsOf(rows: readonly LoadRow[], cutOn: IsoDate): LoadTotal {
  const currency = rows[0]?.currency ?? 'MXN';
  const terms = rows.map(termsOf);
  const prices = terms.map((each) => remainderOf(each, { cutOn, ivaRate: '0' }));
  const total = (amounts: readonly Money<FinancedCurrency>[]): string =>
    decimalOf(sum<FinancedCurrency>(currency, amounts));
  const owing = terms.map(({ clientOwes }) => clientOwes);
  return {
    currency,
    count: rows.length,
    owed: total(prices.map((price) => price.total)),
    aforo: total(prices.map(({ aforo }) => aforo)),
    unearned: total(prices.map(({ interest }) => interest)),
    clientOwes: total(owing),
    opening: total([...prices.map(({ deposit }) => deposit), ...owing]),
  };
}

/** Sums by currency. */
export const totalsOf = (rows: readonly LoadRow[], cutOn: IsoDate): LoadTotal[] =>
  financedCurrencies.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return own.length === 0 ? [] : sumsOf(own, cutOn);
  });
