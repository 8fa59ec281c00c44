import { type LenderCalendar, setHoliday } from '@anticipa/contract/lender-calendar';
import { addDays, dateOf, holidayName } from '@anticipa/domain/calendar';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ReasonDialog } from '../../ui/overlay/reason-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { useSetHoliday } from './api.ts';
import { es } from './es.ts';
import css from './lender-calendar.module.css';
import { dateProblem, effectOf, extraOf } from './view-model.ts';

const texts = es.holidays;
const MIN_NAME = 3;

/** The lender's own non-business days; those to come can be added and removed. */
export function Holidays({ calendar }: { calendar: LenderCalendar }) {
  const { today, holidays } = calendar;
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const may = useMay(setHoliday);
  return (
    <Card
      title={texts.title}
      aside={
        may ? (
          <Button size="small" icon="calendar" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <p className={css.quiet}>{texts.intro}</p>
      {holidays.length === 0 ? <p>{texts.none}</p> : null}
      <Rows>
        {holidays.toReversed().map(({ date, name }) => (
          <Row key={date}>
            <span>
              <strong>{formatDate(date)}</strong> {name}
            </span>
            {date <= today ? <span className={css.quiet}>{texts.past}</span> : null}
            {date > today && may ? (
              <Button size="small" aria-label={texts.removeOf(formatDate(date))} onClick={() => setRemoving(date)}>
                {texts.remove}
              </Button>
            ) : null}
          </Row>
        ))}
      </Rows>
      {isAdding ? <AddHoliday calendar={calendar} onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : <RemoveHoliday date={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

function AddHoliday({ calendar, onClose }: { calendar: LenderCalendar; onClose: () => void }) {
  const { today } = calendar;
  const [date, setDate] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const setting = useSetHoliday();
  const problem = dateProblem(date, calendar);
  const isNamed = name.trim().length >= MIN_NAME;
  const extra = extraOf(calendar);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (date === null || problem !== null || !isNamed) return;
    setting.mutate(
      { date, name: name.trim() },
      {
        onSuccess: () => {
          showToast({ text: texts.added, tone: 'good' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={texts.add} size="medium" onClose={onClose}>
      <form className={css.screen} onSubmit={submit} noValidate>
        <DateField
          label={texts.date}
          value={date}
          onChange={setDate}
          today={today}
          min={addDays(dateOf(today), 1)}
          allowed={(day) => dateProblem(day, calendar) === null}
          holiday={(day) => holidayName(dateOf(day), extra)}
          error={isChecked || date !== null ? problem : null}
        />
        <TextField
          label={texts.name}
          help={texts.nameHelp}
          maxLength={100}
          value={name}
          error={isChecked && !isNamed ? texts.nameMissing : null}
          onChange={({ target }) => setName(target.value)}
        />
        <p aria-live="polite">{date !== null && problem === null ? effectOf(date, calendar) : null}</p>
        <Buttons setting={setting} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function RemoveHoliday({ date, onClose }: { date: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title={texts.removing(formatDate(date))}
      submit={es.apply}
      changing={useSetHoliday()}
      bodyOf={(reason) => ({ date, name: null, reason })}
      onDone={() => texts.removed}
      onClose={onClose}
    >
      <p>{texts.back}</p>
    </ReasonDialog>
  );
}

function Buttons(props: { setting: { isPending: boolean; error: Error | null }; onClose: () => void }) {
  const { setting, onClose } = props;
  return (
    <>
      {setting.error ? <Notice tone="bad" title={failureText(setting.error)} /> : null}
      <ButtonRow>
        <Button variant="primary" type="submit" busy={setting.isPending}>
          {es.apply}
        </Button>
        <Button onClick={onClose}>{es.cancel}</Button>
      </ButtonRow>
    </>
  );
}
