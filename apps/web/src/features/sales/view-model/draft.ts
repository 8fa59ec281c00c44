/** The client's choices for a sale, exactly as typed, so that no error and no reload loses them. */
import { defaultWeekDays, type WeekDays } from '@anticipa/domain/calendar';
import { habitProblem, type PaymentHabit } from '@anticipa/domain/sale';
import { z } from 'zod';
import { es } from '../es.ts';

/** A receiver's payment habit as typed: the term's text and the weekday switches. */
export interface HabitText {
  readonly term: string;
  readonly weekDays: WeekDays;
}

export interface SaleDraft {
  readonly chosen: ReadonlySet<string>;
  /** By receiver. */
  readonly habits: ReadonlyMap<string, HabitText>;
  /** By invoice, only where the client changed the calculated date: `YYYY-MM-DD`, or empty if cleared. */
  readonly dates: ReadonlyMap<string, string>;
  /** By invoice, as typed. */
  readonly orders: ReadonlyMap<string, string>;
}

export const emptyDraft: SaleDraft = { chosen: new Set(), habits: new Map(), dates: new Map(), orders: new Map() };
export const defaultHabitText: HabitText = { term: '', weekDays: defaultWeekDays };

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

const texts = z.array(z.tuple([z.string(), z.string()]));
const weekDays = z.object({
  monday: z.boolean(),
  tuesday: z.boolean(),
  wednesday: z.boolean(),
  thursday: z.boolean(),
  friday: z.boolean(),
});

/** The draft as stored in session storage. */
export const storedDraft = z.codec(
  z.object({
    chosen: z.array(z.string()),
    habits: z.array(z.tuple([z.string(), z.object({ term: z.string(), weekDays })])),
    dates: texts,
    orders: texts,
  }),
  z.custom<SaleDraft>(),
  {
    decode: ({ chosen, habits, dates, orders }) => ({
      chosen: new Set(chosen),
      habits: new Map(habits),
      dates: new Map(dates),
      orders: new Map(orders),
    }),
    encode: ({ chosen, habits, dates, orders }) => ({
      chosen: [...chosen],
      habits: [...habits],
      dates: [...dates],
      orders: [...orders],
    }),
  },
);
