import { DEFAULT_HISTORY_DAYS, historyDays } from '@anticipa/domain/sync';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { focusOnInvalid, PasswordField, TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useChangeSync, useCheckPassword } from './api.ts';
import { es } from './es.ts';
import css from './sync.module.css';

const text = es.wizard;

type Days = (typeof historyDays)[number];

/** [SAT-01] Connects the client in three steps: access, age of the invoices, finish. */
export function SyncWizard({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [days, setDays] = useState<Days>(DEFAULT_HISTORY_DAYS);
  if (step === 1) return <AccessStep onClose={onClose} onDone={() => setStep(2)} />;
  if (step === 2) return <HistoryStep days={days} onDays={setDays} onClose={onClose} onDone={() => setStep(3)} />;
  return <FinishStep days={days} onBack={() => setStep(2)} onClose={onClose} />;
}

interface StepProps {
  readonly step: 1 | 2 | 3;
  readonly heading: string;
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  /** The buttons; the last one submits the form with this id. */
  readonly actions: (formId: string) => ReactNode;
  readonly children: ReactNode;
}

function Step({ step, heading, isBusy = false, onClose, onSubmit, actions, children }: StepProps) {
  const formId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Dialog
      title={text.title}
      size="medium"
      onClose={onClose}
      closable={!isBusy}
      header={<span className={css.count}>{text.step(step)}</span>}
      footer={actions(formId)}
    >
      <form id={formId} className={css.form} onSubmit={submit} noValidate>
        <h3 className={css.heading}>{heading}</h3>
        {children}
      </form>
    </Dialog>
  );
}

function AccessStep({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { client } = useUser();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const checking = useCheckPassword();
  const submit = (): void => {
    setMissing(password === '');
    if (password === '') focusOnInvalid(field.current, text.required);
    else checking.mutate(password, { onSuccess: onDone });
  };
  return (
    <Step
      step={1}
      heading={text.access}
      isBusy={checking.isPending}
      onClose={onClose}
      onSubmit={submit}
      actions={(form) => (
        <Button variant="primary" type="submit" form={form} busy={checking.isPending}>
          {checking.isPending ? text.checking : text.check}
        </Button>
      )}
    >
      {checking.error ? <Notice tone="bad">{failureText(checking.error)}</Notice> : null}
      <TextField label={text.rfc} value={client?.rfc ?? ''} readOnly />
      <PasswordField
        ref={field}
        label={text.password}
        help={checking.isPending ? text.checkingHelp : text.passwordHelp}
        name="ciec"
        // Not the portal's password, which the browser would fill in.
        autoComplete="one-time-code"
        value={password}
        error={isMissing ? text.required : null}
        data-autofocus
        onChange={({ target }) => {
          setPassword(target.value);
          setMissing(false);
        }}
      />
    </Step>
  );
}

function HistoryStep(props: { days: Days; onDays: (days: Days) => void; onClose: () => void; onDone: () => void }) {
  const { days, onDays, onClose, onDone } = props;
  return (
    <Step
      step={2}
      heading={text.history}
      onClose={onClose}
      onSubmit={onDone}
      actions={(form) => (
        <Button variant="primary" type="submit" form={form}>
          {text.next}
        </Button>
      )}
    >
      <p className={css.quiet}>{text.historyHelp}</p>
      <fieldset className={css.options} aria-label={text.history}>
        {historyDays.map((option) => (
          <label key={option} className={css.option}>
            <input
              type="radio"
              name="days"
              checked={option === days}
              data-autofocus={option === days || undefined}
              onChange={() => onDays(option)}
            />
            {text.days(option)}
          </label>
        ))}
      </fieldset>
    </Step>
  );
}

function FinishStep({ days, onBack, onClose }: { days: Days; onBack: () => void; onClose: () => void }) {
  const { notifications } = useUser();
  const [isNotified, setNotified] = useState(notifications.desyncSAT);
  const connecting = useChangeSync();
  const submit = (): void =>
    connecting.mutate(
      { syncActive: true, days, notifyDesync: isNotified },
      {
        onSuccess: () => {
          showToast({ text: text.done, tone: 'good' });
          onClose();
        },
      },
    );
  return (
    <Step
      step={3}
      heading={text.finishTitle}
      isBusy={connecting.isPending}
      onClose={onClose}
      onSubmit={submit}
      actions={(form) => (
        <>
          <Button onClick={onBack}>{text.back}</Button>
          <Button variant="primary" type="submit" form={form} busy={connecting.isPending} data-autofocus>
            {connecting.isPending ? text.connecting : text.finish}
          </Button>
        </>
      )}
    >
      {connecting.error ? <Notice tone="bad">{failureText(connecting.error)}</Notice> : null}
      <p>{text.summary(days)}</p>
      <Checkbox label={text.notify} checked={isNotified} onChange={({ target }) => setNotified(target.checked)} />
    </Step>
  );
}
