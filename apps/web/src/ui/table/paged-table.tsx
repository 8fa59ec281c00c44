import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../button.tsx';
import { LoadFallback } from '../feedback/load-fallback.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';

type ListProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'after'> & {
  list: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Row[] }>>;
  /** Label of the button for the next page. */
  more: string;
  /** Title of the notice when the list cannot be read. */
  failed: string;
  /** Number of skeleton lines while the first page is read. */
  lines: number;
};

/** The table of a list that is read page by page, with a button for the next page. */
export function PagedTable<Row>({ list, more, failed, lines, ...table }: ListProps<Row>) {
  const { data, error, refetch } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return rows ? (
    <DataTable {...table} rows={rows} after={<MoreRows label={more} list={list} />} />
  ) : (
    <LoadFallback error={error} onRetry={refetch} title={failed} lines={lines} />
  );
}

/** Below a list that is read page by page: asks for the next page. Nothing after the last one. */
export function MoreRows(props: {
  label: string;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.list;
  if (!hasNextPage) return null;
  return (
    <div>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {props.label}
      </Button>
    </div>
  );
}
