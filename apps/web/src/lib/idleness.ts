/** Use by hand of the desk, in any tab of this browser. */
import { deviceText } from './device-setting.ts';
import { SIGNS } from './user-activity.ts';

const lastUse = deviceText('last-use');
/** Precision with which the tabs share their last use. */
const SHARED_MS = 10_000;
const CHECK_MS = 5_000;

/** Calls `onIdle` once after `idleMs` without use, also after a sleep; use starts the count again. Returns a function that stops. */
export function watchIdleness(idleMs: number, onIdle: () => void): () => void {
  let usedAt = Date.now();
  let sharedAt = 0;
  let isIdle = false;
  const check = (): void => {
    const wasIdle = isIdle;
    isIdle = Date.now() - Math.max(usedAt, Number(lastUse.read())) >= idleMs;
    if (isIdle && !wasIdle) onIdle();
  };
  const use = (): void => {
    // Waking the computer counts as use only after the check.
    if (!isIdle) check();
    usedAt = Date.now();
    if (usedAt - sharedAt < SHARED_MS) return;
    sharedAt = usedAt;
    lastUse.write(String(usedAt));
  };
  use();
  const timer = setInterval(check, CHECK_MS);
  for (const sign of SIGNS) document.addEventListener(sign, use, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) document.removeEventListener(sign, use, { capture: true });
  };
}
