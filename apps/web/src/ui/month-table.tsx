import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Button } from './button.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { SearchField } from './field.tsx';
import { MonthField } from './month-field.tsx';
import css from './month-table.module.css';
import { Unloaded } from './unloaded.tsx';

export interface MonthTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'search' | 'fill' | 'empty'> {
  /** `YYYY-MM`, and the last one that can be chosen. */
  readonly month: string;
  readonly lastMonth: string;
  readonly onMonth: (month: string) => void;
  readonly texts: {
    readonly month: string;
    readonly search: string;
    readonly export: string;
    readonly failed: string;
    readonly emptyTitle: string;
    readonly empty: string;
  };
  /** Null while they are being read. */
  readonly rows: readonly Row[] | null;
  readonly failed: boolean;
  readonly onRetry: () => void;
  /** Saves all rows of the month. */
  readonly onExport: () => void;
  /** What is to be known about the month, above its rows. */
  readonly note?: ReactNode;
}

/** A history by month: month, search, export, and all rows of the month with their totals. */
export function MonthTable<Row extends RowData>(props: MonthTableProps<Row>) {
  const { month, lastMonth, onMonth, texts, rows, failed, onRetry, onExport, note, ...table } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  return (
    <div className={css.screen}>
      <div className={css.toolbar}>
        <MonthField label={texts.month} value={month} max={lastMonth} onChange={onMonth} />
        <div className={css.search}>
          <SearchField label={texts.search} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </div>
        <Button icon="download" onClick={onExport} disabledReason={rows?.length ? null : noRows(rows)}>
          {texts.export}
        </Button>
      </div>
      {rows === null ? (
        <Unloaded failed={failed} onRetry={onRetry} lines={8}>
          {texts.failed}
        </Unloaded>
      ) : rows.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      ) : (
        <>
          {note}
          <DataTable
            {...table}
            rows={rows}
            search={search}
            empty={
              <EmptyState
                drawing="search"
                level={2}
                title="Nada coincide"
                action={<Button onClick={() => setTyped('')}>Quitar la búsqueda</Button>}
              >
                Cambia la búsqueda para ver los demás renglones del mes.
              </EmptyState>
            }
          />
        </>
      )}
    </div>
  );
}

/** Nothing is said while the rows are still on their way. */
const noRows = (rows: readonly unknown[] | null): string | null =>
  rows === null ? null : 'No hay datos para exportar';
