import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import css from '../visually-hidden.module.css';

/** How long a message can be come across by somebody who reads on; later it would tell what is over. */
const STAYS_MS = 7_000;

let message = { text: '', assertive: false, turn: 0 };
const listeners = new Set<() => void>();

/** Tells a screen reader what changed without moving the focus. `assertive` interrupts; keep it for failures. */
export function announce(text: string, assertive = false): void {
  const turn = message.turn + 1;
  show({ text, assertive, turn });
  setTimeout(() => message.turn === turn && show({ ...message, text: '' }), STAYS_MS);
}

function show(next: typeof message): void {
  message = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The live regions. Outside #root, because what is inert is not announced. */
export function Announcer() {
  const now = useSyncExternalStore(subscribe, () => message);
  return createPortal(
    <>
      <div className={css.hidden} role="status" aria-live="polite">
        <span key={now.turn}>{now.assertive ? '' : now.text}</span>
      </div>
      <div className={css.hidden} role="alert" aria-live="assertive">
        <span key={now.turn}>{now.assertive ? now.text : ''}</span>
      </div>
    </>,
    document.body,
  );
}
