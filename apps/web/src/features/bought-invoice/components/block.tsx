import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';

/** A block of an invoice's page: a table with its title. */
export function Block<Row>(props: {
  /** `noun`: of one row and of several. */
  texts: { readonly title: string; readonly noun: readonly [string, string]; readonly none: string };
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  children?: ReactNode;
}) {
  const { texts, rows, columns, rowId, children } = props;
  return (
    <Card title={texts.title}>
      <DataTable
        label={texts.title}
        noun={texts.noun}
        rows={rows}
        columns={columns}
        rowId={rowId}
        empty={<p className="quiet">{texts.none}</p>}
      />
      {children}
    </Card>
  );
}
