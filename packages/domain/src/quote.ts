/**
 * The quote of a selection: the price of each invoice if sold today, the credit line it draws on, and the invoices that
 * cannot be sold as chosen. The live quote, the summary and the booking all use this calculation.
 */
import { addDays, daysBetween, type ExtraHolidays, type IsoDate, nextBusinessDay } from './calendar.ts';
import {
  availableOf,
  type CreditLine,
  type Draw,
  exchange,
  exposureOf,
  fitSelection,
  lineFor,
  lineStateOf,
} from './credit.ts';
import type { Failure } from './errors.ts';
import { type SellabilityFacts, type Unsellable, whyUnsellable } from './invoice.ts';
import { type Currency, type FinancedCurrency, financedCurrencies, type Money, money } from './money.ts';
import { type Price, priceOf } from './price.ts';
import type { ProductCode } from './product.ts';
import { choiceProblem, cleanPurchaseOrder } from './sale.ts';

export interface QuoteInvoice extends Pick<SellabilityFacts, 'status' | 'motive' | 'rejectedOn' | 'paymentMethod'> {
  readonly documentId: string;
  readonly product: ProductCode;
  readonly total: Money<Currency>;
  readonly emittedOn: IsoDate;
  /** False while its receiver is rejected or disabled. */
  readonly isFinanceable: boolean;
}

export interface QuoteProduct extends Readonly<SellabilityFacts['product']> {
  /** Currencies for which the client has a bank account for this product's deposits. */
  readonly accounts: ReadonlySet<FinancedCurrency>;
}

export interface QuoteLine extends CreditLine {
  readonly creditLineId: string;
  /** Whether an early payment gives back the interest of the days that are left. */
  readonly hasRebate: boolean;
}

/** Everything a quote depends on besides the choices. */
export interface QuoteFacts {
  readonly today: IsoDate;
  readonly holidays: ExtraHolidays;
  /** Pesos per dollar in force; null when none is published, and nothing can be converted. */
  readonly pesosPerDollar: string | null;
  readonly products: ReadonlyMap<ProductCode, QuoteProduct>;
  readonly lines: readonly QuoteLine[];
}

/** The client's choice for one invoice. */
export interface QuoteChoice {
  readonly invoice: QuoteInvoice;
  readonly dueDate: IsoDate | null;
  readonly purchaseOrder: string;
}

/** A sellable invoice with its price in the invoice's currency and its exposure in the line's. */
export interface QuotedItem {
  readonly invoice: QuoteInvoice;
  readonly dueDate: IsoDate;
  readonly purchaseOrder: string | null;
  readonly line: QuoteLine;
  readonly price: Price;
  readonly exposure: Money<FinancedCurrency>;
  /** Pesos per dollar of the conversion; "1" without conversion. */
  readonly exchangeRate: string;
}

/** Why an invoice cannot be sold as chosen: the codes of a quote's failures, each of which programs know by its name. */
export const quoteFailureCodes = [
  'PRODUCT_INACTIVE',
  'INVOICE_NOT_SELLABLE',
  'INVOICE_ALREADY_IN_SALE',
  'INVOICE_REJECTED',
  'CREDIT_LINE_MISSING',
  'CREDIT_LINE_ENDED',
  'CREDIT_EXCEEDED',
  'PAYMENT_DATE_MISSING',
  'PAYMENT_DATE_NOT_AFTER_TODAY',
  'TERM_OVER_180_DAYS',
  'PAYMENT_DATE_NOT_BUSINESS_DAY',
  'PURCHASE_ORDER_MISSING',
  'BANK_ACCOUNT_MISSING',
  'EXCHANGE_RATE_MISSING',
  'DEPOSIT_NOT_POSITIVE',
] as const satisfies readonly Failure['code'][];
export type QuoteFailureCode = (typeof quoteFailureCodes)[number];

export interface QuoteFailure extends Failure {
  readonly code: QuoteFailureCode;
}

export interface SelectionQuote {
  readonly items: readonly QuotedItem[];
  /** In the order chosen; `path` is the invoice's id. */
  readonly failures: readonly QuoteFailure[];
  /** Credit left on each line after the items, by line id, in the line's currency. */
  readonly left: ReadonlyMap<string, Money<FinancedCurrency>>;
}

