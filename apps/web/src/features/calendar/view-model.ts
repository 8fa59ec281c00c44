/** The days of a month with what happens on them. */
import type { CalendarEvent, getCalendar } from '@anticipa/contract/calendar';
import type { ResponseOf } from '@anticipa/contract/route';
import { addDays, type IsoDate, weekdayOf } from '@anticipa/domain/calendar';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';

export interface Day {
  readonly date: IsoDate;
  /** Column of a week that starts on Monday, from 1. */
  readonly column: number;
  readonly isToday: boolean;
  readonly holiday: string | null;
  readonly events: readonly CalendarEvent[];
}

/** [TAB-11] Every day of the month. */
export function daysOf(month: Month, answer: ResponseOf<typeof getCalendar>): readonly Day[] {
  const byDate = Map.groupBy(answer.data, ({ date }) => date);
  const holidays = new Map(answer.holidays.map(({ date, name }) => [date, name]));
  const days: Day[] = [];
  for (let date = firstDayOf(month); date <= lastDayOf(month); date = addDays(date, 1)) {
    days.push({
      date,
      column: ((weekdayOf(date) + 6) % 7) + 1,
      isToday: date === answer.today,
      holiday: holidays.get(date) ?? null,
      events: byDate.get(date) ?? [],
    });
  }
  return days;
}
