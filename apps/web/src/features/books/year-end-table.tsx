import type { ClosedMonth } from '@anticipa/contract/book-close';
import { moneyOf } from '@anticipa/domain/money';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

const texts = es.close;
type YearEnd = ClosedMonth['yearEnd'][number];

const yearEndColumns: readonly Column<YearEnd>[] = [
  {
    id: 'debit',
    header: texts.debit,
    value: ({ debit }) => accountNames[debit],
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'credit',
    header: texts.credit,
    value: ({ credit }) => accountNames[credit],
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  amountColumn<YearEnd>({
    id: 'amount',
    header: texts.amount,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: null,
    card: 'figure',
  }),
];
const yearEndId = ({ debit, credit, currency }: YearEnd): string => `${debit} ${credit} ${currency}`;

/** The entries by which the close of December ends a year. */
export function YearEndTable({ entries }: { entries: readonly YearEnd[] }) {
  return (
    <div className="stack">
      <h3>{texts.yearEndTitle}</h3>
      <p className="quiet">{texts.yearEnd}</p>
      <DataTable
        label={texts.yearEndTitle}
        noun={texts.yearEndNoun}
        rows={entries}
        columns={yearEndColumns}
        rowId={yearEndId}
        empty={null}
      />
    </div>
  );
}
