import { successTexts } from '@anticipa/texts/success-texts';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { paths } from '../../lib/paths.ts';
import { keepRecoveryLink, type RecoveryLink, useRecoveryLink } from '../../lib/recovery-link.ts';
import { restoreSession, signOut, useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { useCheckedForm } from '../../ui/field/use-checked-form.ts';
import { Logo } from '../../ui/logo.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { checkKey, useAskForLink, useChangePassword } from './api.ts';
import { es } from './es.ts';
import css from './login.module.css';
import { newPasswordErrors, recoveryErrors } from './view-model.ts';

type Step =
  | { readonly name: 'ask'; readonly email: string }
  | { readonly name: 'sent'; readonly email: string }
  | { readonly name: 'checking'; readonly link: RecoveryLink; readonly problem?: string }
  | { readonly name: 'choose'; readonly link: RecoveryLink }
  | { readonly name: 'done'; readonly email: string };

function firstStep({ email = '', key }: Partial<RecoveryLink>): Step {
  return email && key ? { name: 'checking', link: { email, key } } : { name: 'ask', email };
}

/** [REC-01] [REC-02] [REC-03] Password recovery: request the link, choose a new password, done. */
export function RecoverScreen() {
  const link = useRecoveryLink();
  const [opened, setOpened] = useState(link);
  const [step, setStep] = useState(() => firstStep(link));
  const [alert, setAlert] = useState<string | null>(null);
  const session = useSession();
  const forced = session.status === 'signed-in' && session.user.mustChangePassword;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step.name);

  useEffect(() => () => keepRecoveryLink({}), []);
  // Pasting a link into this tab changes only the fragment, which loads no page.
  if (link !== opened) {
    setOpened(link);
    if (link.key) setStep(firstStep(link));
  }
  useEffect(() => {
    if (shown.current !== step.name) heading.current?.focus();
    shown.current = step.name;
  }, [step.name]);

  const closeAlert = (): void => {
    setAlert(null);
    // The step behind the alert is gone, and the focus with it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  };

  const refused = (email: string, text: string): void => {
    setAlert(text);
    setStep({ name: 'ask', email });
  };

  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 ref={heading} tabIndex={-1}>
          {es.recover[step.name].title}
        </h1>
        {forced && step.name !== 'done' ? <Notice tone="warn">{es.recover.forced}</Notice> : null}
        {step.name === 'ask' ? (
          <AskForLink email={step.email} onSent={(email) => setStep({ name: 'sent', email })} />
        ) : step.name === 'sent' ? (
          <>
            <p>{es.recover.sent.to(step.email)}</p>
            <p>{es.recover.sent.missing}</p>
            <Button onClick={() => setStep({ name: 'ask', email: step.email })}>{es.recover.sent.again}</Button>
          </>
        ) : step.name === 'checking' ? (
          <Checking
            link={step.link}
            onPassed={() => setStep({ name: 'choose', link: step.link })}
            onRefused={(text) => refused(step.link.email, text)}
          />
        ) : step.name === 'choose' ? (
          <ChoosePassword
            link={step.link}
            onRefused={(text) => refused(step.link.email, text)}
            onDone={() => setStep({ name: 'done', email: step.link.email })}
          />
        ) : (
          <Done email={step.email} />
        )}
        {step.name === 'done' ? null : forced ? (
          <Link to={paths.logout} className={css.forgot} preload={false}>
            {es.recover.logout}
          </Link>
        ) : (
          <Link
            to={paths.login}
            search={'email' in step && step.email ? { email: step.email } : {}}
            className={css.forgot}
          >
            {es.recover.back}
          </Link>
        )}
        {alert ? (
          <AlertDialog title={es.errorTitle} onClose={closeAlert}>
            {alert}
          </AlertDialog>
        ) : null}
      </main>
    </div>
  );
}

