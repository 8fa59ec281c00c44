import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useRef } from 'react';
import { usePrinting } from '../use-media.ts';
import css from './data-table.module.css';
import type { TableView } from './data-table.tsx';
import { GridHeader, GridTotals } from './table-grid-edges.tsx';
import { GridRow } from './table-grid-row.tsx';
import { ACTIONS_TRACK, leastWidthOf, ROW_HEIGHT, tracksOf, VIRTUAL_FROM } from './table-layout.ts';
import { useRowAnchor } from './use-row-anchor.ts';
import { useRowCursor } from './use-row-cursor.ts';

/** The table as a grid of rows, usable by keyboard and mouse. */
export function TableGrid<Row>(table: TableView<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  // Paper does not scroll: all rows are rendered.
  const printing = usePrinting();
  const columns = printing ? table.columns.filter(({ only }) => only !== 'screen') : table.columns;
  const view = { ...table, columns };
  const { shown, ids, label, selection, actions, actionsWidth = ACTIONS_TRACK, fill, height } = view;
  const virtual = !printing && shown.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    indexAttribute: 'data-row',
    overscan: 8,
    enabled: virtual,
  });
  useRowAnchor(scroller, virtualizer, view);
  const { current, setCurrent, toggle, onKeyDown } = useRowCursor(view, {
    scroller,
    scrollToIndex: virtual ? (index) => virtualizer.scrollToIndex(index) : null,
  });

  const items = virtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : shown.map((_, index) => ({ index, start: null }));
  const layout = [columns, Boolean(selection), actions ? actionsWidth : null] as const;
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
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation and selection is a grid
        role="grid"
        style={variables}
        aria-label={label}
        aria-rowcount={shown.length + (totals ? 2 : 1)}
        aria-multiselectable={selection ? true : undefined}
      >
        <GridHeader {...view} printing={printing} />
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
                measure={virtual ? virtualizer.measureElement : undefined}
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
