/** The client's choices for a sale, exactly as typed, so that no error and no reload loses them. */
import { defaultWeekDays, type WeekDays } from '@anticipa/domain/calendar';
import type { KnownHabit } from '@anticipa/domain/payment-habit';
import { habitProblem, type PaymentHabit } from '@anticipa/domain/sale';
import { hasParts, isBoolean, isList, isPair, isText } from '../../../lib/shape.ts';
import { asJson, type Stored } from '../../../lib/tab-storage.ts';
import { es } from '../es.ts';

/** A receiver's payment habit as typed: the term's text and the weekday switches. */
export interface HabitText {
  readonly term: string;
  readonly weekDays: WeekDays;
}

export interface SaleDraft {
  readonly chosen: ReadonlySet<string>;
  /** Keyed by receiver. */
  readonly habits: ReadonlyMap<string, HabitText>;
  /** Keyed by invoice, only where the client changed the calculated date: `YYYY-MM-DD`, or empty if cleared. */
  readonly dates: ReadonlyMap<string, string>;
  /** Keyed by invoice, as typed. */
  readonly orders: ReadonlyMap<string, string>;
}

export const emptyDraft: SaleDraft = { chosen: new Set(), habits: new Map(), dates: new Map(), orders: new Map() };
export const defaultHabitText: HabitText = { term: '', weekDays: defaultWeekDays };

/** A known habit as its fields show it. */
export const knownHabitText = ({ term, weekDays }: KnownHabit): HabitText => ({ term: String(term), weekDays });

/** Whether the habit as typed is the known one. */
export const isKnownHabit = (text: HabitText, known: KnownHabit | null): boolean =>
  known !== null &&
  habitOf(text).term === known.term &&
  JSON.stringify(text.weekDays) === JSON.stringify(known.weekDays);

const WHOLE = /^\d{1,6}$/;

/** The habit as the rules need it. A term that is empty or not a number counts as missing. */
export function habitOf(text: HabitText): PaymentHabit {
  const term = text.term.trim();
  return { term: WHOLE.test(term) ? Number(term) : null, weekDays: text.weekDays };
}

/** [VTA-08] The error of a term or of the weekdays as typed; null if they are valid. */
export function habitText(text: HabitText): string | null {
  const problem = habitProblem(habitOf(text));
  return problem && es.habit[problem];
}

/**
 * [VTA-08] Switches a weekday. The last one stays on and `refused` is true: without a weekday there is no payment date.
 */
export function toggleWeekday(days: WeekDays, day: keyof WeekDays): { weekDays: WeekDays; refused: boolean } {
  const weekDays = { ...days, [day]: !days[day] };
  return Object.values(weekDays).some(Boolean) ? { weekDays, refused: false } : { weekDays: days, refused: true };
}

const isTexts = isList(isPair(isText, isText));
const isStored = hasParts({
  chosen: isList(isText),
  habits: isList(
    isPair(
      isText,
      hasParts<HabitText>({
        term: isText,
        weekDays: hasParts<WeekDays>({
          monday: isBoolean,
          tuesday: isBoolean,
          wednesday: isBoolean,
          thursday: isBoolean,
          friday: isBoolean,
        }),
      }),
    ),
  ),
  dates: isTexts,
  orders: isTexts,
});

/** The draft as stored in session storage. */
export const storedDraft: Stored<SaleDraft> = {
  decode: (json) => {
    const { chosen, habits, dates, orders } = asJson(isStored).decode(json);
    return { chosen: new Set(chosen), habits: new Map(habits), dates: new Map(dates), orders: new Map(orders) };
  },
  encode: ({ chosen, habits, dates, orders }) => ({
    chosen: [...chosen],
    habits: [...habits],
    dates: [...dates],
    orders: [...orders],
  }),
};
