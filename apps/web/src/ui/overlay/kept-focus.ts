/**
 * Restores the focus when the focused control is removed: browsers would move it to the body, where a screen reader
 * falls silent. Overlays return the focus to their opener themselves; this covers the rest of the page, and openers
 * that are gone.
 */

const NAMED = '[aria-label], [aria-labelledby], main';

/** The last focused control and its ancestors, without the body. */
let path: readonly Element[] = [];

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.closest('[inert]');

function remember({ target }: FocusEvent): void {
  const next: Element[] = [];
  for (let at = target; at instanceof Element && at !== document.body; at = at.parentElement) next.push(at);
  path = next;
}

/** A click on no control clears the focus on purpose. */
function forget({ target }: PointerEvent): void {
  if (target instanceof Node && !path[0]?.contains(target)) path = [];
}

/**
 * Moves a lost focus to the nearest surviving named part of the page: the current row of a table, else the part itself.
 */
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

/** Starts; returns a function that stops. */
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
