import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { Checkbox } from '../field/checkbox.tsx';
import { useShortList } from '../short-list.tsx';
import { unbroken } from '../unbroken.tsx';
import { NONE } from './columns.tsx';
import css from './data-table.module.css';
import type { TableView } from './data-table.tsx';
import { VIRTUAL_FROM } from './table-layout.ts';
import { type Column, countedRows, textOf } from './table-model.ts';
import { useRowAnchor } from './use-row-anchor.ts';

/** The table on a phone: one card per row with the same data in the same order, totals at the end. */
export function TableCards<Row>(view: TableView<Row>) {
  const { shown, ids, columns, label, fill, after } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = shown.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    // Its heading with its notes, and its lines, of which a row rarely has all.
    estimateSize: () => 80 + 20 * columns.filter(({ card = 'line' }) => card === 'line').length,
    overscan: 6,
    getItemKey: (index) => ids[index] ?? index,
    enabled: virtual,
  });
  useRowAnchor(scroller, virtualizer, view);
  const short = useShortList(shown.length, virtual || fill);
  const items = virtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : shown.slice(0, short.count).map((_, index) => ({ index, start: null }));
  const totals = useMemo(
    () =>
      columns.flatMap((column) => {
        const sum = column.total?.(shown) ?? null;
        const label = `Total ${column.header.toLowerCase()}${countedRows([column], shown).without}`;
        return sum === null ? [] : [{ id: column.id, label, sum }];
      }),
    [columns, shown],
  );
  return (
    <>
      <div
        ref={scroller}
        className={css.scroller}
        data-virtual={virtual || undefined}
        data-fill={fill || undefined}
        {...(virtual ? { tabIndex: 0 } : {})}
      >
        <ul
          ref={short.list}
          className={css.cards}
          aria-label={label}
          style={virtual ? { height: virtualizer.getTotalSize() } : undefined}
        >
          {items.map(({ index, start }) => {
            const row = shown[index];
            return row === undefined ? null : (
              <li
                key={ids[index]}
                ref={virtual ? virtualizer.measureElement : undefined}
                data-index={index}
                className={css.cardSlot}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                style={
                  start === null
                    ? undefined
                    : { position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }
                }
              >
                <Card view={view} row={row} index={index} />
              </li>
            );
          })}
        </ul>
      </div>
      {short.more}
      <Totals totals={totals} figure={columns.find(({ card }) => card === 'figure')?.id} />
      {after && !short.more ? <div className={css.after}>{after}</div> : null}
    </>
  );
}

/** The total of the figure that leads each card is always visible; the others open on demand, to leave room for the cards. */
function Totals(props: {
  totals: readonly { id: string; label: string; sum: ReactNode }[];
  figure: string | undefined;
}) {
  const leads = ({ id }: { id: string }) => Number(id === props.figure);
  const [first, ...others] = props.totals
    .toSorted((a, b) => leads(b) - leads(a))
    .map(({ id, label, sum }) => (
      <span key={id} className={css.pair}>
        <span>{label}</span>
        {sum}
      </span>
    ));
  if (!first) return null;
  if (others.length === 0) return <div className={css.cardTotals}>{first}</div>;
  return (
    <details className={css.cardTotals}>
      <summary>{first}</summary>
      {others}
    </details>
  );
}

/** Whether the row has no value in the column, for which a table shows a dash. */
const isNone = <Row,>(column: Column<Row>, row: Row): boolean => textOf(column, row) === NONE;

function Card<Row>({ view, row, index }: { view: TableView<Row>; row: Row; index: number }) {
  const { columns, selection, actions, rowId } = view;
  const part = (kind: Column<Row>['card']): readonly Column<Row>[] =>
    columns.filter(({ card = 'line' }) => card === kind);
  const shown = (column: Column<Row>) => unbroken(column.cell ? column.cell(row) : textOf(column, row));
  const title = part('title')
    .map((column) => textOf(column, row))
    .join(' · ');
  const selected = selection?.selected.has(rowId(row)) ?? false;
  const notes = part('note');
  // A heading beside nothing or a dash would look like something that is missing.
  const lines = part('line')
    .map((column) => ({ column, content: shown(column) }))
    .filter(({ column, content }) => content !== null && content !== '' && content !== NONE && !isNone(column, row));
  // A card of two lines opens its sheet, if it has one, wherever it is touched, and the sheet has the actions.
  const isShort = notes.length > 0;
  const hasSheet = part('sheet').length > 0;
  return (
    <article className={css.card} data-selected={selected || undefined} data-short={isShort || undefined}>
      <header className={css.cardHead}>
        {selection ? (
          <Checkbox
            label={title || 'Seleccionar'}
            hideLabel
            checked={selected}
            disabledReason={selection.reason?.(row) ?? null}
            onClick={() => view.toggle(index, null)}
          />
        ) : null}
        <strong>
          {part('title').map((column) => (
            <span key={column.id}>{shown(column)}</span>
          ))}
        </strong>
        {part('figure')
          .filter((column) => !isNone(column, row))
          .map((column) => (
            <span key={column.id} className={css.figure}>
              {shown(column)}
            </span>
          ))}
      </header>
      {isShort ? (
        <div className={css.notes}>
          {notes.map((column) => (
            <span key={column.id}>{shown(column)}</span>
          ))}
        </div>
      ) : null}
      {lines.length > 0 ? (
        <dl>
          {lines.map(({ column, content }) => (
            <div key={column.id} className={css.pair}>
              <dt>{column.header}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {actions && !(isShort && hasSheet) ? <div className={css.actions}>{actions(row)}</div> : null}
    </article>
  );
}
