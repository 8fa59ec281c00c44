/** Files of transfers as banks read them: one line per transfer, its columns as the bank's layout orders them. */
import { clabeOf } from './clabe.ts';
import type { FinancedCurrency } from './money.ts';
import { speiName } from './spei.ts';

/** A transfer in a file, with the number by which the bank's confirmation finds it. */
export interface FiledPayment {
  readonly clabe: string;
  readonly beneficiary: string;
  readonly rfc: string;
  /** As `1234.50`. */
  readonly amount: string;
  readonly currency: FinancedCurrency;
  readonly concept: string;
  readonly reference: number;
}

/** The account that pays. */
export interface PayingAccount {
  readonly account: string;
  readonly clabe: string;
  readonly rfc: string;
  readonly name: string;
}

interface Source extends FiledPayment {
  readonly payer: PayingAccount;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

interface Field {
  readonly read: (source: Source) => string;
  /** A text may lose its end; a number never loses a digit. */
  readonly isText?: true;
}

const fields = {
  cuenta: { read: ({ clabe }) => clabe },
  'cuenta-11': { read: ({ clabe }) => clabe.slice(6, 17) },
  banco: { read: ({ clabe }) => clabe.slice(0, 3) },
  'cuenta-propia': { read: ({ payer }) => payer.account },
  'clabe-propia': { read: ({ payer }) => payer.clabe },
  'rfc-propio': { read: ({ payer }) => payer.rfc },
  'nombre-propio': { read: ({ payer }) => speiName(payer.name, LONG), isText: true },
  importe: { read: ({ amount }) => amount },
  centavos: { read: ({ amount }) => amount.replace('.', '') },
  beneficiario: { read: ({ beneficiary }) => speiName(beneficiary, LONG), isText: true },
  rfc: { read: ({ rfc }) => rfc },
  concepto: { read: ({ concept }) => speiName(concept, LONG), isText: true },
  referencia: { read: ({ reference }) => String(reference).padStart(7, '0') },
  moneda: { read: ({ currency }) => currency },
  ddmmaaaa: { read: ({ today }) => today.split('-').toReversed().join('') },
  aaaammdd: { read: ({ today }) => today.replaceAll('-', '') },
} as const satisfies Readonly<Record<string, Field>>;
type FieldName = keyof typeof fields;

const isField = (name: string): name is FieldName => name in fields;

export const layoutFields = Object.keys(fields).filter(isField);

const LONG = 120;

interface Column {
  readonly field: FieldName | null;
  readonly constant: string;
  /** Exact in a file of fixed width, else the longest; 0 for no limit. */
  readonly width: number;
  readonly fill: ' ' | '0';
  readonly isRight: boolean;
}

/** Between columns; without one each column has its width. */
const separators = { none: '', comma: ',', semicolon: ';', bar: '|', tab: '\t' } as const;
export type LayoutSeparator = keyof typeof separators;
export const layoutSeparators = [
  'none',
  'comma',
  'semicolon',
  'bar',
  'tab',
] as const satisfies readonly LayoutSeparator[];

/** Transfers that a layout takes: within the paying bank, to other banks, or all. */
export const layoutReaches = ['same', 'other', 'any'] as const;
export type LayoutReach = (typeof layoutReaches)[number];

export interface PaymentLayout {
  readonly separator: LayoutSeparator;
  /** One column per line, as in `importe 16 derecha ceros` or `"MXP" 3`. */
  readonly columns: string;
}

const LINE = /^(?:"([^"]*)"|([a-z0-9-]+))(?: +(\d{1,3}))?( +derecha)?( +ceros)?$/;
const MAX_COLUMNS = 40;
/** Constants with longer numbers could be an account. */
const ACCOUNT_LIKE = /\d{9}/;

/** 'line': cannot be read. 'width': missing in a file of fixed width. 'account' and 'amount': needed once. 'constant': refused. */
export interface LayoutProblem {
  readonly line: number;
  readonly problem: 'line' | 'width' | 'account' | 'amount' | 'constant';
}

export function layoutProblem({ separator, columns }: PaymentLayout): LayoutProblem | null {
  const lines = linesOf(columns);
  const parsed = lines.map(columnOf);
  const unread = parsed.indexOf(null);
  if (unread >= 0 || lines.length > MAX_COLUMNS) return { line: Math.max(unread, 0) + 1, problem: 'line' };
  const known = parsed.filter((column) => column !== null);
  const narrow = known.findIndex(({ width }) => separator === 'none' && width === 0);
  if (narrow >= 0) return { line: narrow + 1, problem: 'width' };
  const unsafe = known.findIndex(
    ({ constant }) =>
      ACCOUNT_LIKE.test(constant) ||
      !/^[ -~]*$/.test(constant) ||
      (separator !== 'none' && constant.includes(separators[separator])),
  );
  if (unsafe >= 0) return { line: unsafe + 1, problem: 'constant' };
  const count = (...names: readonly FieldName[]) => known.filter(({ field }) => field && names.includes(field)).length;
  if (count('cuenta', 'cuenta-11') !== 1) return { line: lines.length, problem: 'account' };
  if (count('importe', 'centavos') !== 1) return { line: lines.length, problem: 'amount' };
  return null;
}

