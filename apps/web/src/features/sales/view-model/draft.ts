/** What the client has chosen and typed for a sale, exactly as typed, so that no error and no reload loses it. */
import { defaultWeekDays, type WeekDays } from '@anticipa/domain/calendar';
import { habitProblem, type PaymentHabit } from '@anticipa/domain/sale';
import { z } from 'zod';
import { es } from '../es.ts';

/** A receiver's payment habit as typed: the term's text and the weekday switches. */
export interface HabitText {
  readonly term: string;
  readonly weekDays: WeekDays;
}

export interface Draft {
  readonly chosen: ReadonlySet<string>;
  /** By receiver. */
  readonly habits: ReadonlyMap<string, HabitText>;
  /** By invoice, only where the client changed the calculated date: `YYYY-MM-DD`, or empty when it was cleared. */
  readonly dates: ReadonlyMap<string, string>;
  /** By invoice, as typed. */
  readonly orders: ReadonlyMap<string, string>;
}

export const emptyDraft: Draft = { chosen: new Set(), habits: new Map(), dates: new Map(), orders: new Map() };
export const defaultHabitText: HabitText = { term: '', weekDays: defaultWeekDays };

const WHOLE = /^\d{1,6}$/;

/** The habit that the rules count with. A term that is empty or no number counts as not said. */
export function habitOf(text: HabitText): PaymentHabit {
  const term = text.term.trim();
  return { paymentDays: WHOLE.test(term) ? Number(term) : null, weekDays: text.weekDays };
}

/** [VTA-08] What is wrong with a term or with the weekdays as typed, in words; null when it can be used. */
export function habitText(text: HabitText): string | null {
  const problem = habitProblem(habitOf(text));
  return problem && es.habit[problem];
}

/**
 * [VTA-08] A weekday switched. The last one on stays on, and the refusal is said: a receiver that pays on no day at all
 * would have no payment date.
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

/** The draft as session storage keeps it. */
export const storedDraft = z.codec(
  z.object({
    chosen: z.array(z.string()),
    habits: z.array(z.tuple([z.string(), z.object({ term: z.string(), weekDays })])),
    dates: texts,
    orders: texts,
  }),
  z.custom<Draft>(),
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
