import { type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import css from './dialog.module.css';
import { useLayer } from './layers.ts';

export interface DialogProps {
  readonly title: ReactNode;
  /** Closing is always possible by Escape and by the button, unless `closable` is false for as long as it must be. */
  readonly onClose: () => void;
  readonly closable?: boolean;
  /** `workspace` fills the window (a job of its own), `large` holds a table, `medium` a form, `small` a question. */
  readonly size?: 'workspace' | 'large' | 'medium' | 'small';
  readonly role?: 'dialog' | 'alertdialog';
  /** Beside the title: steps, filters, a count. */
  readonly header?: ReactNode;
  /** Stays visible at the bottom; the main action goes last. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A dialog, open for as long as it is mounted; a full-screen sheet on a phone. Escape closes the top layer only and
 * the focus returns to where it came from.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, closable = true, size = 'large', role = 'dialog', header, footer, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const bodyId = useId();
  useLayer(element, () => {
    if (closable) onClose();
  });
  return createPortal(
    <div className={css.scrim} data-size={size}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is always dialog or alertdialog */}
      <div
        ref={element}
        className={css.dialog}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        // Who is interrupted hears the message itself, not only its title.
        aria-describedby={role === 'alertdialog' ? bodyId : undefined}
        tabIndex={-1}
      >
        {/* Not <header> and <footer>: directly in a dialog they would be those of the page to a screen reader. */}
        <div className={css.header}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {header}
          {closable && role === 'dialog' ? (
            <IconButton icon="close" label="Cerrar" onClick={onClose} className={css.close} data-print="hide" />
          ) : null}
        </div>
        <div id={bodyId} className={css.body}>
          {children}
        </div>
        {footer ? <div className={css.footer}>{footer}</div> : null}
      </div>
    </div>,
    document.body,
  );
}

/** A message that must be read: a title, a text and one button, as the specification fixes them. */
export function AlertDialog({ title, children, onClose }: { title: string; children: ReactNode; onClose: () => void }) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          Ok
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
