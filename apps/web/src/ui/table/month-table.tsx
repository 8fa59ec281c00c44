import { type ReactNode, useDeferredValue, useState } from 'react';
import { csvFile } from '../../lib/csv.ts';
import { formatCount } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../button.tsx';
import { EmptyState, NothingFound } from '../feedback/empty-state.tsx';
import { Unloaded } from '../feedback/unloaded.tsx';
import { SearchField } from '../field/field.tsx';
import { MonthField } from '../field/month-field.tsx';
import { showToast } from '../overlay/toast.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import css from './month-table.module.css';
import { tableFile } from './table-model.ts';

export interface MonthTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'search' | 'fill' | 'empty'> {
  /** `YYYY-MM`, and the last one that can be chosen. */
  readonly month: string;
  readonly lastMonth: string;
  readonly onMonth: (month: string) => void;
  readonly texts: {
    readonly month: string;
    readonly search: string;
    readonly failed: string;
    readonly emptyTitle: string;
    readonly empty: string;
  };
  /** The reading of the month's rows. */
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** What the name of the exported file begins with, before the month. */
  readonly fileName: string;
  /** What is to be known about the month, above its rows. */
  readonly note?: ReactNode;
}

/** A history by month: month, search, export, and all rows of the month with their totals. */
export function MonthTable<Row>(props: MonthTableProps<Row>) {
  const { month, lastMonth, onMonth, texts, query, fileName, note, ...table } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const rows = query.data;
  const exportRows = (): void => {
    if (!rows) return;
    saveFile({ blob: csvFile(tableFile(table.columns, rows)), name: `${fileName}-${month}.csv` });
    showToast({ text: `Se exportaron ${formatCount(rows.length, ...table.noun)}.`, tone: 'good' });
  };
  return (
    <div className={css.screen}>
      <div className={css.toolbar}>
        <MonthField label={texts.month} value={month} max={lastMonth} onChange={onMonth} />
        <div className={css.search}>
          <SearchField label={texts.search} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </div>
        <Button icon="download" onClick={exportRows} disabledReason={rows?.length ? null : noExport(rows)}>
          Exportar CSV
        </Button>
      </div>
      {rows === undefined ? (
        <Unloaded failed={query.isError} onRetry={query.refetch} lines={8}>
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
            empty={<NothingFound title="Nada coincide" onClear={() => setTyped('')} />}
          />
        </>
      )}
    </div>
  );
}

const noExport = (rows: readonly unknown[] | undefined): string =>
  rows === undefined ? 'Los datos del mes todavía no se han leído' : 'No hay datos para exportar';
