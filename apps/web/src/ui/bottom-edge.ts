import { type RefObject, useEffect } from 'react';

const obstacles = new Set<HTMLElement>();
/** Elements above the obstacles. Each gets the height itself: as a property of the root it would restyle the whole page. */
const floating = new Set<HTMLElement>();

/** Pixels needed by elements that float at the bottom. */
const FLOATING = 240;

function publish(): void {
  if (floating.size === 0) return;
  const edges = [...obstacles].map((obstacle) => {
    const { top, bottom } = obstacle.getBoundingClientRect();
    return top < window.innerHeight && bottom > window.innerHeight - FLOATING ? window.innerHeight - top : 0;
  });
  const edge = `${Math.round(Math.max(0, ...edges))}px`;
  for (const { style } of floating)
    if (style.getPropertyValue('--bottom-edge') !== edge) style.setProperty('--bottom-edge', edge);
}

/** A ref: gives the element the height of the obstacles below it as `--bottom-edge`. */
export function floatAboveEdge(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  floating.add(element);
  publish();
  return () => void floating.delete(element);
}

/** Keeps toasts and the help button above this element while it is at the bottom of the window. */
export function useBottomEdge(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const obstacle = element.current;
    if (!obstacle) return;
    const stop = new AbortController();
    const { signal } = stop;
    const sizes = new ResizeObserver(publish);
    obstacles.add(obstacle);
    sizes.observe(obstacle);
    window.addEventListener('resize', publish, { signal });
    document.addEventListener('scroll', publish, { signal, passive: true });
    return () => {
      stop.abort();
      sizes.disconnect();
      obstacles.delete(obstacle);
      publish();
    };
  }, [element]);
}
