/** Tables that a client fills in a spreadsheet: the purchase orders of its invoices, and when its receivers pay. */
import { defaultWeekDays, type WeekDays } from './calendar.ts';
import { cleanRfc, FOREIGN_RFC, isRfc } from './receiver.ts';
import { cleanPurchaseOrder, habitProblem } from './sale.ts';

export const importKinds = ['orders', 'terms'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Rows of one table. */
export const MAX_IMPORTED = 1000;
const MAX_ORDER_LENGTH = 60;

/** Why a row changes nothing. Those from `INVOICE_UNKNOWN` on depend on what the client has. */
export const importProblems = [
  'INVOICE_UNNAMED',
  'UUID_UNREADABLE',
  'ORDER_MISSING',
  'ORDER_TOO_LONG',
  'ORDER_SHORTENED',
  'RFC_UNREADABLE',
  'RFC_SHARED',
  'TERM_UNREADABLE',
  'TERM_OUT_OF_RANGE',
  'WEEKDAY_UNREADABLE',
  'INVOICE_UNKNOWN',
  'INVOICE_AMBIGUOUS',
  'INVOICE_NOT_SELLABLE',
  'RECEIVER_UNKNOWN',
  'LISTED_TWICE',
] as const;
export type ImportProblem = (typeof importProblems)[number];

interface SheetCells {
  readonly number: number;
  readonly cells: readonly string[];
}

interface ReadRow {
  /** Its number in the table, as a spreadsheet counts. */
  readonly row: number;
  /** The invoice or the receiver as it was typed. */
  readonly typed: string;
  readonly problem: ImportProblem | null;
}

export interface OrderRow extends ReadRow {
  /** Null: the invoice is named by its folio. */
  readonly uuid: string | null;
  readonly order: string;
}

export interface TermRow extends ReadRow {
  readonly rfc: string;
  readonly term: number;
  /** Null: the table leaves them as they are. */
  readonly weekDays: WeekDays | null;
}

type Column = 'uuid' | 'serie' | 'folio' | 'order' | 'rfc' | 'term' | 'weekDays';

/** Headings under which people keep these columns, without accents and in lower case. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  uuid: ['uuid', 'folio fiscal'],
  serie: ['serie'],
  folio: ['folio', 'factura', 'serie y folio', 'no. factura', 'numero de factura'],
  order: ['orden de compra', 'orden', 'oc', 'o.c.', 'po', 'pedido', 'numero de orden', 'no. de orden'],
  rfc: ['rfc', 'rfc del cliente', 'rfc del pagador', 'rfc del receptor', 'rfc receptor'],
  term: ['plazo', 'plazo en dias', 'dias', 'dias de credito', 'plazo de pago'],
  weekDays: ['dia de pago', 'dias de pago', 'dia', 'dia de la semana'],
};

/** Rows below which no heading is looked for. */
const HEADING_WITHIN = 20;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

type CellOf = (column: Column) => string;

/** The rows below the headings, with their cells by column; null without the headings that the table needs. */
function tableOf(rows: readonly SheetCells[], isHeading: (has: (column: Column) => boolean) => boolean) {
  for (const [at, { cells }] of rows.slice(0, HEADING_WITHIN).entries()) {
    const titles = cells.map(plain);
    const placeOf = (column: Column): number => titles.findIndex((title) => headings[column].includes(title));
    if (isHeading((column) => placeOf(column) >= 0))
      return rows.slice(at + 1).map(({ number, cells: own }) => ({
        row: number,
        cell: ((column) => own[placeOf(column)]?.trim() ?? '') satisfies CellOf,
      }));
  }
  return null;
}

/** "A 0012" and "a-12" name the same invoice. */
export const folioKey = (folio: string): string =>
  folio
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');

const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
/** A number of more than fifteen digits, of which the spreadsheet has lost the last ones. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** The purchase orders of a table; null if it has no heading for the order, or none for the invoice. */
export function ordersOf(rows: readonly SheetCells[]): OrderRow[] | null {
  const table = tableOf(rows, (has) => has('order') && (has('uuid') || has('folio')));
  return (
    table?.map(({ row, cell }) => {
      const uuid =
        cell('uuid')
          .toUpperCase()
          .replace(/[{}\s]/g, '') || null;
      const order = cleanPurchaseOrder(cell('order'));
      const problem = orderProblem({ uuid, folio: cell('folio'), typed: cell('order'), order });
      return { row, typed: uuid ?? `${cell('serie')} ${cell('folio')}`.trim(), problem, uuid, order };
    }) ?? null
  );
}

function orderProblem(row: { uuid: string | null; folio: string; typed: string; order: string }): ImportProblem | null {
  if (row.uuid === null && folioKey(row.folio) === '') return 'INVOICE_UNNAMED';
  if (row.uuid !== null && !UUID.test(row.uuid)) return 'UUID_UNREADABLE';
  if (row.order === '') return 'ORDER_MISSING';
  if (SHORTENED.test(row.typed)) return 'ORDER_SHORTENED';
  return row.order.length > MAX_ORDER_LENGTH ? 'ORDER_TOO_LONG' : null;
}

/** When receivers pay, by a table; null if it has no heading for the tax id or the term. */
export function termsOf(rows: readonly SheetCells[]): TermRow[] | null {
  const table = tableOf(rows, (has) => has('rfc') && has('term'));
  return (
    table?.map(({ row, cell }) => {
      const rfc = cleanRfc(cell('rfc'));
      const term = daysOf(cell('term'));
      const days = cell('weekDays');
      const weekDays = days === '' ? null : weekDaysIn(days);
      const problem = termProblem({ rfc, term, isDayUnread: days !== '' && weekDays === null });
      return { row, typed: rfc || cell('rfc'), problem, rfc, term: term ?? 0, weekDays };
    }) ?? null
  );
}

function termProblem(row: { rfc: string; term: number | null; isDayUnread: boolean }): ImportProblem | null {
  if (!isRfc(row.rfc)) return 'RFC_UNREADABLE';
  if (row.rfc === FOREIGN_RFC) return 'RFC_SHARED';
  if (row.term === null) return 'TERM_UNREADABLE';
  if (habitProblem({ term: row.term, weekDays: defaultWeekDays }) !== null) return 'TERM_OUT_OF_RANGE';
  return row.isDayUnread ? 'WEEKDAY_UNREADABLE' : null;
}

/** "30", "30.0", "1,030" or "30 días" → days. */
function daysOf(text: string): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.0+)?(?: ?dias?)?$/.exec(plain(text));
  return match?.[1] === undefined ? null : Number(match[1].replaceAll(',', ''));
}

