/** Payment habit of a receiver: its sources, and the term stated by a CFDI. */
import type { WeekDays } from './calendar.ts';
import { MAX_TERM_DAYS } from './product.ts';

/**
 * By precedence: saved by the client in a sale, the lender's policy for the receiver, stated by the open CFDI, observed in
 * the receiver's payments.
 */
export const habitSources = ['saved', 'policy', 'invoice', 'observed'] as const;
export type HabitSource = (typeof habitSources)[number];

/** A habit that the client need not be asked for. */
export interface KnownHabit {
  readonly source: HabitSource;
  /** Days from emission. */
  readonly term: number;
  readonly weekDays: WeekDays;
}

const BEFORE = '(?:NETO|NET|CREDITO|PAGO|PLAZO|VENCIMIENTO|TERMINO)';
const AFTER = '(?:NETOS?|NATURALES|DE CREDITO|CREDITO|DE PLAZO|FECHA FACTURA|FECHA DE FACTURA)';
const TERM = new RegExp(`^(?:${BEFORE}(?: DE PAGO)?:? ?)?(?:A |DE )?(\\d{1,3}) ?DIAS?(?: ${AFTER})?\\.?$`);

/**
 * The days from emission in a CFDI's `CondicionesDePago`, from 1 to 180. Null for any text with another reading: several
 * figures, business days, cash, discounts, or a number without its unit.
 */
export function statedTerm(conditions: string): number | null {
  const text = conditions
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim();
  const days = Number(TERM.exec(text)?.[1] ?? 0);
  return days >= 1 && days <= MAX_TERM_DAYS ? days : null;
}

/** The reverse of {@link weekDaysOf}. */
export const weekDayNumbers = ({ monday, tuesday, wednesday, thursday, friday }: WeekDays): string =>
  [monday, tuesday, wednesday, thursday, friday].flatMap((isOn, index) => (isOn ? [index + 1] : [])).join('');

/** Weekdays by their ISO numbers: "15" is Monday and Friday. */
export const weekDaysOf = (numbers: string): WeekDays => ({
  monday: numbers.includes('1'),
  tuesday: numbers.includes('2'),
  wednesday: numbers.includes('3'),
  thursday: numbers.includes('4'),
  friday: numbers.includes('5'),
});
