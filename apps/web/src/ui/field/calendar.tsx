import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/dates/styles.layer.css';
import '../styles/mantine.css';
import 'dayjs/locale/es-mx.js';
import { MantineProvider } from '@mantine/core';
import { DatePicker, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import { useState } from 'react';
import { formatDate, formatMonth } from '../../lib/format.ts';
import css from './date-field.module.css';
import type { DateFieldProps } from './date-field.tsx';

const settings: DatesProviderSettings = { locale: 'es-mx', firstDayOfWeek: 1, weekendDays: [0, 6] };

/** The holidays of a month, `YYYY-MM`, in order. */
function holidaysOf(month: string, holiday: (date: string) => string | null): readonly [date: string, name: string][] {
  return Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`).flatMap((date) => {
    const exists = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
    const name = exists ? holiday(date) : null;
    return name ? [[date, name] satisfies [string, string]] : [];
  });
}

/** `2026-03-01` → "1 marzo 2026": begins with the day as it is written on its button. */
const spokenDate = (date: string): string => `${Number(date.slice(8))} ${formatMonth(date.slice(0, 7))}`;

/** The month that {@link DateField} opens. Its own chunk: the calendar library loads with the first one opened. */
export function Calendar(props: DateFieldProps & { onPick: (date: string) => void }) {
  const { value, today, min, max, allowed, holiday, onPick } = props;
  const [shown, setShown] = useState(value ?? min ?? today);
  const holidays = holiday ? holidaysOf(shown.slice(0, 7), holiday) : [];
  return (
    // Mantine would write its variables into a <style> element, which the Content-Security-Policy forbids: they are a
    // style sheet of ours instead.
    <MantineProvider defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <DatesProvider settings={settings}>
        <div className={css.calendar}>
          <DatePicker
            value={value}
            date={shown}
            onDateChange={setShown}
            onChange={(date) => (date ? onPick(date) : undefined)}
            hideOutsideDates
            highlightToday
            maxLevel="year"
            {...(min ? { minDate: min } : {})}
            {...(max ? { maxDate: max } : {})}
            excludeDate={(date) => !(allowed?.(date) ?? true)}
            getDayProps={(date) => {
              const name = holiday?.(date);
              return name ? { title: name, 'data-holiday': true } : {};
            }}
            getDayAriaLabel={(date) => [spokenDate(date), holiday?.(date)].filter(Boolean).join(', ')}
            ariaLabels={{ nextMonth: 'Mes siguiente', previousMonth: 'Mes anterior' }}
          />
          {holidays.length > 0 ? (
            <ul className={css.holidays}>
              {holidays.map(([date, name]) => (
                <li key={date}>
                  {formatDate(date)} · {name}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </DatesProvider>
    </MantineProvider>
  );
}
