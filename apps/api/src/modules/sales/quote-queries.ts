import type { ResponseOf } from '@anticipa/contract/route';
import type { presell, Quote, SaleItem } from '@anticipa/contract/sales';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { availableOf } from '@anticipa/domain/credit';
import { decimalOf, type FinancedCurrency } from '@anticipa/domain/money';
import { effectiveAnnualCost, totalPrice } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { type QuoteChoice, type QuotedItem, quoteSelection, type SelectionQuote } from '@anticipa/domain/quote';
import { companyStatus } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session/context.ts';
import {
  type ClientProduct,
  type CreditLineRow,
  clientProducts,
  creditLines,
  extraHolidays,
  linesForUpdate,
  rateInForce,
} from '../credit/queries.ts';
import { type InvoiceFacts, invoicesForSale, lockInvoices } from '../invoices/queries.ts';

/** What the client chose for an invoice, as the contract carries it. */
export interface Choice {
  readonly documentId: string;
  readonly dueDate: string | null;
  readonly purchaseOrder?: string | null | undefined;
}

export interface QuoteReading {
  readonly today: IsoDate;
  readonly quote: SelectionQuote;
  readonly invoices: ReadonlyMap<string, InvoiceFacts>;
  readonly products: readonly ClientProduct[];
  readonly lines: readonly CreditLineRow[];
  /** Ids chosen that are not invoices of this client. */
  readonly missing: readonly string[];
}

interface QuoteRequest {
  readonly choices: readonly Choice[];
  readonly today: IsoDate;
  /** `update` locks lines and invoices, in that order, until the transaction ends. */
  readonly lock: 'read' | 'update';
}

/** Reads lines, invoices, products, rate and calendar as they stand and prices the choices with them. */
export const readQuote = async (
  executor: Executor,
  tenant: ClientId,
  { choices, today, lock }: QuoteRequest,
): Promise<QuoteReading> => {
  const lines = await (lock === 'update' ? linesForUpdate : creditLines)(executor, tenant);
  const ids = choices.map((choice) => choice.documentId);
  const find = lock === 'update' ? lockInvoices : invoicesForSale;
  const found = await find(executor, tenant, ids);
  const holidays = await extraHolidays(executor);
  const published = await rateInForce(executor, today, holidays);
  const products = await clientProducts(executor, tenant);
  const invoices = new Map(found.map((invoice) => [invoice.documentId, invoice]));
  const quoteChoices = choices.flatMap((choice): QuoteChoice[] => {
    const invoice = invoices.get(choice.documentId);
    if (!invoice) return [];
    return [
      {
        invoice: { ...invoice, accepted: isAccepted(invoice, products) },
        dueDate: choice.dueDate === null ? null : dateOf(choice.dueDate),
        purchaseOrder: choice.purchaseOrder ?? '',
      },
    ];
  });
  const facts = {
    today,
    holidays,
    pesosPerDollar: published?.tipoCambio ?? null,
    products: new Map(products.map((product) => [product.product, product])),
    lines,
  };
  return {
    today,
    quote: quoteSelection(quoteChoices, facts),
    invoices,
    products,
    lines,
    missing: ids.filter((id) => !invoices.has(id)),
  };
};

const isAccepted = (invoice: InvoiceFacts, products: readonly ClientProduct[]): boolean =>
  (invoice.receiverStatus === companyStatus.APPROVED || invoice.receiverStatus === companyStatus.PENDING) &&
  (invoice.paymentMethod === 'PPD' || !products.some((each) => each.product === invoice.product && each.requiresPpd));

/** Items of one product and currency: what becomes one sale. */
export interface QuoteGroup {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly items: readonly QuotedItem[];
}

/** The items by product and currency, in the order in which each first appears. */
export const groupsOf = (items: readonly QuotedItem[]): QuoteGroup[] => {
  const groups = Map.groupBy(items, (item) => `${item.invoice.product} ${item.price.total.currency}`);
  return [...groups.values()].flatMap((group): QuoteGroup[] => {
    const [first] = group;
    return first ? [{ product: first.invoice.product, currency: first.price.total.currency, items: group }] : [];
  });
};

/** Amounts of several items of one currency added up, as the wire carries them. */
export const totalsShown = (currency: FinancedCurrency, items: readonly Pick<QuotedItem, 'price'>[]) => {
  const totals = totalPrice<FinancedCurrency>(
    currency,
    items.map((item) => item.price),
  );
  return {
    total: decimalOf(totals.total),
    comision: decimalOf(totals.interest),
    iva: decimalOf(totals.iva),
    aforo: decimalOf(totals.aforo),
    adelanto: decimalOf(totals.advance),
    initialDeposit: decimalOf(totals.deposit),
  };
};

/** One quoted invoice as the wire carries it. */
const itemShown = (item: QuotedItem, invoice: InvoiceFacts): SaleItem => ({
  documentId: invoice.documentId,
  product: invoice.product,
  creditLineId: item.line.creditLineId,
  receiverName: invoice.receiverName,
  receiverRFC: invoice.receiverRfc,
  folio: invoice.folio,
  serie: invoice.serie,
  purchaseOrder: item.purchaseOrder,
  currency: item.price.total.currency,
  total: decimalOf(item.price.total),
  emittedOn: invoice.emittedOn,
  dueDate: item.dueDate,
  paymentDays: item.price.days,
  interestRate: item.line.interestRate,
  porcentajeAdelanto: item.line.advancePercent,
  diasBase: item.line.daysInYear,
  comision: decimalOf(item.price.interest),
  iva: decimalOf(item.price.iva),
  aforo: decimalOf(item.price.aforo),
  adelanto: decimalOf(item.price.advance),
  initialDeposit: decimalOf(item.price.deposit),
  effectiveAnnualCost: effectiveAnnualCost(item.price.interest, item.price.deposit, item.price.days),
  creditAmount: decimalOf(item.exposure),
  creditCurrency: item.line.currency,
  exchangeRate: item.exchangeRate,
});

const lineShown = (line: CreditLineRow, quote: SelectionQuote): Quote['credit'][number] => ({
  creditLineId: line.creditLineId,
  product: line.product,
  currency: line.currency,
  available: decimalOf(availableOf(line)),
  availableAfter: decimalOf(quote.left.get(line.creditLineId) ?? availableOf(line)),
});

/** The live quote as the contract carries it. */
export const quoteShown = ({ today, quote, invoices, lines }: QuoteReading): ResponseOf<typeof presell> => ({
  data: {
    today,
    items: quote.items.flatMap((item) => {
      const invoice = invoices.get(item.invoice.documentId);
      return invoice ? [itemShown(item, invoice)] : [];
    }),
    groups: groupsOf(quote.items).map(({ product, currency, items }) => ({
      product,
      currency,
      count: items.length,
      totals: totalsShown(currency, items),
    })),
    credit: lines.map((line) => lineShown(line, quote)),
    failures: quote.failures.map(({ path, code }) => ({ path, code, message: errorTexts[code] })),
  },
});
