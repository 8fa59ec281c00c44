/** Values from the query of an address, which may contain anything. */
import { type AdjustmentKind, adjustmentKinds } from '@anticipa/domain/adjustment';
import { parseDate } from '@anticipa/domain/calendar';
import { type BookAccount, bookAccounts } from '@anticipa/domain/chart';
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { paths } from './paths.ts';

/** A text. The router parses one of digits alone, such as a folio, as a number. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** An e-mail. A hand-written "+" arrives as a space, which no e-mail contains. */
export const emailIn = (value: unknown): string | undefined => textIn(value)?.trim().replaceAll(' ', '+');

export interface LoginSearch {
  readonly email?: string;
  /** The address to continue at after signing in, not yet validated. */
  readonly returnTo?: string;
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const email = emailIn(search.email);
  const returnTo = textIn(search.returnTo);
  return { ...(email ? { email } : {}), ...(returnTo ? { returnTo } : {}) };
}

/** The address that {@link loginSearch} reads. */
export function loginAddress(search: LoginSearch): string {
  const query = new URLSearchParams(Object.entries(search));
  return query.size > 0 ? `${paths.login}?${query}` : paths.login;
}

/** The month that a screen shows, `YYYY-MM`; each has its own default. */
export const monthSearch = ({ mes }: Record<string, unknown>): { readonly mes?: string } =>
  typeof mes === 'string' && /^\d{4}-\d{2}$/.test(mes) ? { mes } : {};

/** The queue of one of the desk's screens of money, each of which knows its own; without one of those, the first one. */
export const queueSearch = ({ cola }: Record<string, unknown>): { readonly cola?: string } =>
  typeof cola === 'string' && /^[a-z]{1,20}$/.test(cola) ? { cola } : {};

export interface DaysSearch {
  readonly desde?: string;
  readonly hasta?: string;
  /** The last day whose records count. */
  readonly conocido?: string;
  readonly moneda?: FinancedCurrency;
  /** An account of the books. */
  readonly cuenta?: BookAccount;
}

/** The days, the currency and the account of figures from the journal. */
export function daysSearch({ desde, hasta, conocido, moneda, cuenta }: Record<string, unknown>): DaysSearch {
  const isDay = (value: unknown): value is string => typeof value === 'string' && parseDate(value) !== null;
  const currency = oneOf(financedCurrencies, moneda);
  const account = oneOf(bookAccounts, cuenta);
  return {
    ...(isDay(desde) && { desde }),
    ...(isDay(hasta) && { hasta }),
    ...(isDay(conocido) && { conocido }),
    ...(currency && { moneda: currency }),
    ...(account && { cuenta: account }),
  };
}

/** The change of a bought invoice whose dialog its page opens with. */
export function adjustmentSearch({ ajuste }: Record<string, unknown>): { readonly ajuste?: AdjustmentKind } {
  const kind = oneOf(adjustmentKinds, ajuste);
  return kind ? { ajuste: kind } : {};
}

/** The queue of the desk's inbox; without it, the sales to answer. */
export function inboxSearch({ cola }: Record<string, unknown>): {
  readonly cola?: 'confirmation' | 'correction' | 'payout';
} {
  const queue = oneOf(['confirmation', 'correction', 'payout'], cola);
  return queue ? { cola: queue } : {};
}

export interface ListSearch {
  /** The search text of a table. */
  readonly buscar?: string;
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  const buscar = textIn(search.buscar);
  return buscar ? { buscar } : {};
}
