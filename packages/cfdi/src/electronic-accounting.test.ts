import type {
  AccountBalance,
  BookedEntry,
  BookedLine,
  BookFile,
  BookProblem,
  ChartAccount,
} from '@anticipa/domain/accounting-books';
import { dateOf } from '@anticipa/domain/calendar';
import { clabeOf } from '@anticipa/domain/clabe';
import { type FinancedCurrency, moneyOf, zero } from '@anticipa/domain/money';
import { describe, expect, test } from 'vitest';
import { type AccountingPeriod, writeChart, writeTrialBalance } from './electronic-accounting.ts';
import { writeAccountDetail, writeEntries, writeFolios } from './electronic-entries.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

const february: AccountingPeriod = { rfc: 'Ñ&N010101AA1', year: 2028, month: 2 };
const pesos = (text: string) => moneyOf(text, 'MXN');
const UUID = '0b0d0e53-1a2b-4c3d-8e4f-5a6b7c8d9e0f';
const audit = { type: 'AF', number: 'ABC1234567/28' } as const;

const account = (number: string, name: string, more: Partial<ChartAccount> = {}): ChartAccount => ({
  number,
  name,
  nature: 'debit',
  level: 1,
  parent: null,
  groupingCode: '102',
  ...more,
});
const chart: readonly ChartAccount[] = [
  account('102', 'Bancos'),
  account('102-01', 'Cuenta «Ñandú» & Cía <"pesos"> ’26', { level: 2, parent: '102', groupingCode: '102.01' }),
  account('105', `Cartera ${'ñ'.repeat(500)}`, { groupingCode: '105' }),
  account('701', 'Ingresos por intereses', { nature: 'credit', groupingCode: '401.04' }),
];
const balance = (number: string, [opening, debits, credits, closing]: readonly string[]): AccountBalance => ({
  account: number,
  opening: pesos(opening ?? ''),
  debits: pesos(debits ?? ''),
  credits: pesos(credits ?? ''),
  closing: pesos(closing ?? ''),
});
const balances: readonly AccountBalance[] = [
  balance('102', ['100.00', '0.00', '150.10', '-50.10']),
  balance('102-01', ['100.00', '0.00', '150.10', '-50.10']),
  balance('105', ['0.00', '150.10', '0.00', '150.10']),
  balance('701', ['0.00', '0.00', '0.00', '0.00']),
];
const line = (number: string, side: 'debit' | 'credit', more: Partial<BookedLine> = {}): BookedLine => ({
  account: number,
  concept: 'Depósito de la venta 12 & "anexos" <1>',
  debit: zero('MXN'),
  credit: zero('MXN'),
  [side]: pesos('150.10'),
  foreign: null,
  documents: [],
  transfers: [],
  ...more,
});
const document = (currency: FinancedCurrency = 'MXN', rate: string | null = null) => ({
  uuid: UUID,
  issued: dateOf('2028-02-29'),
  issuer: 'PEGJ800101AB1',
  receiver: 'ANA010101AA1',
  rfc: 'PEGJ800101AB1',
  total: moneyOf('116.00', currency),
  rate,
  paymentForm: '03',
});
const transfer = (currency: FinancedCurrency = 'MXN', rate: string | null = null) => ({
  from: clabeOf('01218000123456789'),
  fromBank: null,
  to: clabeOf('72218000123456789'),
  day: dateOf('2028-02-29'),
  beneficiary: 'Peñas & Núñez <S.A.> '.repeat(20),
  rfc: 'PNU010101AA1',
  amount: moneyOf('8.83', currency),
  rate,
});
const entry: BookedEntry = {
  number: '2028-02-0001',
  day: dateOf('2028-02-29'),
  kind: 'expense',
  concept: `Depósito\n${'muy largo '.repeat(60)}`,
  lines: [
    line('105', 'debit', { documents: [document(), document('USD', '17.123456')] }),
    line('102-01', 'credit', { transfers: [transfer(), { ...transfer('USD', '17'), from: null, fromBank: '012' }] }),
  ],
};
const requested = { request: audit, chart, entries: [entry], balances };

