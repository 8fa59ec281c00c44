import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from '../sale-review.module.css';

const MAX_MESSAGE = 300;

/** Asks for a correction: by the client in the whole sale or the current invoice, or by the proposer of an answer. */
export function ReturnDialog(props: {
  /** The current one of several invoices, which the message may be about alone. */
  invoice?: string | null;
  texts?: Pick<typeof es.second.back, 'title' | 'message' | 'help' | 'missing' | 'confirm'>;
  busy: boolean;
  problem: string | null;
  onDone: (message: string, isOnlyThis: boolean) => void;
  onClose: () => void;
}) {
  const { invoice, texts = es.returned, busy, problem, onDone, onClose } = props;
  const [message, setMessage] = useState('');
  const [isOnlyThis, setOnlyThis] = useState(false);
  const [isTried, setTried] = useState(false);
  const form = useId();
  const isShort = isShortReason(message);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isShort) onDone(message.trim().replace(/\s+/g, ' '), isOnlyThis);
  };
  return (
    <Dialog
      title={texts.title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{es.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <TextArea
          label={texts.message}
          help={texts.help}
          error={isTried && isShort ? texts.missing : null}
          rows={3}
          maxLength={MAX_MESSAGE}
          value={message}
          data-autofocus
          onChange={({ target }) => setMessage(target.value)}
        />
        {invoice ? (
          <Checkbox
            label={es.returned.only(invoice)}
            checked={isOnlyThis}
            onChange={({ target }) => setOnlyThis(target.checked)}
          />
        ) : null}
        {problem ? <p role="alert">{problem}</p> : null}
      </form>
    </Dialog>
  );
}
