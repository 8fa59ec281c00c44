/** Prices and sales of a test company, at the portal's own rules of price and credit. */
import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { V1Invoice } from '@anticipa/contract/v1/invoices';
import type { V1Sale, v1FixTerms, v1HoldInvoices, v1QuoteInvoices } from '@anticipa/contract/v1/sales';
import { dateAt, dateOf, type ExtraHolidays, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import type { InvoiceStatusName } from '@anticipa/domain/invoice';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, sum } from '@anticipa/domain/money';
import { annualCostOf } from '@anticipa/domain/price';
import {
  type QuotedItem,
  type QuoteFacts,
  type QuoteLine,
  quoteSelection,
  type SelectionQuote,
} from '@anticipa/domain/quote';
import { HOLD_MINUTES } from '@anticipa/domain/sale';
import { errorTexts } from '@anticipa/texts/texts';
import type { ClientActor } from '../../platform/work/caller.ts';
import { changeInvoice, changeSale, end, type TestCompany, type TestSale, tell } from './company.ts';

/** The robot's exchange rate, by which a bound in pesos counts dollars. */
const PESOS_PER_DOLLAR = 20n;

const limits: Readonly<Record<FinancedCurrency, string>> = { MXN: '2000000.00', USD: '100000.00' };
const price = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' } as const;

const statusNames: Readonly<Record<V1Invoice['status'], InvoiceStatusName>> = {
  rejected: 'RECHAZADA',
  registered: 'REGISTRADO',
  sellable: 'AUTORIZADA',
  held: 'PREVENTA',
  financed: 'CREDITO',
  settled: 'LIQUIDADO',
};

const advances = (company: TestCompany, currency: FinancedCurrency, status: V1Invoice['status']) =>
  sum(
    currency,
    company.invoices.flatMap((one) =>
      one.currency === currency && one.status === status ? [moneyOf(one.advance ?? '0.00', currency)] : [],
    ),
  );

export const linesOf = (company: TestCompany): QuoteLine[] =>
  financedCurrencies.map((currency) => ({
    creditLineId: company.lines[currency],
    product: 'BI',
    currency,
    limit: moneyOf(limits[currency], currency),
    used: advances(company, currency, 'financed'),
    held: advances(company, currency, 'held'),
    isMultiCurrency: false,
    validUntil: null,
    hasRebate: false,
    ...price,
  }));

/** A test company has the holidays that recur, and none of the lender's own. */
export const NO_EXTRA_HOLIDAYS: ExtraHolidays = new Map();

const factsOf = (company: TestCompany, today: IsoDate): QuoteFacts => ({
  today,
  holidays: NO_EXTRA_HOLIDAYS,
  pesosPerDollar: null,
  products: new Map([
    ['BI', { authorised: true, active: true, requiresPpd: false, accounts: new Set(financedCurrencies) }],
  ]),
  lines: linesOf(company),
});

export type Chosen = BodyOf<typeof v1QuoteInvoices>['invoices'];

interface Selection extends SelectionQuote {
  readonly invoices: ReadonlyMap<string, V1Invoice>;
}

export function select(company: TestCompany, chosen: Chosen, today: IsoDate): Outcome<Selection> {
  const invoices = new Map(company.invoices.map((one) => [one.id, one]));
  const missing = chosen.filter(({ invoice_id }) => !invoices.has(invoice_id)).map(({ invoice_id }) => invoice_id);
  if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
  const choices = chosen.flatMap(({ invoice_id, due_date, purchase_order }) => {
    const one = invoices.get(invoice_id);
    if (one === undefined) return [];
    const invoice = {
      documentId: one.id,
      product: one.product,
      total: moneyOf(one.total, one.currency),
      emittedOn: dateOf(one.issued_on),
      isFinanceable: true,
      status: statusNames[one.status],
      motive: null,
      // One that the robot rejected stays rejected.
      rejectedOn: one.status === 'rejected' ? dateOf(one.issued_on) : null,
      paymentMethod: one.payment_method,
    };
    return [{ invoice, dueDate: dateOf(due_date), purchaseOrder: purchase_order ?? '' }];
  });
  return done({ ...quoteSelection(choices, factsOf(company, today)), invoices });
}

const figuresOf = ({ price: one, line }: QuotedItem) => ({
  payment_days: one.days,
  interest_rate: line.interestRate,
  advance_percent: line.advancePercent,
  interest: decimalOf(one.interest),
  interest_tax: decimalOf(one.iva),
  reserve: decimalOf(one.aforo),
  advance: decimalOf(one.advance),
  initial_deposit: decimalOf(one.deposit),
});

