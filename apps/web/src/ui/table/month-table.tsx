import type { ExportedTable } from '@anticipa/contract/exports';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { monthShown } from '../../lib/month-shown.ts';
import { creditQuery } from '../../lib/queries.ts';
import { useShownClient } from '../../lib/shown-client.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { EmptyState, NothingFound } from '../feedback/empty-state.tsx';
import { QueryFallback } from '../feedback/query-fallback.tsx';
import { SearchField } from '../field/field.tsx';
import { MonthField } from '../field/month-field.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import css from './month-table.module.css';
import { TableExport } from './table-export.tsx';

export interface MonthShown {
  readonly month: Month;
  /** The server's day; its month is the last selectable one. */
  readonly today: IsoDate;
  readonly onMonth: (month: Month) => void;
}

/** Renders the month in the address once the server's day is known. */
export function MonthRoute(props: {
  /** The default month, counted from today's. */
  ahead: 0 | -1;
  /** Shown instead when today could not be loaded. */
  failed: string;
  children: (shown: MonthShown) => ReactNode;
}) {
  const { ahead, failed, children } = props;
  const shown = useShownClient();
  const credit = useQuery({ ...creditQuery, enabled: shown === null });
  const [asked, setAsked] = useSearchParam('mes');
  const today = shown?.today ?? (credit.data && dateOf(credit.data.today));
  if (today === undefined) {
    return (
      <QueryFallback failed={credit.isError} onRetry={credit.refetch} lines={8}>
        {failed}
      </QueryFallback>
    );
  }
  return children({ month: monthShown(asked, today, ahead), today, onMonth: setAsked });
}

/** The choice of the month, followed by the controls of its content. */
export function MonthToolbar(props: MonthShown & { label: string; children: ReactNode }) {
  const { label, month, today, onMonth, children } = props;
  return (
    <div className={css.toolbar} data-print="hide">
      <MonthField label={label} value={month} max={monthOf(today)} onChange={onMonth} />
      {children}
    </div>
  );
}

interface MonthTableProps<Row> extends MonthShown, Omit<DataTableProps<Row>, 'rows' | 'search' | 'fill' | 'empty'> {
  readonly texts: {
    readonly month: string;
    readonly search: string;
    readonly failed: string;
    readonly emptyTitle: string;
    readonly empty: string;
    /** The date of a row, in words, for the export. */
    readonly dated: string;
  };
  /** The query of the month's rows. */
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly exported: ExportedTable;
  /** The action of a month without rows. */
  readonly whenEmpty?: ReactNode;
  /** A note above the rows. */
  readonly note?: ReactNode;
}

/** A history by month: month, search, export, and all rows of the month with their totals. */
export function MonthTable<Row>(props: MonthTableProps<Row>) {
  const { month, today, onMonth, texts, query, exported, whenEmpty, note, ...table } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const rows = query.data;
  return (
    <div className={css.screen}>
      <MonthToolbar label={texts.month} month={month} today={today} onMonth={onMonth}>
        <div className={css.search}>
          <SearchField label={texts.search} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </div>
        <TableExport
          key={month}
          table={exported}
          dated={texts.dated}
          today={today}
          from={firstDayOf(month)}
          to={lastDayOf(month)}
        />
      </MonthToolbar>
      {rows === undefined ? (
        <QueryFallback failed={query.isError} onRetry={query.refetch} lines={8}>
          {texts.failed}
        </QueryFallback>
      ) : rows.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={texts.emptyTitle} action={whenEmpty}>
          {texts.empty}
        </EmptyState>
      ) : (
        <>
          <p data-print="only">{table.label}</p>
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
