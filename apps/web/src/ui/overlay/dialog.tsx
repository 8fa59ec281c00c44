import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Overlay } from 'react-aria/Overlay';
import { useDialog } from 'react-aria/useDialog';
import { useModalOverlay } from 'react-aria/useModalOverlay';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { useBottomEdge } from '../bottom-edge.ts';
import { Button, IconButton } from '../button.tsx';
import css from './dialog.module.css';
import { ActionButton, PreviewFirst } from './preview.tsx';

export interface DialogProps {
  readonly title: ReactNode;
  /** Called by Escape and by the close button, unless `closable` is false. */
  readonly onClose: () => void;
  readonly closable?: boolean;
  /** `workspace` fills the window, `large` holds a table, `medium` a form, `small` a question. Defaults to `large`. */
  readonly size?: 'workspace' | 'large' | 'medium' | 'small';
  readonly role?: 'dialog' | 'alertdialog';
  /** Beside the title: steps, filters, a count. */
  readonly header?: ReactNode;
  /** Stays visible at the bottom; the main action goes last. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A dialog, open while mounted; a full-screen sheet on a phone. Escape closes the top layer only. The focus starts on
 * `[data-autofocus]` or else the first field of a form, stays inside, and returns to its origin.
 */
export function Dialog(props: DialogProps) {
  return (
    <Overlay>
      <PreviewFirst>
        <Modal {...props} />
      </PreviewFirst>
    </Overlay>
  );
}

function Modal(props: DialogProps) {
  const { title, onClose, closable = true, size = 'large', role = 'dialog', header, footer, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  useBottomEdge(size === 'small' ? element : actions);
  const state = useOverlayTriggerState({ isOpen: true, onOpenChange: () => onClose() });
  const { modalProps, underlayProps } = useModalOverlay({ isKeyboardDismissDisabled: !closable }, state, element);
  useAutofocus(element);
  const { dialogProps, titleProps, contentProps } = useDialog({ role }, element);
  return (
    <div {...underlayProps} className={css.scrim} data-size={size}>
      <div {...modalProps} {...dialogProps} ref={element} className={css.dialog} data-layer>
        {/* <header> and <footer> would not do: inside a dialog, screen readers take them for the page's. */}
        <div className={css.header}>
          <h2 {...titleProps} className={css.title}>
            {title}
          </h2>
          {header}
          {closable && role === 'dialog' ? (
            <IconButton icon="close" label="Cerrar" onClick={onClose} className={css.close} data-print="hide" />
          ) : null}
        </div>
        <div {...contentProps} className={css.body}>
          {children}
        </div>
        {footer ? (
          <div ref={actions} className={css.footer}>
            {footer}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Runs before `useDialog`, which focuses the dialog itself only if nothing inside has the focus. */
function useAutofocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const target = find('[data-autofocus]') ?? find('form :is(input, select, textarea):not([tabindex="-1"])');
    target?.focus({ preventScroll: true });
  }, [element]);
}

/** The buttons of a question: back, and the action, which sends the `form` if it has one. */
export function DialogButtons(props: {
  cancel?: string;
  confirm: string;
  busy?: boolean;
  form?: string;
  /** A dangerous action does not have the focus. */
  focus?: 'cancel' | 'confirm';
  isDanger?: boolean;
  onConfirm?: () => void;
  onClose: () => void;
}) {
  const { cancel = 'Cancelar', confirm, busy = false, form, focus, isDanger = false, onConfirm, onClose } = props;
  return (
    <>
      <Button onClick={onClose} data-autofocus={focus === 'cancel' || undefined}>
        {cancel}
      </Button>
      <ActionButton
        variant={isDanger ? 'danger' : 'primary'}
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        busy={busy}
        data-autofocus={focus === 'confirm' || undefined}
        onClick={onConfirm}
      >
        {confirm}
      </ActionButton>
    </>
  );
}

/** A message that must be acknowledged: title, text and one button, as the specification fixes them. */
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