/** Attributes of each element, in their order; `?` where the schemas let them be absent. Written by hand from the schemas of the tax authority. */
const amount = '-?\\d{1,22}\\.\\d{2}';
const rfc = '[A-ZÑ&]{3,4}\\d{2}[01]\\d[0-3]\\d[A-Z0-9]{0,3}';
const currency = { 'Moneda?': 'USD', 'TipCamb?': '\\d{1,14}\\.\\d{1,5}' };
const uuid = '[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}';
const root = {
  Version: '1\\.3',
  RFC: rfc,
  Mes: '0[1-9]|1[0-2]',
  Anio: '20\\d{2}',
};
const request = {
  ...root,
  TipoSolicitud: 'AF|FC|DE|CO',
  'NumOrden?': '[A-Z]{3}\\d{7}/\\d{2}',
  'NumTramite?': '[A-Z]{2}\\d{12}',
};
const text = (max: number): string => `[^\\n]{1,${max}}`;
const day = '\\d{4}-\\d{2}-\\d{2}';
const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Catalogo: root,
  'Catalogo/Ctas': {
    CodAgrup: '\\d{3}(\\.\\d{2})?',
    NumCta: text(100),
    Desc: text(400),
    'SubCtaDe?': text(100),
    Nivel: '[1-9]',
    Natur: '[DA]',
  },
  Balanza: { ...root, Mes: '0[1-9]|1[0-3]', TipoEnvio: '[NC]', 'FechaModBal?': day },
  'Balanza/Ctas': { NumCta: text(100), SaldoIni: amount, Debe: amount, Haber: amount, SaldoFin: amount },
  Polizas: request,
  'Polizas/Poliza': { NumUnIdenPol: text(50), Fecha: day, Concepto: text(300) },
  'Poliza/Transaccion': { NumCta: text(100), DesCta: text(100), Concepto: text(200), Debe: amount, Haber: amount },
  'Transaccion/CompNal': { UUID_CFDI: uuid, RFC: rfc, MontoTotal: amount, ...currency },
  'Transaccion/Transferencia': {
    'CtaOri?': text(50),
    BancoOriNal: '\\d{3}',
    'BancoOriExt?': text(150),
    CtaDest: text(50),
    BancoDestNal: '\\d{3}',
    'BancoDestExt?': text(150),
    Fecha: day,
    Benef: text(300),
    RFC: rfc,
    Monto: amount,
    ...currency,
  },
  RepAuxFol: request,
  'RepAuxFol/DetAuxFol': { NumUnIdenPol: text(50), Fecha: day },
  'DetAuxFol/ComprNal': { UUID_CFDI: uuid, MontoTotal: amount, RFC: rfc, 'MetPagoAux?': '\\d{2}', ...currency },
  AuxiliarCtas: request,
  'AuxiliarCtas/Cuenta': { NumCta: text(100), DesCta: text(100), SaldoIni: amount, SaldoFin: amount },
  'Cuenta/DetalleAux': { Fecha: day, NumUnIdenPol: text(50), Concepto: text(200), Debe: amount, Haber: amount },
};

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}
const nodeOf = ({ local, attributes, children }: XmlElement): Node => ({
  name: local,
  attributes: Object.fromEntries(attributes),
  children: children.flatMap((child) => (typeof child === 'string' ? [] : [nodeOf(child)])),
});

