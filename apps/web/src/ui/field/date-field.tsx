import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { IconButton } from '../button.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { announce } from '../overlay/announcer.ts';
import { Popover } from '../overlay/popover.tsx';
import css from './date-field.module.css';
import { dateFromText, maskDate } from './date-text.ts';
import fieldCss from './field.module.css';
import { Field } from './field.tsx';

const loadCalendar = () => import('./calendar.tsx');
const Calendar = lazy(() => loadCalendar().then(({ Calendar: component }) => ({ default: component })));

const UNFINISHED = 'Escribe la fecha como DD/MM/AAAA';

export interface Brought {
  /** A sentence about the figures of all days. */
  readonly caption: string;
  /** The figure of a date that can be picked, in few characters and in full; null if there is none. */
  readonly on: (date: string) => { readonly short: string; readonly full: string } | null;
}

export interface DateFieldProps {
  readonly label: ReactNode;
  /** `YYYY-MM-DD`; null while empty. */
  readonly value: string | null;
  /** Called with every complete date typed or picked, allowed or not, and with null when the field is cleared. */
  readonly onChange: (date: string | null) => void;
  /** Today in the portal's time zone, `YYYY-MM-DD`: marked in the calendar, which opens there. */
  readonly today: string;
  readonly min?: string;
  readonly max?: string;
  /** Whether a date can be picked. The form judges typed dates and shows why they are wrong. */
  readonly allowed?: (date: string) => boolean;
  /** The name of the holiday on a date, or null. */
  readonly holiday?: (date: string) => string | null;
  /** Effect of picking a date, shown below its number. */
  readonly brings?: Brought;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly id?: string;
}

/** A date as DD/MM/YYYY, typed, pasted or picked from a calendar that offers only allowed dates. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, help, error } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  // The draft counts until the value changes from outside.
  const [draft, setDraft] = useState<{ text: string; value: string | null } | null>(null);
  const [unfinished, setUnfinished] = useState(false);
  const text = draft && draft.value === value ? draft.text : value ? formatDate(value) : '';

  const type = (typed: string): void => {
    const masked = maskDate(typed, text);
    const date = dateFromText(masked);
    setDraft({ text: masked, value: date });
    setUnfinished(false);
    if (date !== value) onChange(date);
  };
  const leave = (): void => {
    const wrong = text !== '' && dateFromText(text) === null;
    if (wrong && !unfinished) announce(UNFINISHED);
    setUnfinished(wrong);
  };
  const pick = (date: string): void => {
    setDraft(null);
    setUnfinished(false);
    onChange(date);
  };

  return (
    <Field label={label} help={help} error={unfinished ? UNFINISHED : error} id={id}>
      {(control) => (
        <span className={css.control}>
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="DD/MM/AAAA"
            className={fieldCss.input}
            value={text}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          <span className={css.opener}>
            <Popover
              label="Calendario"
              trigger={(button) => (
                <IconButton
                  icon="calendar"
                  size="small"
                  label="Abrir calendario"
                  // Loaded ahead: the calendar is there when its button is pressed.
                  onFocus={loadCalendar}
                  onPointerEnter={loadCalendar}
                  {...button}
                />
              )}
            >
              {(close) => (
                <Suspense
                  fallback={
                    <div className={css.loading}>
                      <Skeleton lines={6} height="row" />
                    </div>
                  }
                >
                  <Calendar
                    {...props}
                    onPick={(date) => {
                      pick(date);
                      close();
                    }}
                  />
                </Suspense>
              )}
            </Popover>
          </span>
        </span>
      )}
    </Field>
  );
}
