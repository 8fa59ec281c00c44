import type { Quote } from '@anticipa/contract/sales';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { availableOf } from '@anticipa/domain/credit';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { decimalOf, type FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { type QuoteChoice, type QuotedItem, quoteSelection, type SelectionQuote } from '@anticipa/domain/quote';
import { errorTexts } from '@anticipa/texts/texts';
import type { Lock, Work } from '../../../platform/work/work.ts';
import { type ClientProduct, type CreditLineRow, creditLines, marketOf } from '../../credit/queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../../invoices/queries.ts';
import { type SaleItemFacts, toSaleItem, toTotals } from '../sale-item.ts';

/** The client's choice for an invoice, as in the contract. */
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
  /** The lender's rate in force; null if none is published. */
  readonly pesosPerDollar: string | null;
  /** Chosen ids that are not invoices of this client. */
  readonly missing: readonly string[];
}

/**
 * Prices the choices with the current lines, invoices, products, rate and calendar. `update` locks lines and then
 * invoices.
 */
export async function readQuote(work: Work, choices: readonly Choice[], lock: Lock): Promise<QuoteReading> {
  const { today } = work;
  const lines = await creditLines(work, lock);
  const ids = choices.map((choice) => choice.documentId);
  const found = await invoiceFacts(work, ids, lock);
  const { holidays, published, products } = await marketOf(work);
  const invoices = new Map(found.map((invoice) => [invoice.documentId, invoice]));
  const quoteChoices = choices.flatMap((choice): QuoteChoice[] => {
    const invoice = invoices.get(choice.documentId);
    if (!invoice) return [];
    return [
      {
        invoice: { ...invoice, isFinanceable: receiverObjection(invoice.receiverStatus) === null },
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
    pesosPerDollar: facts.pesosPerDollar,
    missing: ids.filter((id) => !invoices.has(id)),
  };
}

/** Items of one product and currency, which become one sale. */
export interface QuoteGroup {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly items: readonly QuotedItem[];
}

/** Groups items by product and currency, in order of first appearance. */
export function groupsOf(items: readonly QuotedItem[]): QuoteGroup[] {
  const groups = Map.groupBy(items, (item) => `${item.invoice.product} ${item.price.total.currency}`);
  return [...groups.values()].flatMap((group): QuoteGroup[] => {
    const [first] = group;
    return first ? [{ product: first.invoice.product, currency: first.price.total.currency, items: group }] : [];
  });
}

const itemFacts = (item: QuotedItem, invoice: InvoiceFacts): SaleItemFacts => ({
  ...invoice,
  ...item.line,
  product: invoice.product,
  purchaseOrder: item.purchaseOrder,
  dueDate: item.dueDate,
  price: item.price,
  credit: item.exposure,
  exchangeRate: item.exchangeRate,
});

/** The figures of a quoted item, if its invoice was read. */
export function itemFactsOf(item: QuotedItem, { invoices }: QuoteReading): SaleItemFacts[] {
  const invoice = invoices.get(item.invoice.documentId);
  return invoice ? [itemFacts(item, invoice)] : [];
}

const toCredit = (line: CreditLineRow, quote: SelectionQuote): Quote['credit'][number] => ({
  creditLineId: line.creditLineId,
  product: line.product,
  currency: line.currency,
  available: decimalOf(availableOf(line)),
  availableAfter: decimalOf(quote.left.get(line.creditLineId) ?? availableOf(line)),
});

export function toQuote(reading: QuoteReading): Quote {
  const { today, quote, lines } = reading;
  return {
    today,
    items: quote.items.flatMap((item) => itemFactsOf(item, reading)).map(toSaleItem),
    groups: groupsOf(quote.items).map(({ product, currency, items }) => ({
      product,
      currency,
      count: items.length,
      totals: toTotals(currency, items),
    })),
    credit: lines.map((line) => toCredit(line, quote)),
    failures: quote.failures.map(({ path, code }) => ({ path, code, message: errorTexts[code] })),
  };
}
