/** User activity: background reads must not keep an unattended session alive. */
import { configureApi } from './api-client.ts';

/** Time for which an action counts as activity; the server records activity at most once a minute. */
const ACTIVE_MS = 60_000;
export const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'click', 'input'] as const;

/** Marks reads without recent user activity; returns a function that stops. */
export function watchUserActivity(page: EventTarget = document): () => void {
  // Opening the page counts as activity.
  let seenAt = Date.now();
  const see = (): void => {
    seenAt = Date.now();
  };
  for (const sign of SIGNS) page.addEventListener(sign, see, { capture: true, passive: true });
  configureApi({ isUserActive: () => Date.now() - seenAt < ACTIVE_MS });
  return () => {
    for (const sign of SIGNS) page.removeEventListener(sign, see, { capture: true });
    configureApi({ isUserActive: () => true });
  };
}