const pricedOf = (item: QuotedItem, invoice: V1Invoice) => ({
  invoice_id: invoice.id,
  receiver_tax_id: invoice.receiver_tax_id,
  receiver_name: invoice.receiver_name,
  series: invoice.series,
  folio: invoice.folio,
  purchase_order: item.purchaseOrder,
  issued_on: invoice.issued_on,
  due_date: item.dueDate,
  effective_annual_cost: annualCostOf(item.price),
  total: invoice.total,
  ...figuresOf(item),
});

const AMOUNTS = ['total', 'interest', 'interest_tax', 'reserve', 'advance', 'initial_deposit'] as const;
type Amounts = Readonly<Record<(typeof AMOUNTS)[number], string>>;

const totalsOf = (currency: FinancedCurrency, items: readonly Amounts[]): V1Sale['totals'] => {
  const [total, interest, interest_tax, reserve, advance, initial_deposit] = AMOUNTS.map((name) =>
    decimalOf(
      sum(
        currency,
        items.map((item) => moneyOf(item[name], currency)),
      ),
    ),
  );
  const none = '0.00';
  return {
    total: total ?? none,
    interest: interest ?? none,
    interest_tax: interest_tax ?? none,
    reserve: reserve ?? none,
    advance: advance ?? none,
    initial_deposit: initial_deposit ?? none,
  };
};

/** The invoices that would be one sale each: those of a currency. */
export const groupsOf = ({ items, invoices }: Selection) =>
  financedCurrencies.flatMap((currency) => {
    const own = items.flatMap((item) => {
      const invoice = item.price.total.currency === currency && invoices.get(item.invoice.documentId);
      return invoice ? [pricedOf(item, invoice)] : [];
    });
    return own.length > 0 ? [{ currency, items: own, totals: totalsOf(currency, own) }] : [];
  });

export function quote(
  company: TestCompany,
  { invoices }: BodyOf<typeof v1QuoteInvoices>,
  now: Date,
): Outcome<ResponseOf<typeof v1QuoteInvoices>> {
  const today = dateAt(now, MEXICO_CITY);
  const selection = select(company, invoices, today);
  if (!selection.ok) return selection;
  const groups = groupsOf(selection.value);
  return done({
    today,
    groups: groups.map(({ currency, items, totals }) => ({ product: 'BI', currency, count: items.length, totals })),
    items: groups.flatMap(({ currency, items }) =>
      items.map((item) => ({ product: 'BI' as const, currency, ...item })),
    ),
    failures: selection.value.failures.map(({ path, code }) => ({ invoice_id: path, code, reason: errorTexts[code] })),
  });
}

/** A sale as the contract has it: the totals are those of what the lender has not rejected. */
export function toSale({ terms: _, ...sale }: TestSale): V1Sale {
  const kept = sale.items.filter(({ state }) => state !== 'rejected');
  return { ...sale, totals: totalsOf(sale.currency, kept.length > 0 ? kept : sale.items) };
}

const summaryOf = (sale: TestSale): ResponseOf<typeof v1HoldInvoices>['sales'][number] => {
  const { id, number, product, currency, state, expires_at, totals, items } = toSale(sale);
  const priced = items.map(({ state: _, rejection: __, ...item }) => item);
  return { id, number, product, currency, state, expires_at, totals, items: priced };
};

type Bounded = Pick<ClientActor, 'acceptUpTo'>;

/** Whether sales stay within the bound of the key's owner. */
function isWithin(sales: readonly { currency: FinancedCurrency; total: string }[], { acceptUpTo }: Bounded): boolean {
  if (acceptUpTo === null) return true;
  const pesos = sales.reduce(
    (all, { currency, total }) => all + moneyOf(total, currency).cents * (currency === 'USD' ? PESOS_PER_DOLLAR : 1n),
    0n,
  );
  return pesos <= moneyOf(acceptUpTo, 'MXN').cents;
}

