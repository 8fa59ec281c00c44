import { dateOf } from '@anticipa/domain/calendar';
import { type Month, monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Unloaded } from '../../ui/feedback/unloaded.tsx';
import { MonthTable } from '../../ui/table/month-table.tsx';
import { interestInvoicesQuery } from './api.ts';
import { invoiceColumns } from './components/invoice-columns.tsx';
import { es } from './es.ts';
import css from './interest.module.css';
import { emissionMonth, type InvoiceRow } from './view-model/invoices.ts';

const rowId = ({ id }: InvoiceRow): string => id;

interface InvoicesScreenProps {
  /** The month of the address, as it stands there. */
  readonly month: string | undefined;
  readonly onMonth: (month: string) => void;
}

/** [HFI-01] The invoices that the lender issued for interest in a month, with their XML and PDF. */
export function InvoicesScreen({ month, onMonth }: InvoicesScreenProps) {
  const credit = useQuery(creditQuery);
  return (
    <div className={css.screen}>
      <div>
        <h1 tabIndex={-1}>{es.invoicesTitle}</h1>
        <p className={css.intro}>{es.invoicesIntro}</p>
      </div>
      {credit.data ? (
        <InvoicesOfMonth
          month={emissionMonth(month, dateOf(credit.data.today))}
          lastMonth={monthOf(dateOf(credit.data.today))}
          onMonth={onMonth}
        />
      ) : (
        <Unloaded failed={credit.isError} onRetry={credit.refetch} lines={8}>
          {es.invoicesFailed}
        </Unloaded>
      )}
    </div>
  );
}

function InvoicesOfMonth(props: { month: Month; lastMonth: Month; onMonth: (month: string) => void }) {
  const { month, lastMonth, onMonth } = props;
  const invoices = useQuery(interestInvoicesQuery(month));
  const name = formatMonth(month);
  return (
    <MonthTable
      label={es.invoicesTable(name)}
      noun={['factura', 'facturas']}
      columns={invoiceColumns}
      rowId={rowId}
      month={month}
      lastMonth={lastMonth}
      onMonth={onMonth}
      query={invoices}
      fileName="historial-de-facturacion"
      texts={{
        month: es.emissionMonth,
        search: es.invoicesSearch,
        failed: es.invoicesFailed,
        emptyTitle: es.invoicesEmptyTitle(name),
        empty: es.invoicesEmpty,
      }}
    />
  );
}