/** Differences of an element, and of those inside it, from the shapes. */
function faults({ name: own, attributes, children }: Node, parent = ''): string[] {
  const path = parent === '' ? own : `${parent}/${own}`;
  const shape = shapes[path];
  if (shape === undefined) return [`${path} is unknown`];
  const given = Object.keys(attributes);
  const known = Object.keys(shape).map((name) => name.replace('?', ''));
  const inOrder = known.filter((name) => given.includes(name));
  return [
    ...(given.join() === inOrder.join() ? [] : [`${path} has ${given.join()}`]),
    ...Object.entries(shape).flatMap(([name, pattern]) => {
      const value = attributes[name.replace('?', '')];
      if (value === undefined) return name.endsWith('?') ? [] : [`${path} lacks ${name}`];
      return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? [] : [`${path} has ${name} ${value}`];
    }),
    ...children.flatMap((child) => faults(child, own)),
  ];
}

/** The tree of a written file, which must have its shape. */
function treeOf(file: BookFile<string>): Node {
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  const tree = parseXml(file.content);
  if (!tree.ok) throw new Error(tree.motive);
  const root = nodeOf(tree.root);
  expect(faults(root)).toEqual([]);
  const folder = tree.root.uri.split('/').at(-1) ?? '';
  expect(tree.root.uri).toBe(`http://www.sat.gob.mx/esquemas/ContabilidadE/1_3/${folder}`);
  expect(file.content).toContain(` xsi:schemaLocation="${tree.root.uri} ${tree.root.uri}/${folder}_1_3.xsd"`);
  return root;
}
const problemsOf = (file: BookFile<string>): readonly BookProblem[] => (file.ok ? [] : file.problems);
const nameOf = (file: BookFile<string>): string => (file.ok ? file.name : '');
const codesOf = (file: BookFile<string>): string[] => problemsOf(file).map(({ code }) => code);

describe('[LIB-40] the chart of accounts and the trial balance for the tax authority', () => {
  test('names each account with its grouping code, level, nature and the account above', () => {
    const { children } = treeOf(writeChart(february, chart));
    expect(children[1]?.attributes).toEqual({
      CodAgrup: '102.01',
      NumCta: '102-01',
      Desc: 'Cuenta «Ñandú» & Cía <"pesos"> ’26',
      SubCtaDe: '102',
      Nivel: '2',
      Natur: 'D',
    });
    expect(children[2]?.attributes.Desc).toHaveLength(400);
    expect(nameOf(writeChart(february, chart))).toBe('Ñ&N010101AA1202802CT.xml');
  });

  test.each<[string, Partial<ChartAccount>, string]>([
    ['a grouping code that the authority does not have', { groupingCode: '102.03' }, 'GROUPING_CODE_INVALID'],
    ['a grouping code of nobody', { groupingCode: '122' }, 'GROUPING_CODE_INVALID'],
    ['no name', { name: ' \n' }, 'ACCOUNT_WITHOUT_NAME'],
    ['a number of 101 characters', { number: '1'.repeat(101) }, 'ACCOUNT_NUMBER_INVALID'],
    ['a number that is there already', { number: '102' }, 'ACCOUNT_TWICE'],
    ['an account above that is not there', { parent: '103', level: 2 }, 'PARENT_INVALID'],
    ['a level that is not below the one above', { parent: '102', level: 3 }, 'PARENT_INVALID'],
  ])('refuses an account with %s', (_, more, code) => {
    expect(codesOf(writeChart(february, [...chart, account('103', 'Inversiones', more)]))).toEqual([code]);
  });

  test('writes zero and negative balances, as first sent and as corrected on a leap day', () => {
    const file = writeTrialBalance(february, { type: 'N' }, { chart, balances });
    const { attributes, children } = treeOf(file);
    expect(attributes).toMatchObject({ TipoEnvio: 'N', Mes: '02', Anio: '2028' });
    expect(attributes).not.toHaveProperty('FechaModBal');
    expect(children[1]?.attributes).toMatchObject({ NumCta: '102-01', SaldoIni: '100.00', SaldoFin: '-50.10' });
    expect(children[3]?.attributes).toMatchObject({ SaldoIni: '0.00', Debe: '0.00', SaldoFin: '0.00' });
    expect(nameOf(file)).toBe('Ñ&N010101AA1202802BN.xml');
    const corrected = writeTrialBalance(february, { type: 'C', changed: dateOf('2028-02-29') }, { chart, balances });
    expect(treeOf(corrected).attributes).toMatchObject({ TipoEnvio: 'C', FechaModBal: '2028-02-29' });
    expect(nameOf(corrected)).toBe('Ñ&N010101AA1202802BC.xml');
  });

  test('has month 13 for the trial balance alone', () => {
    const closing = { ...february, month: 13 };
    expect(nameOf(writeTrialBalance(closing, { type: 'N' }, { chart, balances }))).toBe('Ñ&N010101AA1202813BN.xml');
    const others = [writeChart(closing, chart), writeEntries(closing, requested), writeFolios(closing, requested)];
    for (const file of others) expect(codesOf(file)).toContain('PERIOD_INVALID');
    expect(codesOf(writeTrialBalance({ ...february, month: 14 }, { type: 'N' }, { chart, balances }))).toEqual([
      'PERIOD_INVALID',
    ]);
  });

  test.each<[string, readonly AccountBalance[], readonly string[]]>([
    ['that do not end where their movements lead', [balance('701', ['0', '0', '0', '0.01'])], ['BALANCE_INVALID']],
    [
      'on the wrong side',
      [balance('701', ['0', '5', '0', '5']), balance('105', ['0', '0', '5', '-5'])],
      ['BALANCE_INVALID'],
    ],
    ['of an account outside the chart', [balance('800', ['0', '0', '0', '0'])], ['ACCOUNT_NOT_IN_CHART']],
    ['with more debits than credits', [balance('105', ['0', '5', '0', '5'])], ['TOTALS_UNEQUAL']],
    ['of nothing', [], ['NOTHING_TO_WRITE']],
  ])('refuses balances %s', (_, wrong, codes) => {
    expect(codesOf(writeTrialBalance(february, { type: 'N' }, { chart, balances: wrong }))).toEqual(codes);
  });

  test('refuses a tax id that the schemas refuse', () => {
    expect(codesOf(writeChart({ ...february, rfc: 'Ñ&N019901AA1' }, chart))).toEqual(['RFC_INVALID']);
  });
});