export function hold(
  company: TestCompany,
  { invoices }: BodyOf<typeof v1HoldInvoices>,
  { now, actor }: { readonly now: Date; readonly actor: Bounded },
): Outcome<ResponseOf<typeof v1HoldInvoices>> {
  const selection = select(company, invoices, dateAt(now, MEXICO_CITY));
  if (!selection.ok) return selection;
  const [failure] = selection.value.failures;
  if (failure) return refuse(failure.code, selection.value.failures);
  const groups = groupsOf(selection.value);
  if (
    !isWithin(
      groups.map(({ currency, totals: { total } }) => ({ currency, total })),
      actor,
    )
  )
    return refuse('ABOVE_OWN_LIMIT');
  const sales = groups.map(({ currency, items }) => {
    const sale: TestSale = {
      id: randomUUID(),
      number: (company.sales.at(-1)?.number ?? 0) + 1,
      product: 'BI',
      currency,
      state: 'held',
      expires_at: new Date(now.getTime() + HOLD_MINUTES * 60_000).toISOString(),
      requested_at: null,
      answered_at: null,
      disbursed_at: null,
      cancelled_at: null,
      tracking_key: null,
      items: items.map((item) => ({ ...item, state: 'held', rejection: null })),
      updated_at: now.toISOString(),
      terms: null,
    };
    company.sales.push(sale);
    tell(company, 'sale.held', { id: sale.id, url: `/v1/sales/${sale.number}` }, now);
    for (const { invoice_id, purchase_order, due_date, ...figures } of items) {
      const {
        payment_days,
        interest_rate,
        advance_percent,
        interest,
        interest_tax,
        reserve,
        advance,
        initial_deposit,
      } = figures;
      const sold = {
        payment_days,
        interest_rate,
        advance_percent,
        interest,
        interest_tax,
        reserve,
        advance,
        initial_deposit,
      };
      changeInvoice(
        company,
        invoice_id,
        { ...sold, purchase_order, due_date, status: 'held', sale_number: sale.number },
        now,
      );
    }
    return sale;
  });
  return done({ sales: sales.map(summaryOf) });
}

/** Sales by number; refused if one is missing, or in none of the states. */
function salesIn(
  company: TestCompany,
  numbers: readonly number[],
  states: readonly V1Sale['state'][],
): Outcome<TestSale[]> {
  const found = company.sales.filter(({ number }) => numbers.includes(number));
  if (found.length < new Set(numbers).size) return refuse('NOT_FOUND');
  if (found.some(({ state }) => state === 'expired')) return refuse('SALE_EXPIRED');
  return found.every(({ state }) => states.includes(state)) ? done(found) : refuse('SALE_STATE_CONFLICT');
}

const summariesOf = (company: TestCompany, sales: readonly TestSale[]) =>
  sales.flatMap(({ number }) => company.sales.filter((one) => one.number === number).map(summaryOf));

export function fix(
  company: TestCompany,
  numbers: readonly number[],
  now: Date,
): Outcome<ResponseOf<typeof v1FixTerms>> {
  const sales = salesIn(company, numbers, ['held', 'quoted']);
  if (!sales.ok) return sales;
  const lines = sales.value.map((sale) => {
    const { total, interest, initial_deposit } = toSale(sale).totals;
    return `Venta ${sale.number}: ${sale.currency} ${total}, interés ${interest}, depósito ${initial_deposit}.`;
  });
  const text = ['CONTRATO DE PRUEBA. No obliga a nadie y no mueve dinero.', ...lines].join('\n');
  const terms = { version: 'prueba', hash: createHash('sha256').update(text).digest('hex'), text };
  for (const { number } of sales.value) changeSale(company, number, { state: 'quoted', terms }, now);
  return done({ sales: summariesOf(company, sales.value), terms });
}

export function accept(
  company: TestCompany,
  body: {
    readonly sale_numbers: readonly number[];
    readonly terms: { readonly version: string; readonly hash: string };
  },
  { now, actor }: { readonly now: Date; readonly actor: Bounded },
): Outcome<ResponseOf<typeof v1HoldInvoices>> {
  const sales = salesIn(company, body.sale_numbers, ['quoted']);
  if (!sales.ok) return sales;
  const isSame = ({ terms }: TestSale) => terms?.hash === body.terms.hash && terms.version === body.terms.version;
  if (!sales.value.every(isSame)) return refuseEach('TERMS_NOT_ACCEPTED', ['terms.hash']);
  const sums = sales.value.map((sale) => ({ currency: sale.currency, total: toSale(sale).totals.total }));
  if (!isWithin(sums, actor)) return refuse('ABOVE_OWN_LIMIT');
  for (const { number } of sales.value)
    changeSale(company, number, { state: 'requested', requested_at: now.toISOString(), expires_at: null }, now);
  return done({ sales: summariesOf(company, sales.value) });
}

export function cancel(
  company: TestCompany,
  numbers: readonly number[],
  now: Date,
): Outcome<ResponseOf<typeof v1HoldInvoices>> {
  const sales = salesIn(company, numbers, ['held', 'quoted', 'requested']);
  if (!sales.ok) return sales;
  for (const sale of sales.value) end(company, sale, 'cancelled', now);
  return done({ sales: summariesOf(company, sales.value) });
}