const linesOf = (columns: string): string[] =>
  columns
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function columnOf(line: string): Column | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const [, constant, name, width = '0', right, zeros] = match;
  if (name !== undefined && !isField(name)) return null;
  return {
    field: name ?? null,
    constant: constant ?? '',
    width: Number(width),
    fill: zeros === undefined ? ' ' : '0',
    isRight: right !== undefined,
  };
}

/** Whether a layout takes a transfer to an account. */
export const reaches = (reach: LayoutReach, payer: string, clabe: string): boolean =>
  reach === 'any' || (reach === 'same') === (payer.slice(0, 3) === clabe.slice(0, 3));

/**
 * The lines of a file, and the payment that does not fit: a number that is wider than its column. Texts are cut, and have the
 * capitals, digits and `&` that banks take, so that no cell starts a formula.
 */
export function layoutLines(
  layout: PaymentLayout,
  payments: readonly FiledPayment[],
  { payer, today }: Pick<Source, 'payer' | 'today'>,
): { readonly text: string; readonly tooWide: FiledPayment | null } {
  const columns = linesOf(layout.columns).flatMap((line) => columnOf(line) ?? []);
  const lines: string[] = [];
  for (const payment of payments) {
    const cells: string[] = [];
    for (const column of columns) {
      const cell = cellOf(column, { ...payment, payer, today }, layout.separator);
      if (cell === null) return { text: '', tooWide: payment };
      cells.push(cell);
    }
    lines.push(`${cells.join(separators[layout.separator])}\r\n`);
  }
  return { text: lines.join(''), tooWide: null };
}

function cellOf(
  { field, constant, width, fill, isRight }: Column,
  source: Source,
  separator: LayoutSeparator,
): string | null {
  const { read, isText }: Field = field === null ? { read: () => constant } : fields[field];
  const text = read(source);
  const isCut = width > 0 && text.length > width;
  if (isCut && isText !== true) return null;
  const cut = isCut ? text.slice(0, width) : text;
  if (separator !== 'none' && fill === ' ') return cut;
  return isRight ? cut.padStart(width, fill) : cut.padEnd(width, fill);
}

export interface LayoutPreset extends PaymentLayout {
  readonly name: string;
  readonly reach: LayoutReach;
}

/** Layouts of banks as others have published them; decision 126 names the sources and what no source confirms. */
export const layoutPresets: readonly LayoutPreset[] = [
  {
    name: 'BBVA · otros bancos',
    reach: 'other',
    separator: 'none',
    columns: [
      'cuenta 18 derecha ceros',
      'cuenta-propia 18 derecha ceros',
      '"MXP" 3',
      'importe 16 derecha ceros',
      'beneficiario 30',
      '"40" 2',
      'banco 3',
      'concepto 30',
      'referencia 7',
      '"H" 1',
    ].join('\n'),
  },
  {
    name: 'BBVA · mismo banco',
    reach: 'same',
    separator: 'none',
    columns: [
      'cuenta-11 18 derecha ceros',
      'cuenta-propia 18 derecha ceros',
      '"MXP" 3',
      'importe 16 derecha ceros',
      'concepto 30',
    ].join('\n'),
  },
  {
    name: 'Banorte · otros bancos',
    reach: 'other',
    separator: 'tab',
    columns: [
      '"04" 2',
      'rfc 13',
      'cuenta-propia 20',
      'cuenta 20',
      'importe 16',
      'referencia 10',
      'concepto 30',
      'rfc-propio 13',
      '"0" 14',
      'ddmmaaaa 8',
      'nombre-propio 100',
      '"0" 7',
    ].join('\n'),
  },
  {
    name: 'Santander · mismo banco',
    reach: 'same',
    separator: 'none',
    columns: [
      '"LTX07" 5',
      'cuenta-propia 18',
      'cuenta-11 20',
      'centavos 18 derecha ceros',
      'concepto 40',
      '"" 40',
      'ddmmaaaa 8',
    ].join('\n'),
  },
];

const SAMPLE: FiledPayment = {
  clabe: clabeOf('01218000123456789'),
  beneficiary: 'Aceros Ñandú, S.A. de C.V.',
  rfc: 'ANA010101AA1',
  amount: '100920.00',
  currency: 'MXN',
  concept: 'Anticipo venta 12 R0000042',
  reference: 42,
};

/** The line of an invented transfer, to compare with the bank's manual; empty for a layout that cannot be used. */
export const sampleLine = (layout: PaymentLayout, payer: PayingAccount, today: string): string =>
  layoutProblem(layout) === null ? layoutLines(layout, [SAMPLE], { payer, today }).text.trimEnd() : '';
