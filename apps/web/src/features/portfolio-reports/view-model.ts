/** How figures of reports are written, and where their movements are. */
import type { FigureUnit, OpenedFigure } from '@anticipa/contract/portfolio-reports';
import type { BookAccount } from '@anticipa/domain/chart';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { formatDate, formatDecimal, formatMoney } from '../../lib/format.ts';
import { NONE } from '../../ui/table/columns.tsx';
import type { ReportDays } from './api.ts';
import { es } from './es.ts';

/** The days of a report, in words. */
export function whenOf({ startDate, asOf, knownOn }: ReportDays, hasPeriod: boolean): string {
  const when = hasPeriod ? es.between(formatDate(startDate), formatDate(asOf)) : es.when(formatDate(asOf));
  return knownOn ? `${when}, ${es.knownUntil(formatDate(knownOn))}` : when;
}

/** A figure with its unit; a dash where it cannot be computed. */
export function figureText(unit: FigureUnit, value: string | null, currency: FinancedCurrency): string {
  if (value === null) return NONE;
  const text = formatDecimal(value);
  if (unit === 'money') return formatMoney(moneyOf(value, currency));
  if (unit === 'money-days') return es.moneyDays(text, currency);
  if (unit === 'percent') return `${text} %`;
  return unit === 'days' || unit === 'hours' || unit === 'times' ? `${text} ${es.units[unit]}` : text;
}

/** Accounts whose balance, or whose movements in the period, are a figure. */
export const accountOf: Partial<Readonly<Record<OpenedFigure, readonly [BookAccount, 'balance' | 'period']>>> = {
  gross: ['CARTERA', 'balance'],
  unearned: ['INTERES_POR_DEVENGAR', 'balance'],
  aforo: ['AFORO_POR_DEVOLVER', 'balance'],
  buyBack: ['RECOMPRA', 'balance'],
  interest: ['INGRESO_INTERES', 'period'],
  lateCharges: ['RECARGOS', 'period'],
};

/** Lengths of bars: parts of the largest, none of what is not an amount. */
export function lengthsOf(values: readonly (string | null)[]): (value: string | null) => number {
  const most = Math.max(0, ...values.map((value) => Number(value ?? 0)));
  return (value) => (most === 0 ? 0 : (100 * Number(value ?? 0)) / most);
}
