/** An invoice of a quote or of a sale, and its wire format. */
import type { Sale, SaleItem } from '@anticipa/contract/sales';
import type { IsoDate } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, isPositive, type Money, moneyOf } from '@anticipa/domain/money';
import { annualCostOf, type Price, totalPrice } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import type { SaleState } from '@anticipa/domain/sale';

/** Figures of a sold invoice, as quoted or booked. Rates are decimal strings in per cent. */
export interface SaleItemFacts {
  readonly documentId: string;
  readonly product: ProductCode;
  readonly creditLineId: string;
  readonly receiverName: string;
  readonly receiverRfc: string;
  readonly folio: string | null;
  readonly serie: string | null;
  readonly purchaseOrder: string | null;
  readonly emittedOn: IsoDate;
  readonly dueDate: IsoDate;
  readonly interestRate: string;
  readonly advancePercent: string;
  readonly daysInYear: number;
  readonly hasRebate: boolean;
  readonly price: Price;
  /** Taken from the credit line, in the line's currency. */
  readonly credit: Money<FinancedCurrency>;
  /** Pesos per dollar; "1" without conversion. */
  readonly exchangeRate: string;
}

/** Columns of `sale_items as item` with its payment date and price. */
export const priceColumns = [
  'item.due_date',
  'item.payment_days',
  'item.days_in_year',
  'item.early_rebate',
  'item.total',
  'item.interest',
  'item.iva',
  'item.aforo',
  'item.advance',
  'item.commission',
  'item.commission_iva',
  'item.initial_deposit',
] as const;

interface PriceRow {
  readonly payment_days: number;
  readonly total: string;
  readonly interest: string;
  readonly iva: string;
  readonly aforo: string;
  readonly advance: string;
  readonly commission: string;
  readonly commission_iva: string;
  readonly initial_deposit: string;
}

/** The booked price of an item. */
export function toPrice(row: PriceRow, currency: FinancedCurrency): Price {
  const commission = moneyOf<FinancedCurrency>(row.commission, currency);
  return {
    total: moneyOf(row.total, currency),
    days: row.payment_days,
    interest: moneyOf(row.interest, currency),
    iva: moneyOf(row.iva, currency),
    aforo: moneyOf(row.aforo, currency),
    advance: moneyOf(row.advance, currency),
    ...(isPositive(commission) && { opening: { commission, iva: moneyOf(row.commission_iva, currency) } }),
    deposit: moneyOf(row.initial_deposit, currency),
  };
}

export function toSaleItem({ price, credit, ...facts }: SaleItemFacts): SaleItem {
  return {
    documentId: facts.documentId,
    product: facts.product,
    creditLineId: facts.creditLineId,
    receiverName: facts.receiverName,
    receiverRFC: facts.receiverRfc,
    folio: facts.folio,
    serie: facts.serie,
    purchaseOrder: facts.purchaseOrder,
    currency: price.total.currency,
    emittedOn: facts.emittedOn,
    dueDate: facts.dueDate,
    paymentDays: price.days,
    interestRate: facts.interestRate,
    porcentajeAdelanto: facts.advancePercent,
    diasBase: facts.daysInYear,
    earlyRebate: facts.hasRebate,
    ...toAmounts(price),
    effectiveAnnualCost: annualCostOf(price),
    creditAmount: decimalOf(credit),
    creditCurrency: credit.currency,
    exchangeRate: facts.exchangeRate,
  };
}

/** The sums of a sale: without rejected invoices, unless it ended without a deposit. */
export const totalsOf = ({
  state,
  currency,
  items,
}: {
  readonly state: SaleState;
  readonly currency: FinancedCurrency;
  readonly items: readonly { readonly price: Price; readonly state: string }[];
}): Sale['totals'] =>
  toTotals(currency, state === 'cancelled' ? items : items.filter((item) => item.state !== 'rejected'));

/** Sums of several items in one currency. */
export function toTotals(currency: FinancedCurrency, items: readonly { readonly price: Price }[]): Sale['totals'] {
  return toAmounts(
    totalPrice<FinancedCurrency>(
      currency,
      items.map((item) => item.price),
    ),
  );
}

const toAmounts = (amounts: Omit<Price, 'days'>): Sale['totals'] => ({
  total: decimalOf(amounts.total),
  comision: decimalOf(amounts.interest),
  iva: decimalOf(amounts.iva),
  aforo: decimalOf(amounts.aforo),
  adelanto: decimalOf(amounts.advance),
  ...(amounts.opening && {
    openingCommission: decimalOf(amounts.opening.commission),
    openingIva: decimalOf(amounts.opening.iva),
  }),
  initialDeposit: decimalOf(amounts.deposit),
});
