import { DEFAULT_HISTORY_DAYS, historyDays } from '@anticipa/domain/sync';
import { type FormEvent, Fragment, type ReactNode, useId, useRef, useState } from 'react';
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

/** What the dialog shows in one step. */
interface Step {
  readonly heading: string;
  readonly isBusy: boolean;
  readonly submit: () => void;
  /** The buttons; the last one submits the form with this id. */
  readonly actions: (formId: string) => ReactNode;
  readonly body: ReactNode;
}

/**
 * [SAT-01] Connects the client in three steps: access, age of the invoices, finish. One dialog for all, which returns the
 * focus to its origin.
 */
export function SyncWizard({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [number, setNumber] = useState<1 | 2 | 3>(1);
  const [days, setDays] = useState<Days>(DEFAULT_HISTORY_DAYS);
  const steps: Record<typeof number, Step> = {
    1: useAccessStep(() => setNumber(2)),
    2: historyStep({ days, onDays: setDays, onDone: () => setNumber(3) }),
    3: useFinishStep({ days, onBack: () => setNumber(2), onClose }),
  };
  const { heading, isBusy, submit, actions, body } = steps[number];
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) submit();
  };
  return (
    <Dialog
      title={text.title}
      size="medium"
      onClose={onClose}
      closable={!isBusy}
      header={<span className={css.count}>{text.step(number)}</span>}
      footer={<Fragment key={number}>{actions(formId)}</Fragment>}
    >
      <form key={number} id={formId} className={css.form} onSubmit={onSubmit} noValidate>
        <h3 className={css.heading}>{heading}</h3>
        {body}
      </form>
    </Dialog>
  );
}

function useAccessStep(onDone: () => void): Step {
  const { client } = useUser();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const checking = useCheckPassword();
  const accept = (): void => {
    setPassword('');
    onDone();
  };
  return {
    heading: text.access,
    isBusy: checking.isPending,
    submit: () => {
      setMissing(password === '');
      if (password === '') focusOnInvalid(field.current, text.required);
      else checking.mutate(password, { onSuccess: accept });
    },
    actions: (form) => (
      <Button variant="primary" type="submit" form={form} busy={checking.isPending}>
        {checking.isPending ? text.checking : text.check}
      </Button>
    ),
    body: (
      <>
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
      </>
    ),
  };
}

const focus = (element: HTMLElement | null): void => element?.focus();

function historyStep(props: { days: Days; onDays: (days: Days) => void; onDone: () => void }): Step {
  const { days, onDays, onDone } = props;
  return {
    heading: text.history,
    isBusy: false,
    submit: onDone,
    actions: (form) => (
      <Button variant="primary" type="submit" form={form}>
        {text.next}
      </Button>
    ),
    body: (
      <>
        <p className={css.quiet}>{text.historyHelp}</p>
        <fieldset className={css.options} aria-label={text.history}>
          {historyDays.map((option) => (
            <label key={option} className={css.option}>
              <input
                type="radio"
                name="days"
                checked={option === days}
                ref={option === days ? focus : null}
                onChange={() => onDays(option)}
              />
              {text.days(option)}
            </label>
          ))}
        </fieldset>
      </>
    ),
  };
}

function useFinishStep({ days, onBack, onClose }: { days: Days; onBack: () => void; onClose: () => void }): Step {
  const { notifications } = useUser();
  const [isNotified, setNotified] = useState(notifications.desyncSAT);
  const connecting = useChangeSync();
  const connected = (): void => {
    showToast({ text: text.done, tone: 'good' });
    onClose();
  };
  return {
    heading: text.finishTitle,
    isBusy: connecting.isPending,
    submit: () => connecting.mutate({ syncActive: true, days, notifyDesync: isNotified }, { onSuccess: connected }),
    actions: (form) => (
      <>
        <Button onClick={onBack}>{text.back}</Button>
        <Button variant="primary" type="submit" form={form} busy={connecting.isPending} autoFocus>
          {connecting.isPending ? text.connecting : text.finish}
        </Button>
      </>
    ),
    body: (
      <>
        {connecting.error ? <Notice tone="bad">{failureText(connecting.error)}</Notice> : null}
        <p>{text.summary(days)}</p>
        <Checkbox label={text.notify} checked={isNotified} onChange={({ target }) => setNotified(target.checked)} />
      </>
    ),
  };
}
