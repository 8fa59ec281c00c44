import type { InterestRow } from '@anticipa/contract/interest';
import { monthOf } from '@anticipa/domain/month';
import { interestColumns } from '@anticipa/texts/tables/interest';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { screens } from '../../lib/screens.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { InvoiceLink } from '../../ui/invoice/invoice-link.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../ui/table/columns.tsx';
import { MonthRoute, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { interestQuery } from './api.ts';
import { es } from './es.ts';
import type { InterestShown } from './view-model/detail.ts';

const rowOf = ({ row }: InterestShown): InterestRow => row;

/** [INT-01] Columns fixed by the specification. */
const columns: readonly Column<InterestShown>[] = [
  tableColumn(interestColumns.periodo, rowOf, { value: ({ row }) => row.periodo, width: 'minmax(10rem, 1fr)' }),
  tableColumn(interestColumns.folio, rowOf, {
    text: ({ row }) => `${row.folioInvoice} · ${es.rowNote(row)}`,
    cell: ({ row }) => (
      <CellPair note={es.rowNote(row)}>
        <InvoiceLink documentId={row.documentId} folio={row.folioInvoice} />
      </CellPair>
    ),
    width: 'minmax(16rem, 3fr)',
    breaks: true,
    card: 'title',
  }),
  tableColumn(interestColumns.interest, rowOf, { card: 'figure' }),
  tableColumn(interestColumns.iva, rowOf),
  tableColumn(interestColumns.currency, rowOf, { width: '7rem' }),
  tableColumn(interestColumns.product, rowOf, { width: 'minmax(10rem, 1.5fr)' }),
];
const rowId = ({ id }: InterestShown): string => id;

/** [RUT-01] [INT-01] The interest that each financed invoice earned in a month, with totals and export. */
export function InterestScreen() {
  return (
    <Page
      title={screens.interest.title}
      intro={
        <>
          {es.intro} <Link to={paths.statement}>{screens.statement.title}</Link>
        </>
      }
    >
      <MonthRoute ahead={-1} failed={es.failed}>
        {(shown) => <InterestOfMonth {...shown} />}
      </MonthRoute>
    </Page>
  );
}

function InterestOfMonth(shown: MonthShown) {
  const { month, today, onMonth } = shown;
  const running = monthOf(today);
  const interest = useQuery(interestQuery(month, today));
  const name = formatMonth(month);
  const isRunning = month === running;
  return (
    <MonthTable
      {...shown}
      label={es.table(name)}
      noun={['renglón', 'renglones']}
      columns={columns}
      rowId={rowId}
      query={interest}
      exported="interest"
      whenEmpty={
        isRunning ? null : <Button onClick={() => onMonth(running)}>{es.toRunning(formatMonth(running))}</Button>
      }
      note={isRunning ? <Notice tone="info">{es.running(formatDate(today))}</Notice> : null}
      texts={{
        month: es.month,
        search: es.search,
        failed: es.failed,
        dated: es.dated,
        emptyTitle: es.emptyTitle(name),
        empty: es.empty(isRunning),
      }}
    />
  );
}
