/**
 * What floats above the page, bottom to top. Only the top layer hears Escape and only the top layer can be reached;
 * everything below it is inert, which is what keeps the focus and a screen reader inside without a trap.
 */
import { type RefObject, useEffect, useRef } from 'react';

interface Layer {
  readonly element: HTMLElement;
  readonly escape: () => void;
}
const layers: Layer[] = [];

function settle(): void {
  const page = document.getElementById('root');
  if (page) page.inert = layers.length > 0;
  layers.forEach((layer, index) => {
    layer.element.inert = index < layers.length - 1;
  });
  document.documentElement.toggleAttribute('data-layer-open', layers.length > 0);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  // An open popover is above every layer and the browser itself closes it on this key.
  if (document.querySelector(':popover-open')) return;
  layers.at(-1)?.escape();
}

/** Whether anything floats above the page now: a dialog, or a popover of the browser. */
export const isLayerOpen = (): boolean => layers.length > 0 || document.querySelector(':popover-open') !== null;

/**
 * Makes the element the top layer while the component is mounted, puts the focus on `[data-autofocus]` or on the
 * element, and gives it back to where it came from afterwards.
 */
export function useLayer(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latestEscape = useRef(onEscape);
  useEffect(() => {
    latestEscape.current = onEscape;
  });
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const before = document.activeElement;
    const layer: Layer = { element: node, escape: () => latestEscape.current() };
    if (layers.length === 0) document.addEventListener('keydown', onKeyDown);
    layers.push(layer);
    settle();
    const first = node.querySelector<HTMLElement>('[data-autofocus]') ?? node;
    first.focus({ preventScroll: true });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener('keydown', onKeyDown);
      settle();
      // What had it may be gone by now; then the layer below is where one was.
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      (back ?? layers.at(-1)?.element)?.focus({ preventScroll: true });
    };
  }, [element]);
}
