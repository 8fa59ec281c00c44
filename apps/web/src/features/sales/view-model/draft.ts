/** What the client has chosen and typed for a sale, exactly as typed, so that no error and no reload loses it. */
import { defaultWeekDays, type WeekDays } from '@anticipa/domain/calendar';
import { habitProblem, type PaymentHabit } from '@anticipa/domain/sale';
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

interface StoredDraft {
  readonly chosen: readonly string[];
  readonly habits: readonly (readonly [string, HabitText])[];
  readonly dates: readonly (readonly [string, string])[];
  readonly orders: readonly (readonly [string, string])[];
}

/** The draft as text for the browser's session storage. */
export const writeDraft = (draft: Draft): string =>
  JSON.stringify({
    chosen: [...draft.chosen],
    habits: [...draft.habits],
    dates: [...draft.dates],
    orders: [...draft.orders],
  } satisfies StoredDraft);

/** Reads what {@link writeDraft} wrote; anything else is an empty draft. */
export function readDraft(text: string | null): Draft {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (!isStored(stored)) return emptyDraft;
    return {
      chosen: new Set(stored.chosen),
      habits: new Map(stored.habits),
      dates: new Map(stored.dates),
      orders: new Map(stored.orders),
    };
  } catch {
    return emptyDraft;
  }
}

const isPairs = (value: unknown, isValue: (part: unknown) => boolean): boolean =>
  Array.isArray(value) &&
  value.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && isValue(pair[1]));
const isText = (value: unknown): value is string => typeof value === 'string';
const isSwitches = (value: unknown): boolean => {
  const switches =
    typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : new Map();
  return Object.keys(defaultWeekDays).every((day) => typeof switches.get(day) === 'boolean');
};
const isHabit = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'term' in value &&
  isText(value.term) &&
  'weekDays' in value &&
  isSwitches(value.weekDays);

function isStored(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  if (!('chosen' in value && 'habits' in value && 'dates' in value && 'orders' in value)) return false;
  return (
    Array.isArray(value.chosen) &&
    value.chosen.every(isText) &&
    isPairs(value.habits, isHabit) &&
    isPairs(value.dates, isText) &&
    isPairs(value.orders, isText)
  );
}
