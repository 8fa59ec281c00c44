import type { CreditInformation, getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { withBothNamesOfLine } from '@anticipa/contract/specification-names';
import { addDays, dateOf, type ExtraHolidays, holidayName, type IsoDate } from '@anticipa/domain/calendar';
import { availableOf, exchange, rateToShow } from '@anticipa/domain/credit';
import { type IvaRegime, interestRateOfIva, isExempt } from '@anticipa/domain/iva-regime';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { isRateInForce, type QuoteLine } from '@anticipa/domain/quote';
import { obstacleOf } from '@anticipa/domain/receiving';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Lock, WideWork, Work } from '../../platform/work/work.ts';
import { type DecidedTerms, openingOf, termsColumn, toDecidedTerms } from './sale-terms.ts';

/** Horizon of holidays sent to the browser, beyond any possible payment date. */
const HOLIDAY_HORIZON_DAYS = 400;

/** A line with the terms of the next sale; percentages as decimals ("24"). */
export interface CreditLineRow extends QuoteLine {
  readonly moratoryRate: string;
  readonly ivaRegime: IvaRegime;
  /** The decided terms that apply today; null if none were ever decided. */
  readonly terms: DecidedTerms | null;
}

const linesQuery = ({ db, tenant, today }: Work) =>
  db
    .selectFrom('credit_lines')
    .select((eb) => [
      'credit_line_id as creditLineId',
      'product',
      'currency',
      'credit_limit as limit',
      'used',
      'held',
      'days_in_year as daysInYear',
      'is_multi_currency as isMultiCurrency',
      'early_rebate as hasRebate',
      'valid_until as validUntil',
      eb.fn<string>('trim_scale', ['interest_rate']).as('interestRate'),
      eb.fn<string>('trim_scale', ['advance_percent']).as('advancePercent'),
      eb.fn<string>('trim_scale', ['iva_rate']).as('ivaRate'),
      eb.fn<string>('trim_scale', ['moratory_rate']).as('moratoryRate'),
      termsColumn(today).as('terms'),
    ])
    .where('client_id', '=', tenant)
    .orderBy('credit_line_id');

type LineRow = Awaited<ReturnType<ReturnType<typeof linesQuery>['execute']>>[number];

/** The line's own rate and rebate are from before such terms could be decided, when a lender without IVA had a rate of 0. */
const toCreditLine = (row: LineRow): CreditLineRow => {
  const terms = row.terms === null ? null : toDecidedTerms(row.terms);
  const ivaRegime = terms?.ivaRegime ?? (isExempt(row.ivaRate) ? 'exento' : 'devengado');
  return {
    ...row,
    limit: moneyOf(row.limit, row.currency),
    used: moneyOf(row.used, row.currency),
    held: moneyOf(row.held, row.currency),
    validUntil: row.validUntil === null ? null : dateOf(row.validUntil),
    hasRebate: terms?.earlyRebate ?? row.hasRebate,
    ivaRate: terms === null ? row.ivaRate : interestRateOfIva(ivaRegime, terms.ivaRate),
    ivaRegime,
    opening: terms === null ? null : openingOf(terms),
    terms,
  };
};

/**
 * The client's credit lines. `update` locks all of them by id; everything that moves credit locks here first, so concurrent
 * sales queue instead of deadlocking.
 */
export async function creditLines(work: Work, lock: Lock): Promise<CreditLineRow[]> {
  const query = linesQuery(work);
  return (await (lock === 'update' ? query.forUpdate() : query).execute()).map(toCreditLine);
}

const holidaysQuery = ({ db }: WideWork) => db.selectFrom('extra_holidays').select(['holiday', 'name']);

const toHolidays = (rows: readonly { readonly holiday: string; readonly name: string }[]): ExtraHolidays =>
  new Map(rows.map((row) => [dateOf(row.holiday), row.name]));

/** The lender's extra non-business days. */
export const extraHolidays = async (work: WideWork): Promise<ExtraHolidays> =>
  toHolidays(await holidaysQuery(work).execute());

/** A published rate in pesos per dollar. */
export interface RateOfDay {
  readonly tipoCambio: string;
  readonly date: IsoDate;
  readonly source: string;
}

