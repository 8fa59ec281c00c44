import { useLayoutEffect, useRef } from 'react';
import { useToast, useToastRegion } from 'react-aria/useToast';
import { createPortal } from 'react-dom';
import { type QueuedToast, ToastQueue, type ToastState, useToastQueue } from 'react-stately/useToastState';
import { floatAboveEdge } from '../bottom-edge.ts';
import { Button, IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import css from './toast.module.css';

export interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'neutral';
  /** A button in the toast, for example 'Deshacer'. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Milliseconds until it disappears, not counting hover and focus. Defaults to 10 s. */
  readonly timeout?: number;
}

const icons = { good: 'check', bad: 'alert', neutral: 'info' } as const satisfies Record<string, IconName>;
const queue = new ToastQueue<Toast>({ maxVisibleToasts: 2 });

/** Shows and announces a short message that disappears by itself. Refusals belong beside their cause instead. */
export function showToast(toast: Toast): void {
  queue.add(toast, { timeout: toast.timeout ?? 10_000 });
}

/** Removes all toasts, including queued ones. */
export function clearToasts(): void {
  queue.clear();
}

/** Renders the toasts; once, in the shell. Outside #root, so that 'Deshacer' works over a dialog. */
export function Toaster() {
  const state = useToastQueue(queue);
  return state.visibleToasts.length > 0 ? createPortal(<Region state={state} />, document.body) : null;
}

function Region({ state }: { state: ToastState<Toast> }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => floatAboveEdge(element.current), []);
  const { regionProps } = useToastRegion({ 'aria-label': 'Avisos' }, state, element);
  return (
    <section {...regionProps} ref={element} className={css.toaster} data-print="hide">
      {state.visibleToasts.map((toast) => (
        <Message key={toast.key} toast={toast} state={state} />
      ))}
    </section>
  );
}

function Message({ toast, state }: { toast: QueuedToast<Toast>; state: ToastState<Toast> }) {
  const element = useRef<HTMLDivElement>(null);
  const { toastProps, contentProps, titleProps } = useToast({ toast }, state, element);
  const { text, tone = 'neutral', action } = toast.content;
  const close = (): void => state.close(toast.key);
  return (
    <div {...toastProps} ref={element} className={css.toast} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div {...contentProps}>
        <span {...titleProps}>{text}</span>
      </div>
      {action ? (
        <Button
          size="small"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton icon="close" size="small" label="Cerrar aviso" onClick={close} />
    </div>
  );
}
