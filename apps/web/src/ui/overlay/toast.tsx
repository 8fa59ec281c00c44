import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { announce } from './announcer.tsx';
import css from './toast.module.css';

export interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'neutral';
  /** For 'Deshacer': what the button says and does. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How long it stays, 10 s unless given; what asks for an action never leaves sooner. */
  readonly milliseconds?: number;
}

const icons = { good: 'check', bad: 'alert', neutral: 'info' } as const satisfies Record<string, IconName>;
let toasts: readonly (Toast & { readonly id: number })[] = [];
let turn = 0;
const listeners = new Set<() => void>();

function change(next: typeof toasts): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

/** Shows a short message that goes by itself; for what is over. A refusal belongs beside its cause instead. */
export function showToast(toast: Toast): void {
  turn += 1;
  const id = turn;
  change([...toasts.slice(-2), { ...toast, id }]);
  announce(toast.text, toast.tone === 'bad');
  setTimeout(() => dismiss(id), toast.milliseconds ?? 10_000);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where toasts appear; once, in the shell. Outside #root, so that 'Deshacer' works over a dialog too. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  if (shown.length === 0) return null;
  return createPortal(
    <section className={css.toaster} aria-label="Avisos" data-print="hide">
      {shown.map(({ id, text, tone = 'neutral', action }) => (
        <div key={id} className={css.toast} data-tone={tone}>
          <Icon name={icons[tone]} />
          <span>{text}</span>
          {action ? (
            <Button
              size="small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <IconButton icon="close" size="small" label="Cerrar aviso" onClick={() => dismiss(id)} />
        </div>
      ))}
    </section>,
    document.body,
  );
}
