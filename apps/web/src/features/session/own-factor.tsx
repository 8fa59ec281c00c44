import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate } from '../../lib/format.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { paths } from '../../lib/paths.ts';
import { type NewSecondFactor, newSecondFactor, type SignedIn, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { focusOnInvalid, PasswordField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import {
  authenticatorQuery,
  dropSecondFactor,
  factorRulesQuery,
  leaveSession,
  passkeysQuery,
  sessionsQuery,
} from './api.ts';
import { Authenticator } from './authenticator.tsx';
import { es } from './components/es.ts';
import { ProofDialog } from './components/proof-dialog.tsx';
import { SecondFactor } from './components/second-factor.tsx';
import css from './open-sessions.module.css';
import { Passkeys } from './passkeys.tsx';

const texts = es.own;

/** [FAC-01] The second factor of a person of a client: turned on with the password, then changed like an operator's. */
export function OwnFactor() {
  const passkeys = useQuery(passkeysQuery);
  const app = useQuery(authenticatorQuery);
  const rules = useQuery(factorRulesQuery);
  const queries = useQueryClient();
  const [open, setOpen] = useState<'on' | 'off' | null>(null);
  const close = (): void => setOpen(null);
  const isOn = (passkeys.data?.length ?? 0) > 0 || app.data?.hasApp === true;
  const isKnown = passkeys.data !== undefined && app.data !== undefined;
  const lenderFrom = rules.data?.lenderFrom ?? null;
  const isAsked = rules.data?.isRequired === true || lenderFrom?.isInForce === true;
  const asked = rules.data?.isRequired
    ? texts.required
    : lenderFrom && (lenderFrom.isInForce ? texts.requiredByLender : texts.requiredFrom(formatDate(lenderFrom.date)));
  const refresh = () => queries.invalidateQueries({ queryKey: ['session'] });
  return (
    <>
      <PhoneFoldedCard
        title={texts.title}
        opens={asked !== null && !isOn}
        aside={isKnown ? <span className="quiet">{isOn ? texts.on : texts.off}</span> : null}
      >
        <p className={css.text}>
          {texts.text} {asked}
        </p>
        {isKnown ? (
          <div>
            {isOn ? (
              rules.data &&
              !isAsked && (
                <Button variant="quiet" onClick={() => setOpen('off')}>
                  {texts.turnOff}
                </Button>
              )
            ) : (
              <Button variant="primary" onClick={() => setOpen('on')}>
                {texts.turnOn}
              </Button>
            )}
          </div>
        ) : (
          <LoadFallback
            error={passkeys.error ?? app.error}
            onRetry={() => Promise.all([passkeys.refetch(), app.refetch()])}
            title={texts.failed}
            lines={1}
          />
        )}
      </PhoneFoldedCard>
      {isOn ? (
        <>
          <Passkeys />
          <Authenticator />
        </>
      ) : null}
      {open === 'on' ? <TurnOnFactor text={texts.passwordText} onDone={refresh} onClose={close} /> : null}
      {open === 'off' ? (
        <ProofDialog
          title={texts.turnOff}
          change={async (proof) => {
            await dropSecondFactor(proof);
            showToast({ text: texts.turnedOff, tone: 'good' });
            await refresh();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The factor is made like at a sign-in that asks for one: with the password, and by signing in again in this page. */
export function TurnOnFactor(props: { text: string; onDone: () => Promise<unknown>; onClose: () => void }) {
  const { text, onDone, onClose } = props;
  const { email, userId } = useUser();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [enrolment, setEnrolment] = useState<NewSecondFactor | null>(null);
  const before = useRef<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string): void => {
    setProblem(text);
    focusOnInvalid(field.current, text);
  };
  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (password === '') return refuse(texts.passwordRequired);
    setAsking(true);
    try {
      const sessions = await queries.fetchQuery(sessionsQuery);
      before.current = sessions.find(({ current }) => current)?.sessionId ?? null;
      setEnrolment(await newSecondFactor(email, password));
    } catch (cause) {
      refuse(failureText(cause));
    } finally {
      setAsking(false);
    }
  };
  const finish = async ({ user }: SignedIn): Promise<void> => {
    // This sign-in took the place of the page's session.
    if (before.current !== null) await leaveSession(before.current).catch(() => undefined);
    // The person has meanwhile entered another company elsewhere.
    if (user.userId !== userId) return leaveFor(paths.profile);
    showToast({ text: texts.turnedOn, tone: 'good' });
    await onDone();
    onClose();
  };
  return (
    <Dialog title={enrolment ? texts.add : texts.turnOn} size="small" onClose={onClose}>
      {enrolment ? (
        <SecondFactor
          email={email}
          password={password}
          enrolment={enrolment}
          isOwnChoice
          onSignedIn={finish}
          onBack={onClose}
        />
      ) : (
        <form className={css.form} onSubmit={(event) => void ask(event)} noValidate>
          <p>{text}</p>
          <PasswordField
            ref={field}
            label={texts.password}
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={problem}
            onChange={({ target }) => {
              setPassword(target.value);
              setProblem(null);
            }}
          />
          <ButtonRow>
            <Button variant="primary" type="submit" busy={isAsking}>
              {texts.next}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {texts.cancel}
            </Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  );
}
