import { type FormEvent, useRef, useState } from 'react';
import { ApiRefusal } from '../../../lib/api-client.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { RecoveryLink } from '../../../lib/recovery-link.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnInvalid, PasswordField } from '../../../ui/field/field.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../../ui/overlay/dialog.tsx';
import { changePassword } from '../api.ts';
import { es } from '../es.ts';
import css from '../login.module.css';
import { type NewPasswordErrors, type NewPasswordValues, newPasswordErrors } from '../view-model.ts';

/** Step 2: the new password, twice. A refusal of the key leads back to step 1, one of the password is mended here. */
export function ChoosePassword(props: { link: RecoveryLink; onDone: () => void; onRefused: (text: string) => void }) {
  const { link, onDone, onRefused } = props;
  const [values, setValues] = useState<NewPasswordValues>({ password: '', repeated: '' });
  const [errors, setErrors] = useState<NewPasswordErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (next: NewPasswordValues): void => {
    setValues(next);
    // What was wrong is looked at again with every key; what was not wrong yet waits for the end of the field.
    if (errors.password || errors.repeated) setErrors(next.repeated ? newPasswordErrors(next) : {});
  };

  const check = (): void => {
    if (!values.repeated) return;
    const found = newPasswordErrors(values);
    const text = found.password ?? found.repeated;
    if (text && text !== (errors.password ?? errors.repeated)) announce(text);
    setErrors(found);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = newPasswordErrors(values);
    setErrors(found);
    const first = found.password ? 'password' : 'repeated';
    const text = found[first];
    if (text) return focusOnInvalid(form.current?.querySelector<HTMLInputElement>(`[name=${first}]`), text);
    setBusy(true);
    try {
      await changePassword(link, values.password);
      onDone();
    } catch (error) {
      const text = failureText(error);
      if (error instanceof ApiRefusal && error.code === 'INVALID_KEY') return onRefused(text);
      if (error instanceof ApiRefusal && error.code.startsWith('PASSWORD_')) setErrors({ password: text });
      setFailure(text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <p className={css.account}>
        {es.recover.choose.for} <strong>{link.email}</strong>
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        label={es.recover.choose.password}
        name="password"
        autoComplete="new-password"
        help={es.recover.choose.passwordHelp}
        value={values.password}
        error={errors.password}
        onChange={(event) => change({ ...values, password: event.target.value })}
      />
      <PasswordField
        label={es.recover.choose.repeated}
        name="repeated"
        autoComplete="new-password"
        value={values.repeated}
        error={errors.repeated}
        onChange={(event) => change({ ...values, repeated: event.target.value })}
        onBlur={check}
      />
      <Button variant="primary" type="submit" busy={busy} fullWidth>
        {busy ? es.recover.choose.submitting : es.recover.choose.submit}
      </Button>
      {failure ? (
        <AlertDialog title={es.errorTitle} onClose={() => setFailure(null)}>
          {failure}
        </AlertDialog>
      ) : null}
    </form>
  );
}