const lastRateQuery = (db: WideWork['db'], day: IsoDate) =>
  db
    .selectFrom('exchange_rates')
    .select(['rate_date', 'source', sql<string>`trim_scale(pesos_per_dollar)::text`.as('pesos_per_dollar')])
    .where('rate_date', '<=', day)
    .orderBy('rate_date', 'desc')
    .limit(1);

type LastRate = Awaited<ReturnType<ReturnType<typeof lastRateQuery>['executeTakeFirst']>>;

/** The rate if it is in force today; null if there is none, and nothing may be converted. */
function rateInForce(row: LastRate | null, today: IsoDate, holidays: ExtraHolidays): RateOfDay | null {
  if (!row) return null;
  const date = dateOf(row.rate_date);
  return isRateInForce(date, today, holidays) ? { tipoCambio: row.pesos_per_dollar, date, source: row.source } : null;
}

/** The rate in force on a day. */
export const rateOn = async (work: WideWork, day: IsoDate): Promise<RateOfDay | null> =>
  rateInForce((await lastRateQuery(work.db, day).executeTakeFirst()) ?? null, day, await extraHolidays(work));

/** Today's rate in force. */
export const rateOfToday = (work: WideWork): Promise<RateOfDay | null> => rateOn(work, work.today);

type CreditAnswer = ResponseOf<typeof getCreditInformation>;
type DepositAccount = CreditAnswer['products'][number]['accounts'][number] & { readonly paysFrom: string | null };

const productsQuery = ({ db, tenant }: Work) =>
  db
    .selectFrom('client_products')
    .innerJoin('products', 'products.code', 'client_products.product')
    .leftJoin('bank_accounts', (join) =>
      join
        .onRef('bank_accounts.client_id', '=', 'client_products.client_id')
        .onRef('bank_accounts.product', '=', 'client_products.product'),
    )
    .select((eb) => [
      'client_products.product',
      'client_products.authorised',
      'client_products.active',
      'client_products.requires_ppd',
      'products.product_id',
      'products.display_name',
      sql<DepositAccount[]>`coalesce(json_agg(json_build_object('currency', ${eb.ref('bank_accounts.currency')},
          'bank', ${eb.ref('bank_accounts.bank')}, 'ending', right(${eb.ref('bank_accounts.clabe')}, 4),
          'paysFrom', ${eb.ref('bank_accounts.pays_from')})
          order by ${eb.ref('bank_accounts.currency')})
        filter (where ${eb.ref('bank_accounts.currency')} is not null), '[]')`.as('accounts'),
    ])
    .where('client_products.client_id', '=', tenant)
    .groupBy(['client_products.client_id', 'client_products.product', 'products.product_id'])
    .orderBy('client_products.product');

type ProductRow = Awaited<ReturnType<ReturnType<typeof productsQuery>['execute']>>[number];

const toProduct = (row: ProductRow) => ({
  product: row.product,
  productId: row.product_id,
  displayName: row.display_name,
  authorised: row.authorised,
  active: row.active,
  requiresPpd: row.requires_ppd,
  accounts: new Set(row.accounts.map(({ currency }) => currency)),
  depositAccounts: row.accounts,
});

/** A product of a client with its permissions, its bank accounts and their currencies. */
export type ClientProduct = ReturnType<typeof toProduct>;

/** Conditions of a sale besides lines and invoices. */
export interface Market {
  /** The lender's extra non-business days. */
  readonly holidays: ExtraHolidays;
  /** The rate in force today. */
  readonly published: RateOfDay | null;
  readonly products: readonly ClientProduct[];
}

/** The client's market, in one statement. */
export async function marketOf(work: Work): Promise<Market> {
  const read = await work.db
    .selectNoFrom([
      jsonArrayFrom(holidaysQuery(work)).as('holidays'),
      jsonObjectFrom(lastRateQuery(work.db, work.today)).as('rate'),
      jsonArrayFrom(productsQuery(work)).as('products'),
    ])
    .executeTakeFirstOrThrow();
  const holidays = toHolidays(read.holidays);
  return { holidays, published: rateInForce(read.rate, work.today, holidays), products: read.products.map(toProduct) };
}

/** The last computed, because every client needs the same dates all day. */
let regular: { readonly today: IsoDate; readonly last: IsoDate; readonly names: ExtraHolidays } | null = null;

