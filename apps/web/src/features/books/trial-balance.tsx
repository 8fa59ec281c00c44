import type { BalanceRow } from '@anticipa/contract/books';
import { chart } from '@anticipa/domain/chart';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { accountName, accountNumber, byNature, natureNames } from '@anticipa/texts/tables/books';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDecimal } from '../../lib/format.ts';
import { TextButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { type BalanceFilter, downloadBalance, trialBalanceQuery } from './api.ts';
import { es } from './es.ts';

const texts = es.balance;
const rowId = (row: BalanceRow): string => `${row.currency} ${row.account} ${row.bank?.id ?? ''}`;
/** "MXN · Deudora · SAT 106.01". */
const noteOf = ({ currency, account, bank }: BalanceRow): string => {
  const { nature, group } = chart[account];
  return [currency, natureNames[nature], ...(group === null || bank ? [] : [texts.group(group)])].join(' · ');
};

const amountOf = (id: 'opening' | 'debit' | 'credit' | 'closing'): Column<BalanceRow> => {
  const isBalance = id === 'opening' || id === 'closing';
  const pick = (row: BalanceRow) =>
    isBalance ? byNature(row.account, row[id], row.currency) : moneyOf(row[id], row.currency);
  return amountColumn<BalanceRow>({
    id,
    header: texts[id],
    pick,
    // The currency is in the name's note, so that all columns fit a screen.
    cell: (row) => formatDecimal(decimalOf(pick(row))),
    total: isBalance ? null : { counts: ({ bank }) => bank === null, without: texts.parts },
    width: '9.75rem',
    ...(id === 'closing' && { card: 'figure' as const }),
  });
};

const columnsFor = (onOpen: (row: BalanceRow) => void): readonly Column<BalanceRow>[] => [
  {
    id: 'number',
    header: texts.number,
    // By currency and number is the order of the chart.
    value: (row) => `${row.currency} ${accountNumber(row)}`,
    text: accountNumber,
    // The number of a bank account is as long as "102-01-0000".
    width: '8.5rem',
    breaks: true,
    card: 'note',
  },
  {
    id: 'name',
    header: texts.name,
    value: accountName,
    text: (row) => `${accountName(row)} · ${noteOf(row)}`,
    cell: (row) => (
      <CellPair note={noteOf(row)}>
        <TextButton aria-label={texts.linesOf(accountName(row))} onClick={() => onOpen(row)}>
          {accountName(row)}
        </TextButton>
      </CellPair>
    ),
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  amountOf('opening'),
  amountOf('debit'),
  amountOf('credit'),
  amountOf('closing'),
];

/** The balances of the accounts; each name opens the account's lines. */
export function TrialBalance({ filter, onOpen }: { filter: BalanceFilter; onOpen: (row: BalanceRow) => void }) {
  const { data, error, refetch } = useQuery(trialBalanceQuery(filter));
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  return (
    <Card
      title={texts.title}
      aside={
        <ButtonRow>
          <FileButtons download={(format) => downloadBalance({ format, ...filter })} />
        </ButtonRow>
      }
    >
      {data ? (
        <DataTable
          label={texts.title}
          noun={texts.noun}
          rows={data}
          columns={columns}
          rowId={rowId}
          empty={
            <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
              {texts.empty}
            </EmptyState>
          }
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />
      )}
    </Card>
  );
}
