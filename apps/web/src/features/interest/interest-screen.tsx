import { monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { screens } from '../../lib/screens.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { MonthOfAddress, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { interestQuery } from './api.ts';
import { es } from './es.ts';
import type { InterestShown } from './view-model/detail.ts';

/** [INT-01] Columns fixed by the specification. */
export const columns: readonly Column<InterestShown>[] = [
  {
    id: 'periodo',
    header: 'Periodo',
    value: ({ month }) => month,
    text: ({ month }) => formatMonth(month),
    width: 'minmax(10rem, 1fr)',
  },
  {
    id: 'folio',
    header: 'Folio',
    value: ({ folio }) => folio,
    cell: ({ folio, billedIn }) => <CellPair note={billedIn ? es.billedIn(billedIn) : null}>{folio}</CellPair>,
    width: 'minmax(9rem, 1.5fr)',
    card: 'title',
  },
  amountColumn({ id: 'interest', header: 'Interés', pick: ({ interest }) => interest, card: 'figure' }),
  amountColumn({ id: 'iva', header: 'IVA', pick: ({ iva }) => iva }),
  { id: 'currency', header: 'Moneda', value: ({ interest }) => interest.currency, width: '7rem' },
  { id: 'product', header: 'Producto', value: ({ product }) => product, width: 'minmax(10rem, 1.5fr)' },
];
const rowId = ({ id }: InterestShown): string => id;

/** [RUT-01] [INT-01] The interest that each financed invoice earned in a month, with totals and export. */
export function InterestScreen() {
  return (
    <Page title={screens.interest.title} intro={es.intro}>
      <MonthOfAddress ahead={-1} failed={es.failed}>
        {(shown) => <InterestOfMonth {...shown} />}
      </MonthOfAddress>
    </Page>
  );
}

function InterestOfMonth(shown: MonthShown) {
  const { month, today } = shown;
  const interest = useQuery(interestQuery(month, today));
  const name = formatMonth(month);
  const isRunning = month === monthOf(today);
  return (
    <MonthTable
      {...shown}
      label={es.table(name)}
      noun={['renglón', 'renglones']}
      columns={columns}
      rowId={rowId}
      query={interest}
      fileName="detalle-de-intereses"
      note={isRunning ? <Notice tone="info">{es.running(formatDate(today))}</Notice> : null}
      texts={{
        month: es.month,
        search: es.search,
        failed: es.failed,
        emptyTitle: es.emptyTitle(name),
        empty: es.empty(isRunning),
      }}
    />
  );
}
