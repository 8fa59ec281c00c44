import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type NewSecondFactor, newSecondFactor, type SignedIn, signIn } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { focusOnInvalid, PasswordField, TextField } from '../../ui/field/field.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { es } from './es.ts';
import css from './login.module.css';
import { type LoginErrors, type LoginValues, loginErrors } from './view-model.ts';

/** The dialog is a fifth of the code of the sign-in page, so the first letter typed loads it. */
const loadDialog = () => import('../../ui/overlay/dialog.tsx');
type AlertDialog = Awaited<ReturnType<typeof loadDialog>>['AlertDialog'];

const SecondFactor = lazy(() =>
  import('./components/second-factor.tsx').then(({ SecondFactor: component }) => ({ default: component })),
);

/**
 * E-mail and password, and the second factor of an operator. `onSignedIn` navigates, and the form stays busy until it
 * resolves; `children` goes between the button and the end.
 */
export function LoginForm(props: {
  email?: string | undefined;
  onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  children?: ReactNode;
}) {
  const { email: firstEmail = '', onSignedIn, children } = props;
  const [values, setValues] = useState<LoginValues>({ email: firstEmail, password: '' });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; AlertDialog: AlertDialog } | null>(null);
  const [asked, setAsked] = useState<{ enrolment: NewSecondFactor | null } | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const check = (field: keyof LoginValues): void => {
    const text = loginErrors(values)[field];
    const shown = text && values[field];
    if (shown && text !== errors[field]) announce(text);
    setErrors(({ [field]: _, ...others }) => (shown ? { ...others, [field]: text } : others));
  };

  const type = (field: keyof LoginValues, text: string): void => {
    const next = { ...values, [field]: text };
    setValues(next);
    loadDialog().catch(() => undefined);
    // Clears an error while typing; new errors wait until the field is left.
    if (!loginErrors(next)[field]) setErrors(({ [field]: _, ...others }) => others);
  };

  const showFailure = async (text: string): Promise<void> => {
    try {
      const { AlertDialog } = await loadDialog();
      setFailure({ text, AlertDialog });
    } catch {
      // Offline since the page was loaded.
      setErrors({ password: text });
      focusOnInvalid(form.current?.querySelector<HTMLInputElement>('[name=password]'), text);
    }
  };

  /** Rejects with any other error. */
  const askForSecondFactor = async (error: unknown): Promise<void> => {
    const code = error instanceof ApiRefusal ? error.code : null;
    if (code === 'SECOND_FACTOR_NEEDED') return setAsked({ enrolment: null });
    if (code !== 'SECOND_FACTOR_MISSING') throw error;
    setAsked({ enrolment: await newSecondFactor(values.email.trim(), values.password) });
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = loginErrors(values);
    setErrors(found);
    const first = found.email ? 'email' : 'password';
    const text = found[first];
    if (text) return focusOnInvalid(form.current?.querySelector<HTMLInputElement>(`[name=${first}]`), text);
    setBusy(true);
    try {
      await onSignedIn(await signIn(values.email.trim(), values.password));
    } catch (error) {
      await askForSecondFactor(error).catch((cause: unknown) => showFailure(failureText(cause)));
    } finally {
      setBusy(false);
    }
  };

  if (asked)
    return (
      <Suspense fallback={<Skeleton lines={4} />}>
        <SecondFactor {...values} {...asked} onSignedIn={onSignedIn} onBack={() => setAsked(null)} />
      </Suspense>
    );
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <TextField
        label={es.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!firstEmail}
        data-autofocus={!firstEmail || undefined}
        value={values.email}
        error={errors.email}
        onChange={(event) => type('email', event.target.value)}
        onBlur={() => check('email')}
      />
      <PasswordField
        label={es.password}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(firstEmail)}
        data-autofocus={firstEmail ? true : undefined}
        value={values.password}
        error={errors.password}
        onChange={(event) => type('password', event.target.value)}
        onBlur={() => check('password')}
      />
      <Button variant="primary" type="submit" busy={busy} fullWidth>
        {busy ? es.submitting : es.submit}
      </Button>
      {children}
      {failure ? (
        <failure.AlertDialog title={es.errorTitle} onClose={() => setFailure(null)}>
          {failure.text}
        </failure.AlertDialog>
      ) : null}
    </form>
  );
}
