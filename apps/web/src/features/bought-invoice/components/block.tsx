import type { ReactNode } from 'react';
import { PhoneFoldedCard } from '../../../ui/overlay/folding-card.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';

/** A block of an invoice's page: a table with its title. */
export function Block<Row>(props: {
  /** `noun`: of one row and of several. */
  texts: { readonly title: string; readonly noun: readonly [string, string]; readonly none: string };
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Only asked for: a phone shows it behind its title. */
  folds?: true;
  children?: ReactNode;
}) {
  const { texts, rows, columns, rowId, folds, children } = props;
  return (
    <PhoneFoldedCard title={texts.title} opens={folds !== true}>
      <DataTable
        label={texts.title}
        noun={texts.noun}
        rows={rows}
        columns={columns}
        rowId={rowId}
        empty={<p className="quiet">{texts.none}</p>}
      />
      {children}
    </PhoneFoldedCard>
  );
}
