/** The inputs of a price other than the invoice: today, calendar, exchange rate, products and lines. */
import type { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf, type ExtraHolidays, type IsoDate } from '@anticipa/domain/calendar';
import { availableOf, type CreditLine, type PublishedRate } from '@anticipa/domain/credit';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import type { OpeningTerms } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import type { Obstacle } from '@anticipa/domain/receiving';
import { defaultProductNames } from '@anticipa/texts/offer-texts';

export interface Line extends CreditLine {
  readonly id: string;
  readonly displayName: string;
  /** The annual rate of late charges, in per cent. */
  readonly moratoryRate: string;
  /** Whether an early payment gives back the interest of the days that are left. */
  readonly hasRebate: boolean;
  /** The commission of the deposit; absent without one. */
  readonly opening?: OpeningTerms;
}

interface DepositAccount {
  readonly bank: string;
  /** The last four digits of the CLABE. */
  readonly ending: string;
}

export interface ProductFacts {
  readonly code: ProductCode;
  readonly displayName: string;
  readonly authorised: boolean;
  readonly active: boolean;
  /** Only invoices with the payment method PPD can be sold. */
  readonly requiresPpd: boolean;
  /** The deposit accounts for this product. */
  readonly accounts: ReadonlyMap<FinancedCurrency, DepositAccount>;
}

/** Why nothing can be received today for a product and currency. */
export interface PresentObstacle {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly why: Obstacle;
  /** Instant at which it ends by itself, if known. */
  readonly until: Date | null;
}

export interface Market {
  /** The server's date and instant; the browser's clock is never used. */
  readonly today: IsoDate;
  readonly now: Date;
  /** Reading time of `now` on the clock of `performance.now()`. */
  readonly readAt: number;
  readonly holidays: ExtraHolidays;
  readonly rate: PublishedRate;
  readonly products: ReadonlyMap<ProductCode, ProductFacts>;
  readonly lines: readonly Line[];
  readonly obstacles: readonly PresentObstacle[];
}

/** The credit information of the wire, typed for the rules. */
export function marketOf(answer: ResponseOf<typeof getCreditInformation>): Market {
  return {
    today: dateOf(answer.today),
    now: new Date(answer.now),
    readAt: performance.now(),
    holidays: new Map(answer.holidays.map(({ date, name }) => [dateOf(date), name])),
    rate: { pesosPerDollar: answer.tipoCambio, published: answer.tipoCambioPublished },
    products: new Map(
      answer.products.map((product) => [
        product.product,
        {
          code: product.product,
          displayName: product.displayName,
          authorised: product.autorizado,
          active: product.active,
          requiresPpd: product.requiresPpd,
          accounts: new Map(product.accounts.map((account) => [account.currency, account])),
        },
      ]),
    ),
    lines: answer.lines
      .map((line) => ({
        id: line.creditLineId,
        displayName: line.displayName,
        product: line.product,
        currency: line.creditCurrency,
        limit: moneyOf(line.creditLimit, line.creditCurrency),
        used: moneyOf(line.creditUsed, line.creditCurrency),
        held: moneyOf(line.creditHeld, line.creditCurrency),
        isMultiCurrency: line.multimoneda,
        validUntil: line.validUntil === null ? null : dateOf(line.validUntil),
        hasRebate: line.earlyRebate,
        ...(line.opening && { opening: line.opening }),
        interestRate: line.interestRate,
        advancePercent: line.porcentajeAdelanto,
        daysInYear: line.diasBase,
        ivaRate: line.ivaRate,
        moratoryRate: line.moratoryRate,
      }))
      .toSorted((a, b) => `${a.product}${a.currency}`.localeCompare(`${b.product}${b.currency}`)),
    obstacles: answer.obstacles.map((each) => ({ ...each, until: each.until === null ? null : new Date(each.until) })),
  };
}

/** The available credit of each line, by its id. */
export const availableByLine = (market: Market): ReadonlyMap<string, Money<FinancedCurrency>> =>
  new Map(market.lines.map((line) => [line.id, availableOf(line)]));

/** The display names of the products, also of one that the client does not have: a code is on no screen. */
export const productNames = (market: Market): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(defaultProductNames),
    ...[...market.products.values()].map(({ code, displayName }) => [code, displayName] as const),
  ]);