const refusalOf: Record<Unsellable, QuoteFailureCode> = {
  PRODUCT_NOT_AUTHORISED: 'PRODUCT_INACTIVE',
  PRODUCT_INACTIVE: 'PRODUCT_INACTIVE',
  STATUS: 'INVOICE_NOT_SELLABLE',
  REJECTED_BEFORE_TODAY: 'INVOICE_NOT_SELLABLE',
  DELETED: 'INVOICE_NOT_SELLABLE',
  PPD_REQUIRED: 'INVOICE_REJECTED',
  NO_CREDIT_LINE: 'CREDIT_LINE_MISSING',
  CREDIT_LINE_ENDED: 'CREDIT_LINE_ENDED',
};

/**
 * Whether a rate published for `rateDate` holds on `today`: on that day and the non-business days right after it.
 * A business day needs its own rate.
 */
export const isRateInForce = (rateDate: IsoDate, today: IsoDate, holidays?: ExtraHolidays): boolean =>
  rateDate <= today && nextBusinessDay(addDays(rateDate, 1), holidays) > today;

/**
 * Prices a selection in the order given. Invoices that no longer fit their line fail with CREDIT_EXCEEDED; later ones may
 * still fit. Source: specification sections 4, 5 and 9; docs/decisions/0010-selection-that-exceeds-credit.md.
 */
export function quoteSelection(choices: readonly QuoteChoice[], facts: QuoteFacts): SelectionQuote {
  const priced = choices.map((choice) => ({ id: choice.invoice.documentId, result: quoteOne(choice, facts) }));
  const items = priced.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
  const draws = items.map(
    (item): Draw => ({ id: item.invoice.documentId, lineId: item.line.creditLineId, amount: item.exposure }),
  );
  const available = new Map(facts.lines.map((line) => [line.creditLineId, availableOf(line)]));
  const { exceeds, left } = fitSelection(draws, available);
  const exceeding = new Set(exceeds);
  const failures = priced.flatMap(({ id, result }): QuoteFailure[] => {
    if (typeof result === 'string') return [{ path: id, code: result }];
    return exceeding.has(id) ? [{ path: id, code: 'CREDIT_EXCEEDED' }] : [];
  });
  return { items: items.filter((item) => !exceeding.has(item.invoice.documentId)), failures, left };
}

/** The quote of one choice, whether or not it fits its line. */
export function quoteOne(choice: QuoteChoice, facts: QuoteFacts): QuotedItem | QuoteFailureCode {
  const { invoice, dueDate } = choice;
  const currency = financedCurrencies.find((financed) => financed === invoice.total.currency);
  const line = currency ? lineFor(facts.lines, { product: invoice.product, currency }) : null;
  const product = facts.products.get(invoice.product);
  if (!product) return 'PRODUCT_INACTIVE';
  const creditLine = lineStateOf(line, facts.today);
  const unsellable = whyUnsellable({ ...invoice, product, creditLine }, facts.today);
  if (unsellable === 'STATUS' && invoice.status === 'PREVENTA') return 'INVOICE_ALREADY_IN_SALE';
  if (unsellable) return refusalOf[unsellable];
  if (!invoice.isFinanceable) return 'INVOICE_REJECTED';
  const problem = choiceProblem({ ...invoice, dueDate, purchaseOrder: choice.purchaseOrder }, facts);
  if (problem) return problem;
  if (!currency || !line || dueDate === null) return 'CREDIT_LINE_MISSING';
  if (!product.accounts.has(currency)) return 'BANK_ACCOUNT_MISSING';
  const converted = line.currency !== currency;
  if (converted && facts.pesosPerDollar === null) return 'EXCHANGE_RATE_MISSING';
  const exchangeRate = converted ? (facts.pesosPerDollar ?? '1') : '1';
  const price = priceOf(money(invoice.total.cents, currency), daysBetween(facts.today, dueDate), line);
  const exposure = exchange(exposureOf(price), line.currency, exchangeRate);
  // A few centavos may round to zero in the line's dollars; an invoice that holds no credit is not sold.
  if (price.deposit.cents <= 0n || exposure.cents <= 0n) return 'DEPOSIT_NOT_POSITIVE';
  return {
    invoice,
    dueDate,
    purchaseOrder: cleanPurchaseOrder(choice.purchaseOrder) || null,
    line,
    price,
    exposure,
    exchangeRate,
  };
}
