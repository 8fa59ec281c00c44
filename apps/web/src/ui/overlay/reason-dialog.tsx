import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { TextArea } from '../field/field.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

const MAX_REASON = 300;

/** Asks for a reason of some letters and sends it in one line; a refusal stays in the dialog. */
export function ReasonDialog(props: {
  texts: { readonly title: string; message: string; help: string; missing: string; confirm: string };
  busy: boolean;
  problem: string | null;
  onDone: (reason: string) => void;
  onClose: () => void;
  above?: ReactNode;
  children?: ReactNode;
}) {
  const { texts, busy, problem, onDone, onClose, above, children } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useId();
  const isShort = isShortReason(reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isShort) onDone(reason.trim().replace(/\s+/g, ' '));
  };
  return (
    <Dialog
      title={texts.title}
      size="small"
      onClose={onClose}
      footer={<DialogButtons form={form} confirm={texts.confirm} busy={busy} onClose={onClose} />}
    >
      <form id={form} className="stack" onSubmit={submit}>
        {above}
        <TextArea
          label={texts.message}
          help={texts.help}
          error={isTried && isShort ? texts.missing : null}
          rows={3}
          maxLength={MAX_REASON}
          value={reason}
          data-autofocus
          onChange={({ target }) => setReason(target.value)}
        />
        {children}
        {problem ? <p role="alert">{problem}</p> : null}
      </form>
    </Dialog>
  );
}
