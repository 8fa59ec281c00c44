import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { type Month, monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Unloaded } from '../../ui/feedback/unloaded.tsx';
import { MonthTable } from '../../ui/table/month-table.tsx';
import { settledQuery } from './api.ts';
import { columns } from './components/columns.tsx';
import { es } from './es.ts';
import { monthShown, type SettledRow } from './view-model.ts';

/** [LIQ-02] Pixels; beyond them the table scrolls. */
const TABLE_HEIGHT = 650;
const rowId = ({ id }: SettledRow): string => id;

interface SettledScreenProps {
  /** The month of the address, as it stands there. */
  readonly month: string | undefined;
  readonly onMonth: (month: string) => void;
}

/** [LIQ-01] What was paid in a month, and what came back of it, with its totals and its file. */
export function SettledScreen({ month, onMonth }: SettledScreenProps) {
  const credit = useQuery(creditQuery);
  if (!credit.data) {
    return (
      <Unloaded failed={credit.isError} onRetry={credit.refetch} lines={8}>
        {es.failed}
      </Unloaded>
    );
  }
  const today = dateOf(credit.data.today);
  return <SettledOfMonth month={monthShown(month, today)} today={today} onMonth={onMonth} />;
}

function SettledOfMonth({ month, today, onMonth }: { month: Month; today: IsoDate; onMonth: (month: string) => void }) {
  const settled = useQuery(settledQuery(month));
  const name = formatMonth(month);
  return (
    <MonthTable
      label={es.table(name)}
      noun={['factura', 'facturas']}
      columns={columns}
      rowId={rowId}
      initialSort={{ column: 'paid', descending: true }}
      height={TABLE_HEIGHT}
      month={month}
      lastMonth={monthOf(today)}
      onMonth={onMonth}
      query={settled}
      fileName="facturas-liquidadas"
      texts={{
        month: es.month,
        search: es.search,
        failed: es.failed,
        emptyTitle: es.emptyTitle(name),
        empty: es.empty(month === monthOf(today)),
      }}
    />
  );
}
