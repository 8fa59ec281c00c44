import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from './programs.module.css';

/** A secret that is shown once: the dialog closes by its button only. */
export function SecretDialog(props: {
  title: string;
  text: string;
  /** Name of the secret, for the button that copies it. */
  what: string;
  secret: string;
  onClose: () => void;
}) {
  const { title, text, what, secret, onClose } = props;
  return (
    <Dialog
      title={title}
      size="small"
      closable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {es.keys.done}
        </Button>
      }
    >
      <p>{text}</p>
      <p className={css.token}>
        <code>{secret}</code>
        <CopyButton what={what} text={secret} />
      </p>
    </Dialog>
  );
}
