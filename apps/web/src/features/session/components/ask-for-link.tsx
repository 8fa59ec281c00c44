import { successTexts } from '@anticipa/texts/texts';
import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnInvalid, TextField } from '../../../ui/field/field.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../../ui/overlay/dialog.tsx';
import { askForLink } from '../api.ts';
import { es } from '../es.ts';
import css from '../login.module.css';
import { recoveryEmailError } from '../view-model.ts';

/** Step 1: which e-mail the instructions go to. */
export function AskForLink({ email: first, onSent }: { email: string; onSent: (email: string) => void }) {
  const [email, setEmail] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const check = (): void => {
    const found = email ? recoveryEmailError(email) : null;
    if (found && found !== error) announce(found);
    setError(found);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = recoveryEmailError(email);
    setError(found);
    if (found) return focusOnInvalid(field.current, found);
    setBusy(true);
    try {
      const { message } = await askForLink(email.trim());
      announce(successTexts[message]);
      onSent(email.trim());
    } catch (caught) {
      setFailure(failureText(caught));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p>{es.recover.ask.text}</p>
      <TextField
        ref={field}
        label={es.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          if (!recoveryEmailError(event.target.value)) setError(null);
        }}
        onBlur={check}
      />
      <Button variant="primary" type="submit" busy={busy} fullWidth>
        {busy ? es.recover.ask.submitting : es.recover.ask.submit}
      </Button>
      {failure ? (
        <AlertDialog title={es.errorTitle} onClose={() => setFailure(null)}>
          {failure}
        </AlertDialog>
      ) : null}
    </form>
  );
}
