import { createPortal } from 'react-dom';
import { ToastQueue, useToastQueue } from 'react-stately/useToastState';
import { useLoaded } from '../../lib/use-loaded.ts';

export interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'neutral';
  /** A button in the toast, for example 'Deshacer'. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Milliseconds until it disappears, not counting hover and focus. Defaults to 10 s. */
  readonly timeout?: number;
}

/** Loads the code that draws toasts, which the first screen does without. */
export const loadToasts = () => import('./toast-region.tsx');
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
  const isNeeded = state.visibleToasts.length > 0;
  const loaded = useLoaded(loadToasts, isNeeded);
  return loaded && isNeeded ? createPortal(<loaded.ToastRegion state={state} />, document.body) : null;
}
