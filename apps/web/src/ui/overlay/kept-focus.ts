/**
 * The focus when what had it goes away: a button that has done its work, a row that was removed, a dialog whose opener is
 * gone. The browser drops it on the body, where a screen reader falls silent; it goes to the nearest place that is left.
 */

interface Place {
  readonly element: HTMLElement;
  /** Its ancestors, the nearest first, without the body. */
  readonly around: readonly Element[];
  /** The row of a table or list that it stands in, and the rows beside it. */
  readonly rows: readonly (Element | null)[];
  /** Which one of the row's controls it is. */
  readonly position: number;
}

const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';
const NAMED = '[aria-label], [aria-labelledby], [tabindex], main';

/** The last place in each part of the document, the latest first: the page, and whatever floats above it. */
let places: readonly Place[] = [];

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.checkVisibility() && !element.closest('[inert]');

const controlsOf = (within: Element): readonly HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere);

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function placeOf(element: HTMLElement): Place {
  const around: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  const row = element.closest('li, tr');
  const rows = row ? [row, row.nextElementSibling, row.previousElementSibling] : [];
  return { element, around, rows, position: row ? controlsOf(row).indexOf(element) : -1 };
}

const rootOf = ({ element, around }: Place): Element => around.at(-1) ?? element;

function remember(event: FocusEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  const place = placeOf(event.target);
  places = [place, ...places.filter((other) => rootOf(other) !== rootOf(place))];
}

/** Who clicks on nothing wants the focus nowhere. */
function forget(event: PointerEvent): void {
  if (event.target instanceof Node && !places[0]?.element.contains(event.target)) places = [];
}

/** The nearest place that is left of where the focus was. */
function leftOf({ element, around, rows, position }: Place): HTMLElement | undefined {
  if (isThere(element) && !element.matches(':disabled')) return element;
  const row = rows.find(isThere);
  if (row) {
    // In its own row the one before it: the one after it may be the one that removes the row.
    const controls = controlsOf(row);
    const beside = controls[Math.min(row === rows[0] ? position - 1 : position, controls.length - 1)];
    if (beside) return beside;
  }
  const named = around.find(isThere)?.closest<HTMLElement>(NAMED);
  const best = named?.querySelector<HTMLElement>(named.matches('main') ? 'h1' : '[data-row][tabindex="0"]') ?? named;
  // Nobody's page jumps for it, so it has to be in sight already.
  return (best && !isInSight(best) ? controlsOf(named ?? best).find(isInSight) : null) ?? best ?? undefined;
}

function restore(): void {
  if (document.activeElement !== document.body || !document.hasFocus()) return;
  // What was open when the page was loaded has no place before it.
  const left = places.map(leftOf).find((place) => place !== undefined) ?? document.querySelector<HTMLElement>('h1');
  if (!left) return;
  if (!left.matches(`${CONTROLS}, [tabindex]`)) {
    left.tabIndex = -1;
    left.addEventListener('blur', () => left.removeAttribute('tabindex'), { once: true });
  }
  left.focus({ preventScroll: !left.matches(CONTROLS) });
}

/** Keeps the focus for as long as the page stands; whoever knows a better place than the nearest puts it there first. */
export function keepFocus(): () => void {
  const changes = new MutationObserver(() => {
    const last = places[0]?.element;
    if (document.activeElement !== document.body || !last || (isThere(last) && !last.matches(':disabled'))) return;
    requestAnimationFrame(() => setTimeout(restore));
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
  };
}
