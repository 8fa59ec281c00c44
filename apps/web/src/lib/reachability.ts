import { useSyncExternalStore } from 'react';
import { configureApi } from './api-client.ts';

export type Reachability = 'ok' | 'offline' | 'server-down';

let serverAnswers = true;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

configureApi({
  onReachable: (reachable) => {
    if (reachable === serverAnswers) return;
    serverAnswers = reachable;
    notify();
  },
});

const read = (): Reachability => (!navigator.onLine ? 'offline' : serverAnswers ? 'ok' : 'server-down');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Whether the last call reached the server, and if not, whether the browser has a network at all. */
export const useReachability = (): Reachability => useSyncExternalStore(subscribe, read);
