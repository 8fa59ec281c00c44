/**
 * `Contabilidad electrónica` 1.3 (Anexo 24): chart of accounts, trial balance, entries and their auxiliaries as XML. What would
 * break the authority's schemas or its rules is reported instead of written. Files are not sealed: that is optional, and the
 * taxpayer signs when they are sent.
 */
import {
  type AccountBalance,
  type BookFile,
  type BookProblem,
  bookText,
  type ChartAccount,
  closingOf,
  isGroupingCode,
  problem,
} from '@anticipa/domain/accounting-books';
import type { IsoDate } from '@anticipa/domain/calendar';
import { add, decimalOf, zero } from '@anticipa/domain/money';
import { draft, writeXml, type XmlDraft } from './write.ts';

/** Month 13 is the closing one of a year; only the trial balance has it. */
export interface AccountingPeriod {
  readonly rfc: string;
  readonly year: number;
  readonly month: number;
}

/** A trial balance is sent once (`N`) and corrected (`C`) with the day of its last change. */
export type BalanceKind = { readonly type: 'N' } | { readonly type: 'C'; readonly changed: IsoDate };

const BASE = 'http://www.sat.gob.mx/esquemas/ContabilidadE/1_3';
/** Tax ids as the schemas take them. */
export const ACCOUNTING_RFC = /^[A-ZÑ&]{3,4}\d{2}[01]\d[0-3]\d[A-Z0-9]{2,3}$/;
const FIRST_YEAR = 2015;
const LAST_YEAR = 2099;
const LONGEST_NUMBER = 100;
export const two = (number: number): string => String(number).padStart(2, '0');

const schemas = {
  CT: { prefix: 'catalogocuentas', folder: 'CatalogoCuentas' },
  BN: { prefix: 'BCE', folder: 'BalanzaComprobacion' },
  BC: { prefix: 'BCE', folder: 'BalanzaComprobacion' },
  PL: { prefix: 'PLZ', folder: 'PolizasPeriodo' },
  XF: { prefix: 'RepAux', folder: 'AuxiliarFolios' },
  XC: { prefix: 'AuxiliarCtas', folder: 'AuxiliarCtas' },
} as const;
type FileKind = keyof typeof schemas;

export interface Document {
  readonly kind: FileKind;
  readonly root: string;
  readonly period: AccountingPeriod;
  readonly attributes: XmlDraft['attributes'];
  readonly children: readonly XmlDraft[];
  readonly problems: readonly BookProblem[];
}

