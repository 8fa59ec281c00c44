import { type LenderCalendar, setHoliday } from '@anticipa/contract/lender-calendar';
import { addDays, dateOf, holidayName } from '@anticipa/domain/calendar';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { useSetHoliday } from './api.ts';
import { es } from './es.ts';
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
      <p className="quiet">{texts.intro}</p>
      {holidays.length === 0 ? <p>{texts.none}</p> : null}
      <Rows>
        {holidays.toReversed().map(({ date, name }) => (
          <Row key={date}>
            <span>
              <strong>{formatDate(date)}</strong> {name}
            </span>
            {date <= today ? <span className="quiet">{texts.past}</span> : null}
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
  const first: { readonly date: string | null; readonly name: string } = { date: null, name: '' };
  const extra = extraOf(calendar);
  return (
    <FormDialog
      title={texts.add}
      submit={es.apply}
      values={first}
      errorsOf={({ date, name }) => ({
        date: dateProblem(date, calendar),
        name: name.trim().length < MIN_NAME ? texts.nameMissing : null,
      })}
      reasonHelp={null}
      changing={useSetHoliday()}
      bodyOf={({ date, name }) => (date === null ? null : { date, name: name.trim() })}
      onDone={() => texts.added}
      onClose={onClose}
    >
      {({ values: { date }, field, choice }) => (
        <>
          <DateField
            {...choice('date')}
            label={texts.date}
            today={today}
            min={addDays(dateOf(today), 1)}
            allowed={(day) => dateProblem(day, calendar) === null}
            holiday={(day) => holidayName(dateOf(day), extra)}
          />
          <TextField {...field('name')} label={texts.name} help={texts.nameHelp} maxLength={100} />
          <p aria-live="polite">
            {date !== null && dateProblem(date, calendar) === null ? effectOf(date, calendar) : null}
          </p>
        </>
      )}
    </FormDialog>
  );
}

function RemoveHoliday({ date, onClose }: { date: string; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.removing(formatDate(date))}
      submit={es.apply}
      values={{}}
      changing={useSetHoliday()}
      bodyOf={({ reason }) => ({ date, name: null, reason })}
      onDone={() => texts.removed}
      onClose={onClose}
    >
      <p>{texts.back}</p>
    </FormDialog>
  );
}