const regularHolidays = (today: IsoDate) => {
  if (regular?.today === today) return regular;
  const dates = Array.from({ length: HOLIDAY_HORIZON_DAYS + 1 }, (_, days) => addDays(today, days));
  const named = dates.map((date) => [date, holidayName(date)] as const);
  const names = new Map(named.flatMap(([date, name]) => (name === null ? [] : [[date, name] as const])));
  regular = { today, last: addDays(today, HOLIDAY_HORIZON_DAYS), names };
  return regular;
};

const holidaysAhead = (today: IsoDate, extra: ExtraHolidays) => {
  const { last, names } = regularHolidays(today);
  const listed = [...extra].filter(([date]) => date >= today && date <= last);
  return [...new Map([...names, ...listed])]
    .map(([date, name]) => ({ date, name }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
};

/** Data for the credit panels, the credit bars and the browser's price calculation. */
export const creditInformation = async (work: Work): Promise<CreditAnswer> => {
  const [{ holidays, published, products }, lines] = await Promise.all([marketOf(work), creditLines(work, 'read')]);
  const shown = rateToShow(published?.tipoCambio ?? null);
  return {
    today: work.today,
    now: work.at.toISOString(),
    tipoCambio: shown.pesosPerDollar,
    tipoCambioPublished: shown.published,
    tipoCambioDate: published?.date ?? null,
    tipoCambioSource: published?.source ?? null,
    holidays: holidaysAhead(work.today, holidays),
    products: products.map((product) => ({
      product: product.product,
      productId: product.productId,
      displayName: product.displayName,
      autorizado: product.authorised,
      active: product.active,
      requiresPpd: product.requiresPpd,
      hasBankAccountMXN: product.accounts.has('MXN'),
      hasBankAccountUSD: product.accounts.has('USD'),
      accounts: product.depositAccounts.map(({ paysFrom: _, ...account }) => account),
    })),
    lines: lines.flatMap((line) => {
      const product = products.find((candidate) => candidate.product === line.product);
      return product ? [toLine(line, product, shown.pesosPerDollar)] : [];
    }),
    obstacles: products.flatMap((product) => obstaclesOf(product, { lines, isRatePublished: shown.published }, work)),
  };
};

function obstaclesOf(
  { product, authorised, active, depositAccounts }: ClientProduct,
  facts: { readonly lines: readonly CreditLineRow[]; readonly isRatePublished: boolean },
  work: Work,
): CreditAnswer['obstacles'] {
  return financedCurrencies.flatMap((currency) => {
    const row = depositAccounts.find((account) => account.currency === currency);
    const paysFrom = row?.paysFrom == null ? null : new Date(row.paysFrom);
    const account = row ? { paysFrom } : null;
    const why = obstacleOf({ product: { code: product, authorised, active }, currency, account, ...facts }, work);
    const until = why === 'ACCOUNT_HELD' && paysFrom ? paysFrom.toISOString() : null;
    return why ? [{ product, currency, why, until }] : [];
  });
}

function toLine(line: CreditLineRow, product: ClientProduct, tipoCambio: string): CreditInformation {
  const available = availableOf(line);
  const inCurrency = (currency: FinancedCurrency) =>
    line.currency === currency || line.isMultiCurrency ? decimalOf(exchange(available, currency, tipoCambio)) : null;
  return withBothNamesOfLine({
    creditLineId: line.creditLineId,
    product: line.product,
    productId: product.productId,
    displayName: product.displayName,
    creditLimit: decimalOf(line.limit),
    creditCurrency: line.currency,
    creditUsed: decimalOf(line.used),
    creditHeld: decimalOf(line.held),
    available: decimalOf(available),
    availableMXN: inCurrency('MXN'),
    availableUSD: inCurrency('USD'),
    multimoneda: line.isMultiCurrency,
    diasBase: line.daysInYear,
    interestRate: line.interestRate,
    porcentajeAdelanto: line.advancePercent,
    ivaRate: line.ivaRate,
    moratoryRate: line.moratoryRate,
    earlyRebate: line.hasRebate,
    ...(line.opening && { opening: line.opening }),
    validUntil: line.validUntil,
    hasBankAccount: product.accounts.has(line.currency),
    autorizado: product.authorised,
    active: product.active,
    tipoCambio,
  });
}
