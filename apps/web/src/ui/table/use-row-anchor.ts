import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Rows {
  readonly ids: readonly string[];
  readonly sort: unknown;
  readonly search?: string;
}

/**
 * Keeps the row being read in place when rows come and go. A new order or search starts wherever it does. For
 * virtualised rows; the browser does it for others.
 */
export function useRowAnchor(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { ids, sort, search }: Rows,
): void {
  const last = useRef({ ids, sort, search, starts: virtualizer.measurementsCache });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { ids, sort, search, starts: virtualizer.measurementsCache };
    const node = scroller.current;
    if (!node || before.ids === ids || before.sort !== sort || before.search !== search) return;
    const at = before.starts.findIndex(({ end }) => end > node.scrollTop);
    if (at < 0) return;
    const now = new Map(ids.map((id, index) => [id, index]));
    for (let index = at; index < before.ids.length; index += 1) {
      const found = now.get(before.ids[index] ?? '');
      const start = found === undefined ? undefined : virtualizer.measurementsCache[found]?.start;
      const was = before.starts[index]?.start;
      if (start === undefined || was === undefined) continue;
      if (start !== was) node.scrollTop += start - was;
      return;
    }
  });
}
