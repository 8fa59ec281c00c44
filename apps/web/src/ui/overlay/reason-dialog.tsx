import { isShortReason } from '@anticipa/domain/operator';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Notice } from '../feedback/notice.tsx';
import { TextArea } from '../field/field.tsx';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { showToast } from './toast.tsx';

const texts = {
  reason: 'Motivo',
  help: 'Queda en la bitácora.',
  missing: 'Escribe el motivo, de 5 letras o más.',
  cancel: 'Cancelar',
};

/** A change at the desk with its reason; closes once it is made. */
export function ReasonDialog<Body, Made>(props: {
  title: string;
  submit: string;
  isDanger?: boolean;
  changing: Pick<UseMutationResult<Made, Error, Body>, 'mutate' | 'isPending' | 'error'>;
  /** Null while a field is not valid. */
  bodyOf: (reason: string) => Body | null;
  /** Returns what was done, in words; null for no notice. */
  onDone: (made: Made) => string | null;
  onClose: () => void;
  /** Beside the buttons. */
  extra?: ReactNode;
  /** Consequences, and fields, which show their errors once the form has been submitted. */
  children: ReactNode | ((isChecked: boolean) => ReactNode);
}) {
  const { title, submit, isDanger = false, changing, bodyOf, onDone, onClose, extra, children } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const given = isShortReason(reason) ? null : reason.trim();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const body = given === null ? null : bodyOf(given);
    if (body === null) return;
    changing.mutate(body, {
      onSuccess: (made) => {
        const text = onDone(made);
        if (text !== null) showToast({ text, tone: 'good' });
        onClose();
      },
    });
  };
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className={css.reasoned} onSubmit={send} noValidate>
        {typeof children === 'function' ? children(isChecked) : children}
        <TextArea
          label={texts.reason}
          help={texts.help}
          rows={2}
          maxLength={300}
          data-autofocus
          value={reason}
          error={isChecked && given === null ? texts.missing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        {changing.error ? <Notice tone="bad" title={failureText(changing.error)} /> : null}
        <ButtonRow>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" busy={changing.isPending}>
            {submit}
          </Button>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {extra}
        </ButtonRow>
      </form>
    </Dialog>
  );
}
