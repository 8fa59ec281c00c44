/** Parts of the mails to both kinds of reader. */
import { dateOf, daysBetween } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, type Money, sumPerCurrency } from '@anticipa/domain/money';
import { formatAmount } from '@anticipa/texts/format';
import type { WideWork } from '../../platform/work/work.ts';

/** A mail that could not be sent on its day is stale the day after the next: another reminder has its place. */
export const isStale = ({ today }: WideWork, on: string): boolean => daysBetween(dateOf(on), today) > 1;

export const amountText = (money: Money<FinancedCurrency>): string => formatAmount(decimalOf(money), money.currency);

/** "MXN 1,000.00 y USD 20.00". */
export const totalText = (amounts: readonly Money<FinancedCurrency>[]): string =>
  sumPerCurrency(amounts).map(amountText).join(' y ');

export const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`);
