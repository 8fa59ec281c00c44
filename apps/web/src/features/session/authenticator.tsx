import type { SecondFactorProof } from '@anticipa/contract/passkeys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { focusOnInvalid, TextField } from '../../ui/field/field.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { addAuthenticator, authenticatorQuery, beginAuthenticator } from './api.ts';
import { AppSecret } from './components/app-secret.tsx';
import { es } from './components/es.ts';
import { ProofDialog } from './components/proof-dialog.tsx';
import css from './open-sessions.module.css';

const texts = es.authenticator;

/** [OPE-01] The person's authenticator app, which can be added to a passkey. */
export function Authenticator() {
  const { data, error, refetch } = useQuery(authenticatorQuery);
  const beginning = useMutation({ mutationFn: beginAuthenticator });
  return (
    <PhoneFoldedCard title={texts.title}>
      <p className={css.text}>{data?.hasApp ? texts.has : texts.text}</p>
      {data ? null : <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={1} />}
      {data?.hasApp === false && !beginning.data ? (
        <div>
          <Button busy={beginning.isPending} onClick={() => beginning.mutate()}>
            {texts.begin}
          </Button>
        </div>
      ) : null}
      {beginning.error ? <Notice tone="bad" title={failureText(beginning.error)} /> : null}
      {data?.hasApp === false && beginning.data ? <CodeForm app={beginning.data} /> : null}
    </PhoneFoldedCard>
  );
}

function CodeForm({ app }: { app: { readonly secret: string; readonly uri: string } }) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isProving, setProving] = useState(false);
  const queries = useQueryClient();
  const refuse = (text: string): void => {
    setProblem(text);
    focusOnInvalid(field.current, text);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') refuse(es.secondFactor.codeRequired);
    else setProving(true);
  };
  const add = async (proof: SecondFactorProof): Promise<void> => {
    try {
      queries.setQueryData(authenticatorQuery.queryKey, await addAuthenticator(code.trim(), proof));
      showToast({ text: texts.added, tone: 'good' });
    } catch (cause) {
      // The proof was right; the code of the new app belongs to this form.
      if (!(cause instanceof ApiRefusal && cause.code === 'AUTHENTICATOR_REFUSED')) throw cause;
      refuse(failureText(cause));
    }
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p>{texts.steps}</p>
      <AppSecret app={app} />
      <TextField
        ref={field}
        label={es.secondFactor.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        // The form has just replaced the button that had the focus.
        autoFocus
        value={code}
        error={problem}
        onChange={({ target }) => {
          setCode(target.value);
          setProblem(null);
        }}
      />
      <div>
        <Button variant="primary" type="submit">
          {texts.submit}
        </Button>
      </div>
      {isProving ? <ProofDialog title={texts.begin} change={add} onClose={() => setProving(false)} /> : null}
    </form>
  );
}
