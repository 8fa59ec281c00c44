import { isLayerOpen } from './overlay/layers.ts';

/** A screen that is not there after so long has failed, or its button is not for this person. */
const PATIENCE_MS = 10_000;

/** Frames in which a dialog that has closed gives the focus back. */
const FRAMES_AFTER_DIALOG = 3;

const FIELDS = 'input, select, textarea';
const REACHABLE = `button, a[href], ${FIELDS}`;

function press(place: HTMLElement): void {
  place.scrollIntoView({ block: 'center' });
  const control = place.matches(REACHABLE) ? place : place.querySelector<HTMLElement>(REACHABLE);
  control?.focus({ preventScroll: true });
  if (control === place && !place.matches(FIELDS)) place.click();
}

/**
 * Presses the button of this id as soon as the screen that opens has it, or focuses the field or the first control inside.
 * A person who goes on to something else meanwhile is not interrupted.
 */
export function pressWhenThere(id: string): void {
  const stop = new AbortController();
  for (const event of ['keydown', 'pointerdown'])
    window.addEventListener(event, () => stop.abort(), { capture: true, signal: stop.signal });
  const until = performance.now() + PATIENCE_MS;
  let free = 0;
  const look = (): void => {
    if (stop.signal.aborted) return;
    free = isLayerOpen() ? 0 : free + 1;
    const place = free > FRAMES_AFTER_DIALOG ? document.getElementById(id) : null;
    if (place?.checkVisibility()) {
      stop.abort();
      press(place);
    } else if (performance.now() < until) requestAnimationFrame(look);
    else stop.abort();
  };
  requestAnimationFrame(look);
}
