import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TableView } from './data-table.tsx';
import { gridAction } from './grid-keys.ts';
import { ROW_HEIGHT } from './table-layout.ts';

interface Frame {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row that may not be rendered; null if all rows are. */
  readonly scrollToIndex: ((index: number) => void) | null;
}

/** The focused row and its keys: arrows move, Space selects, Ctrl+A selects all, Ctrl+C copies. */
export function useRowCursor<Row>(view: TableView<Row>, { scroller, scrollToIndex }: Frame) {
  const { ids, selection } = view;
  const [active, setActive] = useState({ index: 0, id: ids[0] });
  const anchor = useRef<number | null>(null);
  const focusWanted = useRef(false);
  // Follows its row when other rows come and go.
  const found = active.id === undefined ? -1 : ids.indexOf(active.id);
  const current = found >= 0 ? found : Math.min(active.index, ids.length - 1);
  const setCurrent = useCallback((index: number): void => setActive({ index, id: ids[index] }), [ids]);

  useEffect(() => {
    if (!focusWanted.current) return;
    // A distant row is rendered only after the table has scrolled to it.
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    focusWanted.current = !row;
    row?.focus({ preventScroll: scrollToIndex !== null });
  });

  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  // The same for all renderings: a tick renders its row only.
  const toggle = useCallback((index: number, shift: boolean): void => {
    latest.current.toggle(index, shift ? anchor.current : null);
    anchor.current = index;
  }, []);
  const moveTo = (index: number): void => {
    focusWanted.current = true;
    setCurrent(index);
    scrollToIndex?.(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    // The checkbox has the focus after a click; it handles Space itself.
    const onCheckbox = target instanceof HTMLInputElement && target.type === 'checkbox' && event.key !== ' ';
    if (target.dataset.row === undefined && !onCheckbox) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 440) / ROW_HEIGHT) - 2);
    const action = gridAction(
      { key: event.key, shift: event.shiftKey, command: event.ctrlKey || event.metaKey },
      { current, count: ids.length, page, selectable: selection !== undefined },
    );
    // Ctrl+C copies a text selection, if there is one.
    if (!action || (action.type === 'copy' && window.getSelection()?.toString())) return;
    event.preventDefault();
    if (action.type === 'copy') view.copy();
    else if (action.type === 'toggle-all') view.toggleAll();
    else if (action.type === 'toggle') toggle(current, action.range);
    else {
      if (action.toggles) toggle(action.to, false);
      moveTo(action.to);
    }
  };
  return { current, setCurrent, toggle, onKeyDown };
}
