/** The credit information as panels: one per authorised product. */
import type { CreditInformation, getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { lineStateOf } from '@anticipa/domain/credit';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { creditToDraw } from '../../ui/chart/credit-level.ts';

export interface LinePanel {
  readonly id: string;
  readonly currency: FinancedCurrency;
  /** Available to draw on, never below 0. */
  readonly available: Money<FinancedCurrency>;
  /** limit − used − held; below 0 when the limit was lowered below what is in use. */
  readonly left: Money<FinancedCurrency>;
  readonly limit: Money<FinancedCurrency>;
  readonly used: Money<FinancedCurrency>;
  readonly held: Money<FinancedCurrency>;
  /** The available credit in the other currency, for multi-currency lines. */
  readonly equivalent: Money<FinancedCurrency> | null;
  /** The last day of new sales; null: without end. */
  readonly validUntil: string | null;
  readonly hasEnded: boolean;
}

export interface ProductPanel {
  readonly product: ProductCode;
  readonly name: string;
  readonly active: boolean;
  readonly lines: readonly LinePanel[];
}

/** [TAB-01] One panel per authorised product, active or not. */
export const panelsOf = (answer: ResponseOf<typeof getCreditInformation>): readonly ProductPanel[] =>
  answer.products
    .filter((product) => product.autorizado)
    .map((product) => ({
      product: product.product,
      name: product.displayName,
      active: product.active,
      lines: answer.lines
        .filter((line) => line.product === product.product)
        .map((line) => lineOf(line, dateOf(answer.today)))
        .toSorted((a, b) => a.currency.localeCompare(b.currency)),
    }));

function lineOf(line: CreditInformation, today: IsoDate): LinePanel {
  const currency = line.creditCurrency;
  const other = currency === 'MXN' ? 'USD' : 'MXN';
  const inOther = other === 'MXN' ? line.availableMXN : line.availableUSD;
  const validUntil = line.validUntil === null ? null : dateOf(line.validUntil);
  const left = moneyOf(line.available, currency);
  return {
    id: line.creditLineId,
    currency,
    available: creditToDraw(left),
    left,
    limit: moneyOf(line.creditLimit, currency),
    used: moneyOf(line.creditUsed, currency),
    held: moneyOf(line.creditHeld, currency),
    equivalent: line.multimoneda && inOther !== null ? creditToDraw(moneyOf(inOther, other)) : null,
    validUntil,
    hasEnded: lineStateOf({ validUntil }, today) === 'ended',
  };
}
