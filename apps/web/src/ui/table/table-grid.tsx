import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { usePrinting } from '../use-media.ts';
import css from './data-table.module.css';
import type { TableView } from './data-table.tsx';
import { GridHeader, GridTotals } from './table-grid-edges.tsx';
import { GridRow } from './table-grid-row.tsx';
import { leastWidthOf, tracksOf, VIRTUAL_FROM } from './table-layout.ts';
import { useRowAnchor } from './use-row-anchor.ts';

const ROW_HEIGHT = 44;

/** The table as a grid of rows: arrows move, Space selects, Shift extends, Ctrl+A selects all, Ctrl+C copies. */
export function TableGrid<Row>(view: TableView<Row>) {
  const { shown, ids, columns, label, selection, actions, fill, height } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ index: 0, id: ids[0] });
  const anchor = useRef<number | null>(null);
  const focusWanted = useRef(false);
  // On paper there is no scrolling: all rows are there.
  const printing = usePrinting();
  const virtual = !printing && shown.length > VIRTUAL_FROM;
  // The row that the keyboard is on stays it when others come and go.
  const found = active.id === undefined ? -1 : ids.indexOf(active.id);
  const current = found >= 0 ? found : Math.min(active.index, shown.length - 1);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    enabled: virtual,
  });
  useRowAnchor(scroller, virtualizer, view);
  const setCurrent = useCallback((index: number): void => setActive({ index, id: ids[index] }), [ids]);

  useEffect(() => {
    if (!focusWanted.current) return;
    // The row may be a render away: a far one exists only once the table has scrolled to it.
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    focusWanted.current = !row;
    row?.focus({ preventScroll: virtual });
  });

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    focusWanted.current = true;
    setCurrent(next);
    if (virtual) virtualizer.scrollToIndex(next);
  };
  const toggle = useCallback(
    (index: number, shift: boolean): void => {
      view.toggle(index, shift ? anchor.current : null);
      anchor.current = index;
    },
    [view],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    if (!onRow) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 440) / ROW_HEIGHT) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    const command = event.ctrlKey || event.metaKey;
    if (step !== undefined) {
      const next = Math.max(0, Math.min(shown.length - 1, current + step));
      if (event.shiftKey && selection && next !== current) toggle(next, false);
      moveTo(next);
    } else if (event.key === 'Home' || event.key === 'End') moveTo(event.key === 'Home' ? 0 : shown.length - 1);
    else if (event.key === ' ' && selection) toggle(current, event.shiftKey);
    else if (command && event.key === 'a' && selection) view.toggleAll();
    else if (command && event.key === 'c' && !window.getSelection()?.toString()) view.copy();
    else return;
    event.preventDefault();
  };

  const items = virtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : shown.map((_, index) => ({ index, start: null }));
  const layout = [columns, Boolean(selection), Boolean(actions)] as const;
  const variables: CSSProperties & Record<`--${string}`, string> = {
    '--columns': tracksOf(...layout),
    '--least-width': leastWidthOf(...layout),
  };
  const tallest: CSSProperties & Record<`--${string}`, string> = height ? { '--height': `${height}px` } : {};
  const totals = columns.some((column) => column.total);

  return (
    <div
      ref={scroller}
      className={css.scroller}
      style={tallest}
      data-virtual={virtual || undefined}
      data-fill={fill || undefined}
      data-height={height}
    >
      <table
        className={css.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table one moves and selects in is a grid
        role="grid"
        style={variables}
        aria-label={label}
        aria-rowcount={shown.length + (totals ? 2 : 1)}
        aria-multiselectable={selection ? true : undefined}
      >
        <GridHeader {...view} />
        <tbody
          className={css.body}
          style={virtual ? { height: virtualizer.getTotalSize() } : undefined}
          onKeyDown={onKeyDown}
        >
          {items.map(({ index, start }) => {
            const row = shown[index];
            const id = ids[index];
            return row === undefined || id === undefined ? null : (
              <GridRow
                key={id}
                view={view}
                row={row}
                index={index}
                start={start}
                current={index === current}
                selected={selection?.selected.has(id) ?? false}
                onFocus={setCurrent}
                onToggle={toggle}
              />
            );
          })}
        </tbody>
        {totals ? <GridTotals {...view} /> : null}
      </table>
    </div>
  );
}
