/**
 * Catches the focus when the control that had it is removed: the browser would drop it on the body, where a screen reader
 * falls silent. Overlays return it to their opener themselves; this is for the rest of the page, and for openers that are
 * gone.
 */

const NAMED = '[aria-label], [aria-labelledby], main';

/** The control focused last and its ancestors, without the body. */
let path: readonly Element[] = [];

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.closest('[inert]');

function remember({ target }: FocusEvent): void {
  const next: Element[] = [];
  for (let at = target; at instanceof Element && at !== document.body; at = at.parentElement) next.push(at);
  path = next;
}

/** A click on nothing clears the focus on purpose. */
function forget({ target }: PointerEvent): void {
  if (target instanceof Node && !path[0]?.contains(target)) path = [];
}

/** Moves a lost focus to the nearest named part of the page that is left: the current row of a table, else the part itself. */
function restore(): void {
  if (document.activeElement !== document.body) return;
  const part = path.find(isThere)?.closest<HTMLElement>(NAMED);
  const target =
    !part || part.tagName === 'MAIN'
      ? document.querySelector<HTMLElement>('h1')
      : (part.querySelector<HTMLElement>('[data-row][tabindex="0"]') ?? part);
  if (!target) return;
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Starts catching; returns what stops it. */
export function keepFocus(): () => void {
  const removals = new MutationObserver(() => {
    const last = path[0];
    if (document.activeElement !== document.body || !last || last.isConnected) return;
    // A closed overlay restores the focus in the next frame, unless its opener is gone.
    if (last.closest('[data-layer]')) requestAnimationFrame(() => setTimeout(restore));
    else restore();
  });
  removals.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  return () => {
    removals.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
  };
}
