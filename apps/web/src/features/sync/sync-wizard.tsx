import { MAX_EFIRMA_FILE } from '@anticipa/contract/sync';
import { DEFAULT_HISTORY_DAYS, historyDays } from '@anticipa/domain/sync';
import { type FormEvent, Fragment, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { FileField, focusFirstInvalid, PasswordField, TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useChangeSync, useCheckCredential } from './api.ts';
import { es } from './es.ts';
import css from './sync.module.css';

const text = es.wizard;

type EfirmaPart = 'certificate' | 'privateKey';
type Days = (typeof historyDays)[number];

/** Contents of the dialog in one step. */
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
  const form = useRef<HTMLFormElement>(null);
  const [number, setNumber] = useState<1 | 2 | 3>(1);
  const [days, setDays] = useState<Days>(DEFAULT_HISTORY_DAYS);
  const steps: Record<typeof number, Step> = {
    1: useAccessStep(form, () => setNumber(2)),
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
      <form key={number} ref={form} id={formId} className={css.form} onSubmit={onSubmit} noValidate>
        <h3 className={css.heading}>{heading}</h3>
        {body}
      </form>
    </Dialog>
  );
}

function useAccessStep(form: RefObject<HTMLFormElement | null>, onDone: () => void): Step {
  const { client, syncCredential } = useUser();
  const [password, setPassword] = useState('');
  const [files, setFiles] = useState<Partial<Record<EfirmaPart, File>>>({});
  const [isTried, setTried] = useState(false);
  const checking = useCheckCredential();
  const { certificate, privateKey } = files;
  const isEfirma = syncCredential === 'efirma';
  const errorOf = (file: File | undefined): string | null => {
    if (file === undefined) return isTried ? text.required : null;
    return file.size > MAX_EFIRMA_FILE ? text.tooLarge : null;
  };
  const accept = (): void => {
    setPassword('');
    setFiles({});
    setTried(false);
    onDone();
  };
  const submit = (): void => {
    const efirma = certificate && privateKey && { certificate, privateKey };
    const isWrong = isEfirma && (!efirma || errorOf(certificate) !== null || errorOf(privateKey) !== null);
    setTried(true);
    if (password === '' || isWrong) focusFirstInvalid(form.current);
    else checking.mutate({ password, ...(efirma && { efirma }) }, { onSuccess: accept });
  };
  const pick = (part: EfirmaPart, accepted: string): ReactNode => (
    <FileField
      label={text[part]}
      accept={accepted}
      file={files[part] ?? null}
      error={errorOf(files[part])}
      data-autofocus={part === 'certificate' || undefined}
      onPick={(file) => setFiles({ ...files, [part]: file })}
    />
  );
  return {
    heading: text.access,
    isBusy: checking.isPending,
    submit,
    actions: (id) => (
      <Button variant="primary" type="submit" form={id} busy={checking.isPending}>
        {checking.isPending ? text.checking : text.check}
      </Button>
    ),
    body: (
      <>
        {checking.error ? <Notice tone="bad">{failureText(checking.error)}</Notice> : null}
        <TextField label={text.rfc} value={client?.rfc ?? ''} readOnly />
        {isEfirma ? pick('certificate', '.cer') : null}
        {isEfirma ? pick('privateKey', '.key') : null}
        <PasswordField
          label={text.password[syncCredential]}
          help={checking.isPending ? text.checkingHelp : text.passwordHelp[syncCredential]}
          name="ciec"
          // Keeps the browser from filling in the portal's password.
          autoComplete="one-time-code"
          value={password}
          error={isTried && password === '' ? text.required : null}
          data-autofocus={!isEfirma || undefined}
          onChange={({ target }) => setPassword(target.value)}
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
        {connecting.error ? <Notice tone="bad">{es.failed}</Notice> : null}
        <p>{text.summary(days)}</p>
        <Checkbox label={text.notify} checked={isNotified} onChange={({ target }) => setNotified(target.checked)} />
      </>
    ),
  };
}
