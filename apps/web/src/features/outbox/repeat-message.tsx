import { type Message, repeatMessage } from '@anticipa/contract/outbox';
import { messageKindTexts } from '@anticipa/texts/message-texts';
import { failureText } from '../../lib/failure-text.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useRepeatMessage } from './api.ts';
import { es } from './es.ts';
import css from './messages.module.css';

const texts = es.repeat;
const ended: readonly Message['state'][] = ['bounced', 'given-up', 'delivered'];

/** Offers to resend a message that the portal has stopped trying to deliver. */
export function RepeatMessage({ message, onAsk }: { message: Message; onAsk: (message: Message) => void }) {
  const mayRepeat = useMay(repeatMessage);
  const { kind, state, entityName, isRepeated } = message;
  if (isRepeated) return <span className={css.quiet}>{texts.was}</span>;
  // Links to set a password are made anew by another invitation.
  if (!mayRepeat || kind === 'recovery-link' || !ended.includes(state)) return null;
  return (
    <Button size="small" aria-label={texts.of(messageKindTexts[kind], entityName)} onClick={() => onAsk(message)}>
      {texts.action}
    </Button>
  );
}

/** The question, outside the table: its rows change their form with the width of the window. */
export function RepeatQuestion({ message, onClose }: { message: Message; onClose: () => void }) {
  const { kind, state, entityName, sentTo } = message;
  const { mutate, isPending, error } = useRepeatMessage();
  const onSuccess = (): void => {
    showToast({ text: texts.done, tone: 'good' });
    onClose();
  };
  return (
    <Dialog
      title={texts.title}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isPending} data-autofocus onClick={() => mutate(message, { onSuccess })}>
            {texts.action}
          </Button>
        </>
      }
    >
      <p>{texts.text(messageKindTexts[kind], entityName)}</p>
      {state === 'bounced' && sentTo !== null ? <p>{texts.refused(sentTo)}</p> : null}
      {error ? <Notice tone="bad" title={failureText(error)} /> : null}
    </Dialog>
  );
}