/** The file if nothing is wrong with it, under the name that the authority asks for. */
export function fileOf({ kind, root, period, attributes, children, problems }: Document): BookFile<string> {
  const { prefix, folder } = schemas[kind];
  const found = [...periodProblems(period, kind), ...problems];
  if (found.length > 0) return { ok: false, problems: found };
  const content = writeXml(
    draft(
      `${prefix}:${root}`,
      {
        [`xmlns:${prefix}`]: `${BASE}/${folder}`,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${BASE}/${folder} ${BASE}/${folder}/${folder}_1_3.xsd`,
        Version: '1.3',
        RFC: period.rfc,
        Mes: two(period.month),
        Anio: String(period.year),
        ...attributes,
      },
      children,
    ),
  );
  return { ok: true, name: `${period.rfc}${period.year}${two(period.month)}${kind}.xml`, content };
}

function periodProblems({ rfc, year, month }: AccountingPeriod, kind: FileKind): BookProblem[] {
  const last = kind === 'BN' || kind === 'BC' ? 13 : 12;
  const isMonth = Number.isInteger(month) && month >= 1 && month <= last;
  return [
    ...(ACCOUNTING_RFC.test(rfc) ? [] : [problem('RFC_INVALID', rfc)]),
    ...(isMonth && year >= FIRST_YEAR && year <= LAST_YEAR ? [] : [problem('PERIOD_INVALID', `${year}-${two(month)}`)]),
  ];
}

/** The whole chart of accounts, to be sent when it begins or changes. */
export const writeChart = (period: AccountingPeriod, chart: readonly ChartAccount[]): BookFile<string> =>
  fileOf({
    kind: 'CT',
    root: 'Catalogo',
    period,
    attributes: {},
    problems: chartProblems(chart),
    children: chart.map(({ groupingCode, number, name, parent, level, nature }) =>
      draft('catalogocuentas:Ctas', {
        CodAgrup: groupingCode,
        NumCta: number,
        Desc: bookText(name, 400),
        SubCtaDe: parent,
        Nivel: String(level),
        Natur: nature === 'debit' ? 'D' : 'A',
      }),
    ),
  });

function chartProblems(chart: readonly ChartAccount[]): BookProblem[] {
  const known = new Map<string, ChartAccount>();
  const found = chart.flatMap((account) => {
    const { number, name, parent, level, groupingCode } = account;
    const problems: BookProblem[] = [];
    if (bookText(number, Infinity) !== number || number === '' || number.length > LONGEST_NUMBER)
      problems.push(problem('ACCOUNT_NUMBER_INVALID', number));
    if (known.has(number)) problems.push(problem('ACCOUNT_TWICE', number));
    if (bookText(name, 1) === '') problems.push(problem('ACCOUNT_WITHOUT_NAME', number));
    if (!isGroupingCode(groupingCode)) problems.push(problem('GROUPING_CODE_INVALID', number));
    known.set(number, account);
    // An account above comes first, one level higher.
    if (level !== (parent === null ? 1 : (known.get(parent)?.level ?? 0) + 1) || parent === number)
      problems.push(problem('PARENT_INVALID', number));
    return problems;
  });
  return chart.length === 0 ? [problem('NOTHING_TO_WRITE', '')] : found;
}

/** The trial balance of a month. Accounts without movements and balances are written too. */
export function writeTrialBalance(
  period: AccountingPeriod,
  kind: BalanceKind,
  books: { readonly chart: readonly ChartAccount[]; readonly balances: readonly AccountBalance[] },
): BookFile<string> {
  return fileOf({
    kind: kind.type === 'N' ? 'BN' : 'BC',
    root: 'Balanza',
    period,
    attributes: { TipoEnvio: kind.type, FechaModBal: kind.type === 'N' ? null : kind.changed },
    problems: balanceProblems(books),
    children: books.balances.map(({ account, opening, debits, credits, closing }) =>
      draft('BCE:Ctas', {
        NumCta: account,
        SaldoIni: decimalOf(opening),
        Debe: decimalOf(debits),
        Haber: decimalOf(credits),
        SaldoFin: decimalOf(closing),
      }),
    ),
  });
}

/** Problems of balances: unknown accounts, wrong sums. */
export function balanceProblems({
  chart,
  balances,
}: {
  readonly chart: readonly ChartAccount[];
  readonly balances: readonly AccountBalance[];
}): BookProblem[] {
  if (balances.length === 0) return [problem('NOTHING_TO_WRITE', '')];
  const known = new Map(chart.map((account) => [account.number, account]));
  const parents = new Set(chart.map(({ parent }) => parent));
  const seen = new Set<string>();
  const found = balances.flatMap((balance) => {
    const account = known.get(balance.account);
    if (account === undefined) return [problem('ACCOUNT_NOT_IN_CHART', balance.account)];
    if (seen.has(balance.account)) return [problem('ACCOUNT_TWICE', balance.account)];
    seen.add(balance.account);
    return closingOf(account.nature, balance).cents === balance.closing.cents
      ? []
      : [problem('BALANCE_INVALID', balance.account)];
  });
  const details = balances.filter(({ account }) => !parents.has(account));
  const sumOf = (side: 'debits' | 'credits'): bigint =>
    details.reduce((sum, balance) => add(sum, balance[side]), zero('MXN')).cents;
  return sumOf('debits') === sumOf('credits') ? found : [...found, problem('TOTALS_UNEQUAL', '')];
}
