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
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
import { useSetPolicy } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';

const texts = es.policy;
const chips = weekdays.map((value) => ({ value, label: weekdayNames[value] }));

const chosenOf = (days: WeekDays): readonly (keyof WeekDays)[] => weekdays.filter((day) => days[day]);

/** When the receiver pays, as the lender has agreed with it. */
export function Policy({ receiver, canChange }: { receiver: Receiver; canChange: boolean }) {
  const { policy } = receiver;
  return (
    <ChangeCard
      title={texts.title}
      change={canChange ? texts.change : null}
      dialog={(close) => <PolicyDialog receiver={receiver} onClose={close} />}
    >
      <p>{policy === null ? texts.none : `${paysText(formatCount(policy.term, 'día', 'días'), policy.weekDays)}.`}</p>
    </ChangeCard>
  );
}

function PolicyDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { companyId, name, policy } = receiver;
  const [typed, setTyped] = useState(policy === null ? '' : String(policy.term));
  const [weekDays, setWeekDays] = useState<WeekDays>(policy?.weekDays ?? defaultWeekDays);
  const [isForgotten, setForgotten] = useState(false);
  const changing = useSetPolicy(companyId);
  const term = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  const isTerm = term >= 1 && term <= MAX_TERM_DAYS;
  return (
    <ReasonDialog
      title={`${texts.title}: ${name}`}
      submit={isForgotten ? texts.forget : texts.apply}
      changing={changing}
      bodyOf={(reason) =>
        isForgotten
          ? { policy: null, reason }
          : isTerm && hasWeekday(weekDays)
            ? { policy: { term, weekDays }, reason }
            : null
      }
      onDone={() => texts.done}
      onClose={onClose}
      extra={policy === null || isForgotten ? null : <Button onClick={() => setForgotten(true)}>{texts.forget}</Button>}
    >
      {(isChecked) => (
        <>
          {isForgotten ? (
            <p>{texts.none}</p>
          ) : (
            <>
              <TextField
                label={texts.term}
                inputMode="numeric"
                data-autofocus
                value={typed}
                error={isChecked && !isTerm ? texts.termWrong : null}
                onChange={({ target }) => setTyped(target.value)}
              />
              <p className={css.label}>{texts.weekdays}</p>
              <ChipGroup
                label={texts.weekdays}
                chips={chips}
                selected={new Set(chosenOf(weekDays))}
                onChange={(chosen) =>
                  setWeekDays({
                    monday: chosen.has('monday'),
                    tuesday: chosen.has('tuesday'),
                    wednesday: chosen.has('wednesday'),
                    thursday: chosen.has('thursday'),
                    friday: chosen.has('friday'),
                  })
                }
              />
              {isChecked && !hasWeekday(weekDays) ? <p role="alert">{texts.weekdayMissing}</p> : null}
            </>
          )}
          <p className={css.quiet}>{texts.follows}</p>
        </>
      )}
    </ReasonDialog>
  );
}
