import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import css from '../clients.module.css';
import { es } from '../es.ts';

/** An action that needs a reason, and at most the choice in `children`. */
export function ReasonForm(props: {
  title: string;
  text: string;
  submit: string;
  isDanger?: boolean;
  sending: { readonly isPending: boolean; readonly error: Error | null };
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { title, text, submit, isDanger = false, sending, onSubmit, onClose, children } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isShort = isShortReason(reason);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isShort) onSubmit(reason);
  };
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className={css.form} onSubmit={send} noValidate>
        <p>{text}</p>
        {children}
        <TextArea
          label={es.form.reason}
          help={es.form.reasonLogged}
          rows={2}
          data-autofocus
          value={reason}
          error={isChecked && isShort ? es.form.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        {sending.error ? <Notice tone="bad" title={failureText(sending.error)} /> : null}
        <ButtonRow>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" busy={sending.isPending}>
            {submit}
          </Button>
          <Button onClick={onClose}>{es.form.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
