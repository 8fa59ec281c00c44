import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { type NewSecondFactor, type SignedIn, signIn } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnInvalid, TextField } from '../../../ui/field/field.tsx';
import { es } from '../es.ts';
import css from '../login.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const texts = es.secondFactor;

/** In groups of four, for typing it into a phone. */
const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/**
 * Step 2 of an operator's sign-in: a code of the authenticator app, or a recovery code. `enrolment` is what to add to the
 * app first; its recovery codes are shown before the portal opens.
 */
export function SecondFactor(props: {
  email: string;
  password: string;
  enrolment: NewSecondFactor | null;
  onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  onBack: () => void;
}) {
  const { email, password, enrolment, onSignedIn, onBack } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [enrolled, setEnrolled] = useState<SignedIn | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (text: string): void => {
    setError(text);
    focusOnInvalid(field.current, text);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return refuse(texts.codeRequired);
    setBusy(true);
    try {
      const signedIn = await signIn(email.trim(), password, code);
      if (signedIn.recoveryCodes.length > 0) setEnrolled(signedIn);
      else await onSignedIn(signedIn);
    } catch (cause) {
      refuse(failureText(cause));
    } finally {
      setBusy(false);
    }
  };

  if (enrolled) return <RecoveryCodes codes={enrolled.recoveryCodes} onSaved={() => void onSignedIn(enrolled)} />;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <h2>{enrolment ? texts.add : texts.ask}</h2>
      <p>{enrolment ? texts.addText : texts.askText}</p>
      {enrolment ? (
        <>
          <p>
            {texts.secret}: <strong className={css.key}>{grouped(enrolment.secret)}</strong>
          </p>
          <a href={enrolment.uri}>{texts.open}</a>
        </>
      ) : null}
      <TextField
        ref={field}
        label={texts.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        data-autofocus
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(null);
        }}
      />
      <Button variant="primary" type="submit" busy={busy} fullWidth>
        {busy ? texts.submitting : texts.submit}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  );
}
