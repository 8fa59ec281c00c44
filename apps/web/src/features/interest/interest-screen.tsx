import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { type Month, monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Unloaded } from '../../ui/feedback/unloaded.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { interestQuery } from './api.ts';
import { es } from './es.ts';
import css from './interest.module.css';
import { type InterestShown, monthShown } from './view-model/detail.ts';

/** [INT-01] The specification's columns. */
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

interface InterestScreenProps {
  /** The month of the address, as it stands there. */
  readonly month: string | undefined;
  readonly onMonth: (month: string) => void;
}

/** [INT-01] What each financed invoice earned in a month, with its totals and its file. */
export function InterestScreen({ month, onMonth }: InterestScreenProps) {
  const credit = useQuery(creditQuery);
  return (
    <div className={css.screen}>
      <div>
        <h1 tabIndex={-1}>{es.title}</h1>
        <p className={css.intro}>{es.intro}</p>
      </div>
      {credit.data ? (
        <InterestOfMonth
          month={monthShown(month, dateOf(credit.data.today))}
          today={dateOf(credit.data.today)}
          onMonth={onMonth}
        />
      ) : (
        <Unloaded failed={credit.isError} onRetry={credit.refetch} lines={8}>
          {es.failed}
        </Unloaded>
      )}
    </div>
  );
}

function InterestOfMonth(props: { month: Month; today: IsoDate; onMonth: (month: string) => void }) {
  const { month, today, onMonth } = props;
  const interest = useQuery(interestQuery(month, today));
  const name = formatMonth(month);
  const isRunning = month === monthOf(today);
  return (
    <MonthTable
      label={es.table(name)}
      noun={['renglón', 'renglones']}
      columns={columns}
      rowId={rowId}
      month={month}
      lastMonth={monthOf(today)}
      onMonth={onMonth}
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
