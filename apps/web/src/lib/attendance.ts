/** Whether somebody is at the page: what it asks for by itself must not keep a forgotten session open. */
import { configureApi } from './api-client.ts';

/** How long a sign of life counts; the server, too, writes activity down once a minute at most. */
const ATTENDED_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'click', 'input'] as const;

/** Tells the server with each reading whether anybody has touched the page lately. Gives what ends that. */
export function watchAttendance(page: EventTarget = document): () => void {
  // Whoever opened the page is there.
  let seenAt = Date.now();
  const see = (): void => {
    seenAt = Date.now();
  };
  for (const sign of SIGNS) page.addEventListener(sign, see, { capture: true, passive: true });
  configureApi({ isAttended: () => Date.now() - seenAt < ATTENDED_MS });
  return () => {
    for (const sign of SIGNS) page.removeEventListener(sign, see, { capture: true });
    configureApi({ isAttended: () => true });
  };
}
