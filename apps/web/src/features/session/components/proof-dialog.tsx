import type { NewPasskeyOptions, SecondFactorProof } from '@anticipa/contract/passkeys';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { askPasskey, hasPasskeys, isCancelled } from '../../../lib/passkeys.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { focusOnInvalid, TextField } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { beginPasskey, passkeysQuery } from '../api.ts';
import css from '../open-sessions.module.css';
import { es } from './es.ts';

const texts = es.proof;

/**
 * Makes a change of the second factor once the person has proven a present one. `change` gets the proof and the challenge
 * of a new passkey; the dialog closes once it has succeeded.
 */
export function ProofDialog({
  title,
  text = texts.text,
  change,
  onClose,
}: {
  title: string;
  text?: string;
  change: (proof: SecondFactorProof, options: NewPasskeyOptions) => Promise<unknown>;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const passkeys = useQuery(passkeysQuery);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string): void => {
    setProblem(text);
    focusOnInvalid(field.current, text);
  };
  const proving = useMutation({
    mutationFn: async (typed: string | null) => {
      // A challenge works once, so each attempt begins with its own.
      const { passkey, proof } = await beginPasskey();
      if (typed !== null) return change({ code: typed }, passkey);
      if (proof === null) throw new Error('the person has no passkey');
      return change({ passkey: await askPasskey(proof) }, passkey);
    },
    onSuccess: onClose,
    onError: (cause) => refuse(isCancelled(cause) ? es.secondFactor.passkeyCancelled : failureText(cause)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') refuse(es.secondFactor.codeRequired);
    else proving.mutate(code.trim());
  };
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p>{text}</p>
        <TextField
          ref={field}
          label={es.secondFactor.code}
          help={texts.codeHelp}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={code}
          error={problem}
          onChange={({ target }) => {
            setCode(target.value);
            setProblem(null);
          }}
        />
        <ButtonRow>
          <Button variant="primary" type="submit" busy={proving.isPending}>
            {texts.submit}
          </Button>
          {hasPasskeys() && (passkeys.data?.length ?? 0) > 0 ? (
            <Button busy={proving.isPending} onClick={() => proving.mutate(null)}>
              {es.secondFactor.usePasskey}
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
