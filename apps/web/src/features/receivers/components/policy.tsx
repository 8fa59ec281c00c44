import type { Receiver } from '@anticipa/contract/lender-receivers';
import { defaultWeekDays, hasWeekday, type WeekDays } from '@anticipa/domain/calendar';
import { MAX_TERM_DAYS } from '@anticipa/domain/product';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { paysText, weekdayNames, weekdays } from '../../../lib/weekdays.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeCard } from '../../../ui/change-card.tsx';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useSetPolicy } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';

const texts = es.policy;
const chips = weekdays.map((value) => ({ value, label: weekdayNames[value] }));

const chosenOf = (days: WeekDays): readonly (keyof WeekDays)[] => weekdays.filter((day) => days[day]);

/** Payment days that the lender has agreed with the receiver. */
export function Policy({ receiver, canChange }: { receiver: Receiver; canChange: boolean }) {
  const { policy } = receiver;
  return (
    <ChangeCard
      folds
      title={texts.title}
      change={canChange ? texts.change : null}
      dialog={(close) => <PolicyDialog receiver={receiver} onClose={close} />}
    >
      <p>{policy === null ? texts.none : `${paysText(formatCount(policy.term, 'día', 'días'), policy.weekDays)}.`}</p>
    </ChangeCard>
  );
}

const isTerm = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_TERM_DAYS;

function PolicyDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { companyId, name } = receiver;
  // The form keeps what it began with, also after someone else has changed it.
  const [policy] = useState(receiver.policy);
  const [isForgotten, setForgotten] = useState(false);
  const changing = useSetPolicy(companyId);
  return (
    <FormDialog
      title={`${texts.title}: ${name}`}
      submit={isForgotten ? texts.forget : texts.apply}
      values={{ term: policy === null ? '' : String(policy.term), weekDays: policy?.weekDays ?? defaultWeekDays }}
      errorsOf={({ term, weekDays }) =>
        isForgotten
          ? {}
          : {
              term: isTerm(term) ? null : texts.termWrong,
              weekDays: hasWeekday(weekDays) ? null : texts.weekdayMissing,
            }
      }
      changing={changing}
      bodyOf={({ term, weekDays, reason }) => ({
        seen: policy,
        policy: isForgotten ? null : { term: Number(term), weekDays },
        reason,
      })}
      onDone={() => texts.done}
      onClose={onClose}
      extra={policy === null || isForgotten ? null : <Button onClick={() => setForgotten(true)}>{texts.forget}</Button>}
    >
      {({ field, choice, errorOf }) => (
        <>
          {isForgotten ? (
            <p>{texts.none}</p>
          ) : (
            <>
              <TextField {...field('term')} label={texts.term} inputMode="numeric" data-autofocus />
              <p className={css.label}>{texts.weekdays}</p>
              <ChipGroup
                label={texts.weekdays}
                chips={chips}
                selected={new Set(chosenOf(choice('weekDays').value))}
                onChange={(chosen) =>
                  choice('weekDays').onChange({
                    monday: chosen.has('monday'),
                    tuesday: chosen.has('tuesday'),
                    wednesday: chosen.has('wednesday'),
                    thursday: chosen.has('thursday'),
                    friday: chosen.has('friday'),
                  })
                }
              />
              {errorOf('weekDays') ? <p role="alert">{errorOf('weekDays')}</p> : null}
            </>
          )}
          <p className="quiet">{texts.follows}</p>
        </>
      )}
    </FormDialog>
  );
}
