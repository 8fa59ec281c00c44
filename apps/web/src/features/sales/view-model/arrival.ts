/** Time and account at which the money of a selection or a sale arrives. */

import type { IsoDate } from '@anticipa/domain/calendar';
import { cutOffIn, depositPromise, promiseEnd, treasuryClockAt } from '@anticipa/domain/deposit-message';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { formatTableDate } from '../../../lib/format.ts';
import { es } from '../es.ts';
import type { Market } from './market.ts';

interface Deposited {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
}

export interface Arrival {
  /** "en menos de 4 horas". */
  readonly when: string;
  /** "antes del lunes 30, 12:00"; null where only the day of the account is known. */
  readonly by: string | null;
  /** Time for which that still holds; null unless it ends today. */
  readonly left: string | null;
  /** "BBVA ••4821 y ••0007", by bank. */
  readonly accounts: string;
}

/** The arrival of deposits if they are sold at an instant of the server's clock. */
export function arrivalOf(deposits: readonly Deposited[], market: Market, at: Date): Arrival {
  const products = new Set(deposits.map(({ product }) => product));
  const accounts = accountsOf(deposits, market);
  const opens = accountOpensAt(deposits, market);
  if (opens) return { when: es.arrival.after(formatTableDate(opens)), by: null, left: null, accounts };
  const left = cutOffIn(products, at, market.holidays);
  return {
    when: es.arrival.times[depositPromise(products, treasuryClockAt(at), market.holidays)],
    by: byText(promiseEnd(products, at, market.holidays)),
    left: left === null ? null : leftText(Math.ceil(left / 60_000)),
    accounts,
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

/** Time at which the last waiting account of the deposits begins to receive money; null if none waits. */
export function accountOpensAt(deposits: readonly Deposited[], { obstacles }: Market): Date | null {
  const waiting = obstacles.filter(
    ({ why, product, currency }) =>
      why === 'ACCOUNT_HELD' && deposits.some((each) => each.product === product && each.currency === currency),
  );
  return waiting.reduce<Date | null>((last, { until }) => (until && (!last || until > last) ? until : last), null);
}

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('es-MX', { timeZone, weekday: 'long', day: 'numeric' });
const MEXICO_CITY = 'America/Mexico_City';
const instantDay = dayIn(MEXICO_CITY);
const civilDay = dayIn('UTC');
const timeFormat = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, timeStyle: 'short', hourCycle: 'h23' });

const byText = (end: Date | IsoDate): string =>
  typeof end === 'string'
    ? es.arrival.byDay(civilDay.format(new Date(end)))
    : es.arrival.byTime(instantDay.format(end), timeFormat.format(end));

const leftText = (minutes: number): string => es.arrival.left(minutes, clockText(minutes));

/** Minutes as "2 h 14 min", "45 min" or "3 h". */
const clockText = (minutes: number): string =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ');

const list = new Intl.ListFormat('es-MX');
