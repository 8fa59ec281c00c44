/** When and where the money of a selection or a sale arrives. */
import { cutOffIn, depositPromise, treasuryClockAt } from '@anticipa/domain/deposit-message';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { es } from '../es.ts';
import type { Market } from './market.ts';

interface Deposited {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
}

export interface Arrival {
  /** "en menos de 4 horas". */
  readonly when: string;
  /** How long that still holds; null unless it ends today. */
  readonly left: string | null;
  /** "BBVA ••4821 y ••0007", by bank. */
  readonly accounts: string;
}

/** The arrival of deposits if they are sold at an instant of the server's clock. */
export function arrivalOf(deposits: readonly Deposited[], market: Market, at: Date): Arrival {
  const products = new Set(deposits.map(({ product }) => product));
  const left = cutOffIn(products, at, market.holidays);
  return {
    when: es.arrival.times[depositPromise(products, treasuryClockAt(at), market.holidays)],
    left: left === null ? null : leftText(Math.ceil(left / 60_000)),
    accounts: accountsOf(deposits, market),
  };
}

function accountsOf(deposits: readonly Deposited[], market: Market): string {
  const accounts = deposits.flatMap(
    ({ product, currency }) => market.products.get(product)?.accounts.get(currency) ?? [],
  );
  return [...Map.groupBy(accounts, ({ bank }) => bank)]
    .map(([bank, members]) => `${bank} ${list.format(new Set(members.map(({ ending }) => `••${ending}`)))}`)
    .join(' · ');
}

const leftText = (minutes: number): string => es.arrival.left(minutes, clockText(minutes));

/** Minutes as "2 h 14 min", "45 min" or "3 h". */
const clockText = (minutes: number): string =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ');

const list = new Intl.ListFormat('es-MX');