const dayNames: readonly (readonly [keyof WeekDays, RegExp])[] = [
  ['monday', /^l(?:un(?:es)?)?$/],
  ['tuesday', /^mar(?:tes)?$|^ma$/],
  ['wednesday', /^mi(?:e(?:rcoles)?)?$|^x$/],
  ['thursday', /^j(?:ue(?:ves)?)?$/],
  ['friday', /^v(?:ie(?:rnes)?)?$/],
];
const EVERY_DAY: WeekDays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };

/** "viernes", "lunes y jueves", "L, V" or "lunes a viernes"; null for anything else. */
function weekDaysIn(text: string): WeekDays | null {
  const bare = plain(text);
  if (/^(?:lunes a viernes|l a v|l-v|todos(?: los dias)?|cualquier dia)$/.test(bare)) return EVERY_DAY;
  const words = bare.split(/[\s,;/.+]+/).filter((word) => word !== '' && !/^(?:y|e|los|el|cada)$/.test(word));
  const days = words.map((word) => dayNames.find(([, name]) => name.test(word))?.[0]);
  if (days.length === 0 || days.includes(undefined)) return null;
  return {
    monday: days.includes('monday'),
    tuesday: days.includes('tuesday'),
    wednesday: days.includes('wednesday'),
    thursday: days.includes('thursday'),
    friday: days.includes('friday'),
  };
}