describe('[LIB-41] entries and auxiliaries that the tax authority asks for', () => {
  test('names the CFDI and the transfers behind each line, dollars with their rate', () => {
    const { attributes, children } = treeOf(writeEntries(february, requested));
    expect(attributes).toMatchObject({ TipoSolicitud: 'AF', NumOrden: 'ABC1234567/28' });
    const [bought, paid] = children[0]?.children ?? [];
    expect(bought?.attributes.DesCta).toHaveLength(100);
    expect(bought?.children.map((child) => child.attributes)).toEqual([
      { UUID_CFDI: UUID, RFC: 'PEGJ800101AB1', MontoTotal: '116.00' },
      { UUID_CFDI: UUID, RFC: 'PEGJ800101AB1', MontoTotal: '116.00', Moneda: 'USD', TipCamb: '17.12346' },
    ]);
    const [known, unknown] = paid?.children ?? [];
    expect(known?.attributes).toMatchObject({
      CtaOri: clabeOf('01218000123456789'),
      BancoOriNal: '012',
      BancoDestNal: '999',
      BancoDestExt: 'Mercado Pago',
      Fecha: '2028-02-29',
      Monto: '8.83',
    });
    expect(unknown?.attributes).toMatchObject({ BancoOriNal: '012', Moneda: 'USD', TipCamb: '17.00000' });
    expect(unknown?.attributes).not.toHaveProperty('CtaOri');
    expect(nameOf(writeEntries(february, requested))).toBe('Ñ&N010101AA1202802PL.xml');
  });

  test('lists each CFDI of an entry once, and the movements of each account', () => {
    const folios = treeOf(writeFolios(february, { ...requested, request: { type: 'DE', number: 'AB123456789012' } }));
    expect(folios.attributes).toMatchObject({ TipoSolicitud: 'DE', NumTramite: 'AB123456789012' });
    expect(folios.children[0]?.children).toHaveLength(1);
    const detail = treeOf(writeAccountDetail(february, requested));
    expect(detail.children.map(({ attributes }) => attributes.NumCta)).toEqual(['102-01', '105']);
    expect(detail.children[0]?.attributes).toMatchObject({ SaldoIni: '100.00', SaldoFin: '-50.10' });
    expect(detail.children[0]?.children[0]?.attributes).toMatchObject({ Debe: '0.00', Haber: '150.10' });
    const names = [writeFolios(february, requested), writeAccountDetail(february, requested)].map(nameOf);
    expect(names).toEqual(['Ñ&N010101AA1202802XF.xml', 'Ñ&N010101AA1202802XC.xml']);
  });

  const [bought, paid] = entry.lines;
  test.each<[string, Partial<BookedEntry>, readonly string[]]>([
    ['of the day after a leap day', { day: dateOf('2028-03-01') }, ['ENTRY_OUTSIDE_PERIOD']],
    ['with a number of 51 characters', { number: '1'.repeat(51) }, ['ENTRY_NUMBER_INVALID']],
    ['that do not balance', { lines: [bought ?? line('105', 'debit')] }, ['ENTRY_UNBALANCED']],
    ['without lines', { lines: [] }, ['LINE_INVALID']],
    ['without a concept', { concept: ' ' }, ['LINE_INVALID']],
    [
      'in an account outside the chart',
      { lines: [line('900', 'debit'), paid ?? line('102-01', 'credit')] },
      ['ACCOUNT_NOT_IN_CHART'],
    ],
    [
      'with a line on both sides',
      { lines: [line('105', 'debit', { credit: pesos('1') }), line('102-01', 'credit', { debit: pesos('1') })] },
      ['LINE_INVALID'],
    ],
    ...(
      [
        ['with dollars without a rate', { documents: [document('USD')] }, 'RATE_INVALID'],
        ['with a rate of pesos', { documents: [document('MXN', '1')] }, 'RATE_INVALID'],
        ['with a UUID that is none', { documents: [{ ...document(), uuid: 'A-1' }] }, 'UUID_INVALID'],
        ['with a tax id that is none', { documents: [{ ...document(), rfc: 'XX' }] }, 'RFC_INVALID'],
        ['with an account that is no CLABE', { transfers: [{ ...transfer(), to: '123' }] }, 'BANK_ACCOUNT_INVALID'],
        ['from nobody knows where', { transfers: [{ ...transfer(), from: null }] }, 'BANK_ACCOUNT_INVALID'],
      ] as const
    ).map(([title, more, code]): [string, Partial<BookedEntry>, readonly string[]] => [
      title,
      { lines: [line('105', 'debit', more), line('102-01', 'credit')] },
      [code],
    ]),
  ])('refuses entries %s', (_, more, codes) => {
    expect(codesOf(writeEntries(february, { ...requested, entries: [{ ...entry, ...more }] }))).toEqual(codes);
  });

  test('refuses a number twice, a request without its own number, and movements that are not those of the balances', () => {
    expect(codesOf(writeEntries(february, { ...requested, entries: [entry, entry] }))).toEqual(['ENTRY_TWICE']);
    expect(codesOf(writeEntries(february, { ...requested, entries: [] }))).toEqual(['NOTHING_TO_WRITE']);
    const wrong = { type: 'CO', number: 'ABC1234567/28' } as const;
    expect(codesOf(writeFolios(february, { ...requested, request: wrong }))).toEqual(['REQUEST_NUMBER_INVALID']);
    const other = { ...entry, number: '2' };
    expect(codesOf(writeAccountDetail(february, { ...requested, entries: [entry, other] }))).toEqual([
      'BALANCE_INVALID',
      'BALANCE_INVALID',
    ]);
  });
});
