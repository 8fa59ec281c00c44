import { answerConfirmation, type OpenedConfirmation, openConfirmation } from '@anticipa/contract/confirmations';
import { type ConfirmationVerdict, confirmationVerdicts, shownFacts } from '@anticipa/domain/confirmation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiRefusal, call } from '../../lib/api-client.ts';
import { brand } from '../../lib/brand.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate } from '../../lib/format.ts';
import { BrandFooter } from '../../ui/brand-footer.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { focusFirstInvalid, TextArea, TextField } from '../../ui/field/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import css from './confirm.module.css';
import { es } from './es.ts';

/** Where the tab keeps the key, so that a reload, or a phone that dropped the page, opens it again. */
const KEPT = 'confirmation-key';

/** The key of the address, which is taken out of it before anything is drawn. */
const keyOfAddress = (): string => {
  const key = new URLSearchParams(window.location.hash.slice(1)).get('k');
  if (key === null) return window.sessionStorage.getItem(KEPT) ?? '';
  window.sessionStorage.setItem(KEPT, key);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return key;
};

/** [EFE-25] A receiver confirms, objects to or corrects one invoice. Nothing is sent without a button. */
export function ConfirmScreen() {
  const [key] = useState(keyOfAddress);
  const opened = useQuery({
    queryKey: ['confirmation', key],
    queryFn: () => call(openConfirmation, { body: { key } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error } = opened;
  const isInvalid = error instanceof ApiRefusal && error.code === 'CONFIRMATION_LINK_INVALID';
  return (
    <div className={css.screen}>
      <main className={css.main}>
        <Logo />
        <h1 tabIndex={-1}>{es.title}</h1>
        {data ? (
          <Opened opened={data} sentKey={key} />
        ) : error ? (
          <Notice
            tone="bad"
            title={isInvalid ? es.invalidTitle : es.loadFailed}
            action={isInvalid ? null : <Button onClick={() => void opened.refetch()}>{es.retry}</Button>}
          >
            {failureText(error)}
          </Notice>
        ) : (
          <Skeleton lines={6} />
        )}
      </main>
      <footer>
        <BrandFooter copyright={es.copyright} />
      </footer>
    </div>
  );
}

function Opened({ opened, sentKey }: { opened: OpenedConfirmation; sentKey: string }) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (given: Given) => call(answerConfirmation, { body: { key: sentKey, ...given } }),
    onSuccess: ({ answered }) => queries.setQueryData(['confirmation', sentKey], { ...opened, answered }),
  });
  return (
    <>
      {opened.answered ? (
        <Notice tone="good" title={es.thanks}>
          {es.answered[opened.answered]} {es.another}
        </Notice>
      ) : (
        <p>{es.intro(brand.name)}</p>
      )}
      {opened.shown === null ? null : (
        <Facts className={css.facts} label={es.invoice} facts={shownFacts(opened.shown)} />
      )}
      {opened.answered ? null : (
        <AnswerForm
          days={opened}
          busy={sending.isPending}
          failure={sending.error ? failureText(sending.error) : null}
          onSend={(given) => sending.mutate(given)}
        />
      )}
    </>
  );
}

/** The agreement first, the objection last. */
const choices = confirmationVerdicts.toSorted(
  (one, other) => Number(one === 'objected') - Number(other === 'objected'),
);

interface Given {
  readonly verdict: ConfirmationVerdict;
  readonly person: string;
  readonly position: string;
  readonly reason: string | null;
  readonly dueOn: string | null;
}

function dueProblem(
  dueOn: string | null,
  { earliest, latest }: Pick<OpenedConfirmation, 'earliest' | 'latest'>,
): string | null {
  if (dueOn === null) return es.dueMissing;
  return dueOn < earliest || dueOn > latest ? es.dueRefused(formatDate(earliest), formatDate(latest)) : null;
}

function AnswerForm(props: {
  days: Pick<OpenedConfirmation, 'today' | 'earliest' | 'latest'>;
  busy: boolean;
  failure: string | null;
  onSend: (given: Given) => void;
}) {
  const [verdict, setVerdict] = useState<ConfirmationVerdict | null>(null);
  const [texts, setTexts] = useState({ person: '', position: '', reason: '' });
  const [dueOn, setDueOn] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const person = texts.person.trim();
  const position = texts.position.trim();
  const reason = texts.reason.trim();
  const errors = {
    person: person.length < 2 ? es.personMissing : null,
    position: position.length < 2 ? es.positionMissing : null,
    reason: verdict === 'objected' && reason.length < 5 ? es.reasonMissing : null,
    dueOn: verdict === 'due-corrected' ? dueProblem(dueOn, props.days) : null,
  };
  const shown = (field: keyof typeof errors): string | null => (isTried ? errors[field] : null);
  const set = (field: keyof typeof texts) => (event: { readonly target: { readonly value: string } }) =>
    setTexts({ ...texts, [field]: event.target.value });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (verdict === null || Object.values(errors).some((error) => error !== null)) {
      requestAnimationFrame(() => {
        // The answer comes first, and a radio button cannot be marked as wrong.
        if (verdict === null) form.current?.querySelector<HTMLElement>('[name=verdict]')?.focus();
        else focusFirstInvalid(form.current);
      });
      return;
    }
    props.onSend({
      verdict,
      person,
      position,
      reason: verdict === 'objected' ? reason : null,
      dueOn: verdict === 'due-corrected' ? dueOn : null,
    });
  };
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate>
      <fieldset className={css.choices}>
        <legend>{es.question}</legend>
        {choices.map((value) => (
          <label key={value}>
            <input type="radio" name="verdict" checked={verdict === value} onChange={() => setVerdict(value)} />
            {es.choices[value]}
          </label>
        ))}
        {isTried && verdict === null ? <Notice tone="bad" title={es.choiceMissing} /> : null}
      </fieldset>
      {verdict === 'due-corrected' ? (
        <DateField
          label={es.dueOn}
          value={dueOn}
          today={props.days.today}
          min={props.days.earliest}
          max={props.days.latest}
          error={shown('dueOn')}
          onChange={setDueOn}
        />
      ) : null}
      {verdict === 'objected' ? (
        <TextArea
          label={es.reason}
          help={es.reasonHelp}
          value={texts.reason}
          maxLength={500}
          error={shown('reason')}
          onChange={set('reason')}
        />
      ) : null}
      <TextField
        label={es.person}
        autoComplete="name"
        maxLength={120}
        value={texts.person}
        error={shown('person')}
        onChange={set('person')}
      />
      <TextField
        label={es.position}
        autoComplete="organization-title"
        maxLength={120}
        value={texts.position}
        error={shown('position')}
        onChange={set('position')}
      />
      <p className="quiet">{es.kept}</p>
      {props.failure ? (
        <Notice tone="bad" title={es.failed}>
          {props.failure}
        </Notice>
      ) : null}
      <Button type="submit" variant="primary" busy={props.busy}>
        {es.send}
      </Button>
    </form>
  );
}