/** Checks that the key is still valid; a check without an answer can be repeated. */
function Checking(props: { link: RecoveryLink; onPassed: () => void; onRefused: (text: string) => void }): ReactNode {
  const { link } = props;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt checks again
  useEffect(() => {
    let left = false;
    setProblem(null);
    checkKey(link.email, link.key).then(
      () => left || latest.current.onPassed(),
      (error: unknown) => {
        if (left) return;
        if (error instanceof ApiRefusal && error.code === 'INVALID_KEY') latest.current.onRefused(error.message);
        else setProblem(failureText(error));
      },
    );
    return () => {
      left = true;
    };
  }, [link, attempt]);
  if (problem === null) return <p role="status">{es.recover.checking.text}</p>;
  return (
    <Notice
      tone="bad"
      title={es.errorTitle}
      action={<Button onClick={() => setAttempt(attempt + 1)}>{es.recover.checking.retry}</Button>}
    >
      {problem}
    </Notice>
  );
}

/** The password has changed. It ended all sessions, so the user signs in again. */
function Done({ email }: { email: string }) {
  const router = useRouter();
  const goOn = async (): Promise<void> => {
    await restoreSession().catch(() => null);
    await signOut();
    await router.navigate({ to: paths.login, search: { email } });
  };
  return (
    <>
      <p>{es.recover.done.text}</p>
      <Button variant="primary" fullWidth onClick={goOn}>
        {es.recover.done.login}
      </Button>
    </>
  );
}

/** Step 1: the address for the instructions. */
function AskForLink({ email: first, onSent }: { email: string; onSent: (email: string) => void }) {
  const [values, setValues] = useState({ email: first });
  const form = useCheckedForm({ values, onChange: setValues, errorsOf: recoveryErrors });
  const asking = useAskForLink();
  const ask = ({ email }: { email: string }): void => {
    if (asking.isPending) return;
    asking.mutate(email.trim(), {
      onSuccess: ({ message }) => {
        announce(successTexts[message]);
        onSent(email.trim());
      },
    });
  };

  return (
    <form {...form.onSubmit(ask)} className={css.form}>
      <p>{es.recover.ask.text}</p>
      <TextField
        {...form.field('email')}
        label={es.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="primary" type="submit" busy={asking.isPending} fullWidth>
        {asking.isPending ? es.recover.ask.submitting : es.recover.ask.submit}
      </Button>
      {asking.error ? (
        <AlertDialog title={es.errorTitle} onClose={asking.reset}>
          {failureText(asking.error)}
        </AlertDialog>
      ) : null}
    </form>
  );
}

/** Step 2: the new password, twice. A refused key leads back to step 1; a refused password is corrected here. */
function ChoosePassword(props: { link: RecoveryLink; onDone: () => void; onRefused: (text: string) => void }) {
  const { link, onDone, onRefused } = props;
  const [values, setValues] = useState({ password: '', repeated: '' });
  const form = useCheckedForm({ values, onChange: setValues, errorsOf: newPasswordErrors });
  const changing = useChangePassword(link);
  const change = ({ password }: { password: string }): void => {
    if (changing.isPending) return;
    changing.mutate(password, {
      onSuccess: onDone,
      onError: (error) => {
        if (!(error instanceof ApiRefusal)) return;
        if (error.code === 'INVALID_KEY') onRefused(error.message);
        else if (error.code.startsWith('PASSWORD_')) form.refuse({ password: error.message });
      },
    });
  };

  return (
    <form {...form.onSubmit(change)} className={css.form}>
      <p className={css.account}>
        {es.recover.choose.for} <strong>{link.email}</strong>
      </p>
      {/* For password managers: the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={es.recover.choose.password}
        autoComplete="new-password"
        help={es.recover.choose.passwordHelp}
      />
      <PasswordField {...form.field('repeated')} label={es.recover.choose.repeated} autoComplete="new-password" />
      <Button variant="primary" type="submit" busy={changing.isPending} fullWidth>
        {changing.isPending ? es.recover.choose.submitting : es.recover.choose.submit}
      </Button>
      {changing.error ? (
        <AlertDialog title={es.errorTitle} onClose={changing.reset}>
          {failureText(changing.error)}
        </AlertDialog>
      ) : null}
    </form>
  );
}
