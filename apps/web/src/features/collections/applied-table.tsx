import type { AppliedReceipt } from '@anticipa/contract/receipts';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, moneyInText } from '../../lib/format.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { appliedQuery } from './api.ts';
import { es } from './es.ts';

const texts = es.applied;

const howOf = ({ by, source }: AppliedReceipt): string => by ?? texts.by[source];

/** The invoices that a receipt paid, in words. */
const paidOf = ({ parts, currency }: AppliedReceipt): string[] =>
  parts.flatMap(({ payer, invoices }) =>
    invoices.map(({ folio, entityName, paid }) =>
      [`${folio} · ${entityName} · ${moneyInText(moneyOf(paid, currency))}`]
        .concat(payer === 'client' ? texts.client : [])
        .join(' · '),
    ),
  );

const columns: readonly Column<AppliedReceipt>[] = [
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey, bank }) => `${trackingKey} · ${bank || es.noBank}`,
    cell: ({ trackingKey, bank }) => <CellPair note={bank || es.noBank}>{trackingKey}</CellPair>,
    width: 'minmax(11rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'paid',
    header: es.columns.paid,
    value: (receipt) => paidOf(receipt).join('; '),
    cell: (receipt) => (
      <ul>
        {paidOf(receipt).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
    width: 'minmax(18rem, 2.5fr)',
    breaks: true,
    card: 'note',
  },
  { id: 'how', header: es.columns.how, value: howOf, width: 'minmax(9rem, 1fr)', breaks: true },
  dateColumn({ id: 'valueDate', header: es.columns.valueDate, pick: ({ valueDate }) => valueDate }),
  amountColumn({
    id: 'amount',
    header: es.columns.applied,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
];
const keyOf = ({ trackingKey }: AppliedReceipt): string => trackingKey;

/** The receipts of a day, and what each paid. */
export function Applied({ today }: { today: string }) {
  const [day, setDay] = useState<string | null>(today);
  const { data, error, refetch } = useQuery(appliedQuery(day));
  return (
    <div className="stack">
      <ButtonRow>
        <DateField
          label={texts.day}
          help={texts.dayHelp}
          value={day}
          onChange={(next) => setDay(next ?? today)}
          today={today}
          max={today}
        />
      </ButtonRow>
      {data ? (
        <>
          <Facts
            inLine
            label={texts.sums}
            facts={data.sums.map(({ currency, count, amount }) => [
              texts.sum(count, currency),
              formatMoney(moneyOf(amount, currency)),
            ])}
          />
          <DataTable
            label={texts.label}
            noun={texts.noun}
            rows={data.data}
            columns={columns}
            rowId={keyOf}
            empty={
              <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
                {texts.empty}
              </EmptyState>
            }
          />
        </>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />
      )}
    </div>
  );
}
