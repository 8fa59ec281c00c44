import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { askPasskey, hasPasskeys, isCancelled, makePasskey } from '../../../lib/passkeys.ts';
import {
  type NewSecondFactor,
  newSecondFactor,
  passkeyChallenge,
  type SignedIn,
  signIn,
} from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { focusOnInvalid, TextField } from '../../../ui/field/field.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import css from '../login.module.css';
import { AppSecret } from './app-secret.tsx';
import { es } from './es.ts';

const texts = es.secondFactor;

/**
 * Step 2 of a sign-in: a passkey, a code of the authenticator app, or a recovery code. `enrolment` is what a
 * passkey or the app is made with first; the recovery codes are shown before the portal opens.
 */
export function SecondFactor(props: {
  email: string;
  password: string;
  enrolment: NewSecondFactor | null;
  onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  onBack: () => void;
  /** The person turns it on in the profile; otherwise the sign-in asks for it. */
  isOwnChoice?: boolean;
}) {
  const { isOwnChoice = false } = props;
  const { email, password, enrolment, onSignedIn, onBack } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [enrolled, setEnrolled] = useState<SignedIn | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (text: string): void => {
    setError(text);
    focusOnInvalid(field.current, text);
  };
  const enter = async (proofOf: () => Promise<Parameters<typeof signIn>[2]>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const signedIn = await signIn(email.trim(), password, await proofOf());
      if (signedIn.recoveryCodes.length > 0) setEnrolled(signedIn);
      else await onSignedIn(signedIn);
    } catch (cause) {
      // The person closed the browser's dialog, or it took too long.
      if (isCancelled(cause)) refuse(texts.passkeyCancelled);
      else refuse(failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') refuse(texts.codeRequired);
    else void enter(async () => ({ code }));
  };
  /** The challenge of an enrolment works once; another attempt asks for the next. */
  const proveByPasskey = (): Promise<void> =>
    enter(async () => {
      if (!enrolment) return { passkey: await askPasskey(await passkeyChallenge(email.trim(), password)) };
      const { passkey } = isTried ? await newSecondFactor(email.trim(), password) : enrolment;
      setTried(true);
      return { passkey: await makePasskey(passkey) };
    });

  if (enrolled) return <RecoveryCodes codes={enrolled.recoveryCodes} onSaved={() => void onSignedIn(enrolled)} />;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {isOwnChoice ? null : <h2>{enrolment ? texts.add : texts.ask}</h2>}
      <p>{isOwnChoice ? es.own.addText : enrolment ? texts.addText : texts.askText}</p>
      {hasPasskeys() ? (
        <Button busy={busy} onClick={() => void proveByPasskey()} fullWidth>
          {enrolment ? texts.makePasskey : texts.usePasskey}
        </Button>
      ) : null}
      {enrolment ? (
        <>
          <p>{texts.orApp}</p>
          <AppSecret app={enrolment} />
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
        {isOwnChoice ? es.own.finish : busy ? texts.submitting : texts.submit}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {isOwnChoice ? es.own.cancel : texts.back}
      </Button>
    </form>
  );
}

/** The recovery codes of a new second factor, shown once. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [copying, setCopying] = useState<'copied' | 'refused' | null>(null);
  const copied = copying === 'copied';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      announce(texts.copied);
      setCopying('copied');
    } catch {
      setCopying('refused');
    }
  };
  return (
    <div className={css.form}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.recovery}
      </h2>
      <p>{texts.recoveryText}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
        {copied ? texts.copied : texts.copy}
      </Button>
      {copying === 'refused' ? <Notice tone="bad">{texts.notCopied}</Notice> : null}
      <Button variant="primary" fullWidth onClick={onSaved}>
        {texts.saved}
      </Button>
    </div>
  );
}
