/** Reminders of payment: the days on which they go out, and the texts that the lender writes for them. */
import { addDays, daysBetween, type ExtraHolidays, type IsoDate, isBusinessDay } from './calendar.ts';

/** Days after the due date; below zero before it. */
const reminderSteps = [-7, -3, -1, 1, 5, 15] as const;
export type ReminderStep = (typeof reminderSteps)[number];

/** A reminder waits for a business day this long; later it is stale, as after an outage. */
const LATEST_DAYS = 4;

/**
 * The reminder that goes out today: the last step whose day has come, unless that is too long ago. Steps before it are left out,
 * so that no invoice is in two reminders after an outage. None goes out on a day without business.
 */
export function reminderStep(dueDate: IsoDate, today: IsoDate, holidays: ExtraHolidays): ReminderStep | null {
  if (!isBusinessDay(today, holidays)) return null;
  const step = reminderSteps.findLast((days) => addDays(dueDate, days) <= today);
  return step !== undefined && daysBetween(addDays(dueDate, step), today) <= LATEST_DAYS ? step : null;
}

/** The first and the last due date of invoices that can have a reminder today. */
export const remindedDates = (today: IsoDate): { readonly from: IsoDate; readonly to: IsoDate } => ({
  from: addDays(today, -(reminderSteps[5] + LATEST_DAYS)),
  to: addDays(today, -reminderSteps[0]),
});

/** Readers of a reminder: the client that sold the invoice, or the receiver that owes it. */
export const reminderReaders = ['client', 'receiver'] as const;
export type ReminderReader = (typeof reminderReaders)[number];

/** For each reader a text for what is to come, and one for what is overdue. */
export const reminderTexts = ['client-due', 'client-overdue', 'receiver-due', 'receiver-overdue'] as const;
export type ReminderText = (typeof reminderTexts)[number];

/** Words in braces that a text may have; the portal puts the values in. */
const placeholders = ['nombre', 'empresa', 'facturas', 'total'] as const;
export type Placeholder = (typeof placeholders)[number];

const IN_BRACES = /\{([^{}]*)\}/g;
const isPlaceholder = (word: string): word is Placeholder => placeholders.some((known) => known === word);

/** The words in braces that are no placeholder; a brace without its other one counts too. */
export function unknownPlaceholders(text: string): string[] {
  const unknown = [...text.matchAll(IN_BRACES)].flatMap(([, word = '']) => (isPlaceholder(word) ? [] : [`{${word}}`]));
  return [...new Set([...unknown, ...(text.replace(IN_BRACES, '').match(/[{}]/g) ?? [])])];
}

/** The text with its values, in one pass: a value with braces stays as it is. */
export const filledIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(IN_BRACES, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole));
