import type { WeekDays } from '@anticipa/domain/calendar';
import type { HabitSource } from '@anticipa/domain/payment-habit';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { paysText, weekdays } from '../../../lib/weekdays.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { es } from '../es.ts';
import css from '../sale.module.css';
import { defaultHabitText, type HabitText, habitText, toggleWeekday } from '../view-model/draft.ts';
import { stepTexts } from '../view-model/step-texts.ts';

/** [VTA-15] When a receiver pays: one line with its source where it is known, otherwise the question. */
export function Habit(props: {
  habit: HabitText;
  source: HabitSource | null;
  error: string | null;
  termId: string;
  onChange: (habit: HabitText) => void;
}) {
  const { habit, source, ...controls } = props;
  const [isOpen, setOpen] = useState(source === null);
  const [isAsked, setAsked] = useState(false);
  if (isOpen || source === null || props.error !== null)
    return <HabitControls habit={habit} isFocused={isAsked} {...controls} />;
  const change = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <p className={css.known}>
      <span>
        {paysText(formatCount(Number(habit.term), 'día', 'días'), habit.weekDays)}
        <span className={css.quiet}> · {stepTexts.sale.sources[source]}</span>
      </span>
      <Button size="small" variant="quiet" onClick={change}>
        {stepTexts.sale.change}
      </Button>
    </p>
  );
}

/** [VTA-08] A receiver's term and its payment weekdays. */
function HabitControls(props: {
  habit: HabitText;
  onChange: (habit: HabitText) => void;
  /** Shown immediately; a wrong term is otherwise reported when the field is left. */
  error?: string | null;
  termId?: string;
  isFocused?: boolean;
}) {
  const { habit, onChange, error = null, termId, isFocused = false } = props;
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState(false);
  const legend = useId();
  // A term for all receivers at once is an offer; that of a receiver is needed.
  const isNeeded = termId !== undefined;
  const toggle = (day: keyof WeekDays): void => {
    const result = toggleWeekday(habit.weekDays, day);
    setRefused(result.refused);
    if (result.refused) announce(es.habit.NO_WEEKDAY, true);
    else onChange({ ...habit, weekDays: result.weekDays });
  };
  const own = habit.term.trim() === '' ? null : habitText(habit);
  const shown = error ?? (left ? own : null);
  const leave = (): void => {
    // Announced only the first time: later the text is part of the field's description.
    if (own && !shown) announce(own);
    setLeft(true);
  };
  return (
    <div className={css.habit}>
      <div className={css.term}>
        <TextField
          label={stepTexts.sale.term}
          help={isNeeded && habit.term.trim() === '' ? stepTexts.sale.termNeeded : stepTexts.sale.termHelp}
          aria-required={isNeeded || undefined}
          error={shown}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          autoFocus={isFocused}
          value={habit.term}
          onChange={(event) => onChange({ ...habit, term: event.target.value })}
          onBlur={leave}
          {...(termId ? { id: termId } : {})}
        />
      </div>
      <div className={css.weekdays}>
        <span id={legend} className={css.legend}>
          {stepTexts.sale.weekdays}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside its legend */}
        <div role="group" aria-labelledby={legend} className={css.days}>
          {weekdays.map((day) => (
            <button
              key={day}
              type="button"
              className={css.day}
              aria-pressed={habit.weekDays[day]}
              title={stepTexts.sale.weekdayNames[day]}
              onClick={() => toggle(day)}
            >
              <span aria-hidden="true">{stepTexts.sale.weekdayLetters[day]}</span>
              <VisuallyHidden>{stepTexts.sale.weekdayNames[day]}</VisuallyHidden>
            </button>
          ))}
        </div>
        {refused ? <p className={css.fieldError}>{es.habit.NO_WEEKDAY}</p> : null}
      </div>
    </div>
  );
}

/** One habit for many receivers at once. Dates chosen by hand are kept, which is shown. */
export function HabitForAll(props: {
  count: string;
  /** Number of dates that differ from the calculated ones. */
  keptDates: number;
  onApply: (habit: HabitText) => void;
  onCalculate: () => void;
}) {
  const { count, keptDates, onApply, onCalculate } = props;
  const [habit, setHabit] = useState(defaultHabitText);
  const [error, setError] = useState<string | null>(null);
  const [isApplied, setApplied] = useState(false);
  const apply = (): void => {
    const problem = habitText(habit);
    setError(problem);
    // The focus is on the button, so the text below the field would not be read out.
    announce(problem ?? stepTexts.sale.appliedAll(count), problem !== null);
    setApplied(!problem);
    if (!problem) onApply(habit);
  };
  return (
    <section className={css.forAll} aria-label={stepTexts.sale.forAll}>
      <h3>{stepTexts.sale.forAll}</h3>
      <HabitControls habit={habit} error={error} onChange={setHabit} />
      <Button onClick={apply}>{stepTexts.sale.applyAll}</Button>
      {isApplied && keptDates > 0 ? (
        <p className={css.kept} role="status">
          <span>{stepTexts.sale.keptDates(keptDates)}</span>
          <Button size="small" onClick={onCalculate}>
            {stepTexts.sale.calculatedAll}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
