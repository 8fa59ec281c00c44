import { type CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date';
import { useRef } from 'react';
import { type AriaButtonProps, useButton } from 'react-aria/useButton';
import { useCalendar, useCalendarCell, useCalendarGrid } from 'react-aria/useCalendar';
import { type CalendarState, useCalendarState } from 'react-stately/useCalendarState';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { Icon, type IconName } from '../icon.tsx';
import css from './calendar.module.css';
import type { Brought, DateFieldProps } from './date-field.tsx';

const LOCALE = 'es-MX';
const createCalendar = () => new GregorianCalendar();
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });

interface CalendarProps
  extends Pick<DateFieldProps, 'value' | 'today' | 'min' | 'max' | 'allowed' | 'holiday' | 'brings'> {
  /** Called with the date picked, `YYYY-MM-DD`. */
  readonly onPick: (date: string) => void;
}

/** One month: arrow keys move by days, dates that are not allowed cannot be picked, holidays show their names. */
export function Calendar(props: CalendarProps) {
  const { value, today, min, max, allowed = () => true, holiday = () => null, brings, onPick } = props;
  const settings = {
    value: value ? parseDate(value) : null,
    defaultFocusedValue: parseDate(value ?? min ?? today),
    minValue: min ? parseDate(min) : null,
    maxValue: max ? parseDate(max) : null,
    isDateUnavailable: (date: { toString: () => string }) => !allowed(date.toString()),
    onChange: (date: CalendarDate) => onPick(date.toString()),
    firstDayOfWeek: 'mon',
    autoFocus: true,
    'aria-label': 'Calendario',
  } as const;
  const state = useCalendarState({ ...settings, locale: LOCALE, createCalendar });
  const { calendarProps, prevButtonProps, nextButtonProps, title } = useCalendar(settings, state);
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid(
    { firstDayOfWeek: settings.firstDayOfWeek },
    state,
  );
  const { start, end } = state.visibleRange;
  const holidays = Array.from({ length: end.day }, (_, day) => start.add({ days: day }).toString()).flatMap((date) => {
    const name = holiday(date);
    return name ? [{ date, name }] : [];
  });
  return (
    <div {...calendarProps} className={css.calendar} data-brings={brings ? true : undefined}>
      {/* If the head has an element with this id, the library adds no <style>, which the Content-Security-Policy forbids; `.day` has its rule. */}
      <meta id="react-aria-pressable-style" />
      <div className={css.header}>
        <PageButton {...prevButtonProps} icon="arrowLeft" label="Mes anterior" />
        <strong>{title}</strong>
        <PageButton {...nextButtonProps} icon="arrowRight" label="Mes siguiente" />
      </div>
      <table {...gridProps} className={css.grid}>
        <thead {...headerProps}>
          <tr>
            {weekDays.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the letters repeat, the columns never move
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeksInMonth }, (_, week) => state.getDatesInWeek(week)).map((dates) => (
            <tr key={String(dates[0])}>
              {dates.map((date) =>
                date ? <Day key={date.toString()} {...{ date, state, today, holiday, brings }} /> : null,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {brings ? <p className={css.caption}>{brings.caption}</p> : null}
      {holidays.length > 0 ? (
        <ul className={css.holidays}>
          {holidays.map(({ date, name }) => (
            <li key={date}>
              {formatDate(date)} · {name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Day(props: {
  date: CalendarDate;
  state: CalendarState;
  today: string;
  holiday: (date: string) => string | null;
  brings: Brought | undefined;
}) {
  const { date, state } = props;
  const element = useRef<HTMLButtonElement>(null);
  const cell = useCalendarCell({ date }, state, element);
  const text = date.toString();
  const isToday = text === props.today;
  const holiday = props.holiday(text);
  if (cell.isOutsideVisibleRange) return <td {...cell.cellProps} />;
  const brought = cell.isDisabled || cell.isUnavailable ? null : (props.brings?.on(text) ?? null);
  // Our own name for the day: the library marks today by the device's time zone.
  const name = [
    `${date.day} ${formatMonth(text.slice(0, 7))}`,
    weekday.format(date.toDate('UTC')),
    isToday ? 'hoy' : null,
    cell.isSelected ? 'seleccionado' : null,
    holiday,
    brought?.full,
  ];
  return (
    <td {...cell.cellProps}>
      <button
        {...cell.buttonProps}
        ref={element}
        type="button"
        className={css.day}
        disabled={cell.isDisabled}
        aria-label={name.filter(Boolean).join(', ')}
        title={holiday ?? brought?.full}
        data-selected={cell.isSelected || undefined}
        data-unavailable={cell.isUnavailable || undefined}
        data-today={isToday || undefined}
        data-holiday={holiday ? true : undefined}
        // Drawn by the style sheet: the name has the figure in full.
        data-short={brought?.short}
      >
        {cell.formattedDate}
      </button>
    </td>
  );
}

function PageButton({ icon, label, ...props }: AriaButtonProps & { icon: IconName; label: string }) {
  const element = useRef<HTMLButtonElement>(null);
  const { buttonProps } = useButton(props, element);
  return (
    <button {...buttonProps} ref={element} className={css.page} aria-label={label} title={label}>
      <Icon name={icon} size={16} />
    </button>
  );
}
