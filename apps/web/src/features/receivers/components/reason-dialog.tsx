import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from '../receivers.module.css';

/** A change with its reason. `onSubmit` is called for each attempt, with null while the reason is missing. */
export function ReasonDialog(props: {
  title: string;
  submit: string;
  changing: { readonly isPending: boolean; readonly error: Error | null };
  onSubmit: (reason: string | null) => void;
  onClose: () => void;
  /** Beside the buttons. */
  extra?: ReactNode;
  children: ReactNode;
}) {
  const { title, submit, changing, onSubmit, onClose, extra, children } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const given = isShortReason(reason) ? null : reason.trim();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    onSubmit(given);
  };
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className={css.screen} onSubmit={send} noValidate>
        {children}
        <TextArea
          label={es.reason}
          help={es.reasonHelp}
          rows={2}
          maxLength={300}
          value={reason}
          error={isChecked && given === null ? es.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        {changing.error ? <Notice tone="bad" title={failureText(changing.error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={changing.isPending}>
            {submit}
          </Button>
          <Button onClick={onClose}>{es.cancel}</Button>
          {extra}
        </ButtonRow>
      </form>
    </Dialog>
  );
}
