import { createAtom, useSelector } from '@tanstack/react-store';
import { configureApi } from './api-client.ts';

export type Reachability = 'ok' | 'offline' | 'server-down';

let serverAnswers = true;
const read = (): Reachability => (!navigator.onLine ? 'offline' : serverAnswers ? 'ok' : 'server-down');
const reachability = createAtom(read());
const update = (): void => reachability.set(read());

configureApi({
  onReachable: (reachable) => {
    serverAnswers = reachable;
    update();
  },
});
window.addEventListener('online', update);
window.addEventListener('offline', update);

/** Whether the last call reached the server; if not, whether the browser has a network. */
export const useReachability = (): Reachability => useSelector(reachability);
