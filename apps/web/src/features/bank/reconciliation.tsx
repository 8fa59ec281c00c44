import type { BankReconciliation } from '@anticipa/contract/bank-files';
import { moneyOf, subtract } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { reconciliationQuery } from './api.ts';
import { keysOf, stateOf, textOfLine } from './columns.tsx';
import { es } from './es.ts';

const texts = es.reconciliation;

/** Movements of the banks beside those of the books, per currency, with each difference. */
export function Reconciliation() {
  const { data, error, refetch } = useQuery(reconciliationQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />;
  if (data.length === 0)
    return (
      <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    );
  return (
    <div className="stack">
      {data.map((group) => (
        <Group key={`${group.currency} ${group.isStp}`} group={group} />
      ))}
    </div>
  );
}

interface Difference {
  readonly id: string;
  readonly side: 'bank' | 'books';
  readonly date: string;
  readonly what: string;
  readonly keys: string;
  readonly amount: string;
  readonly state: string;
}

const differencesOf = ({ lines, books }: BankReconciliation): readonly Difference[] => [
  ...lines.map((line) => ({
    ...{ id: line.lineId, side: 'bank' as const, date: line.date, what: textOfLine(line), keys: keysOf(line) },
    ...{ amount: line.amount, state: line.state === 'booked' ? texts.undone : (line.reason ?? stateOf(line)) },
  })),
  ...books.map(({ as, key, on, amount }) => ({
    ...{ id: `${as} ${key}`, side: 'books' as const, date: on, what: es.places[as], keys: key, amount },
    state: texts.notSeen,
  })),
];

const columnsOf = ({ currency }: BankReconciliation): readonly Column<Difference>[] => [
  dateColumn({ id: 'date', header: es.columns.date, pick: ({ date }) => date }),
  {
    id: 'what',
    header: es.columns.what,
    value: ({ what }) => what,
    text: ({ what, keys }) => `${what} ${keys}`.trim(),
    cell: ({ what, keys }) => <CellPair note={keys || undefined}>{what}</CellPair>,
    width: 'minmax(13rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'side',
    header: texts.side,
    value: ({ side }) => texts.sides[side],
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount }) => moneyOf(amount, currency),
    total: null,
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.columns.state,
    value: ({ state }) => state,
    width: 'minmax(11rem, 1fr)',
    breaks: true,
    card: 'line',
  },
];

function Group({ group }: { group: BankReconciliation }) {
  const { currency, isStp, since, through, notInBooks, notInBank } = group;
  const rows = useMemo(() => differencesOf(group), [group]);
  const columns = useMemo(() => columnsOf(group), [group]);
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const difference = subtract(moneyOf(group.bankMoved, currency), moneyOf(group.booksMoved, currency));
  const isOpen = notInBooks.count + notInBank.count > 0;
  return (
    <Card title={texts.title(currency, isStp)}>
      <div className="stack">
        <p>
          {texts.period(formatDate(since), formatDate(through))}{' '}
          <StatusBadge tone={isOpen ? 'warn' : 'good'}>{isOpen ? texts.open : texts.agree}</StatusBadge>
        </p>
        <Facts
          facts={[
            [texts.difference, formatMoney(difference)],
            [texts.notInBooks(notInBooks.count), money(notInBooks.total)],
            [texts.notInBank(notInBank.count), money(notInBank.total)],
            ...(Number(group.otherDays) === 0 ? [] : ([[texts.otherDays, money(group.otherDays)]] as const)),
            [texts.bankMoved, money(group.bankMoved)],
            [texts.booksMoved, money(group.booksMoved)],
            [texts.booksBalance(formatDate(through)), money(group.booksBalance)],
          ]}
        />
        <Facts
          facts={group.accounts.map(({ name, lastDay, closing, missing }) => [
            texts.account(name, formatDate(lastDay)),
            closing === null || missing === null
              ? es.file.noBalances
              : Number(missing) === 0
                ? texts.balance(money(closing))
                : texts.missing(money(closing), money(missing)),
          ])}
        />
        <DataTable
          label={texts.differences(currency, isStp)}
          noun={texts.noun}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          empty={
            <EmptyState drawing="papers" level={3} title={texts.agree}>
              {texts.noDifference}
            </EmptyState>
          }
        />
      </div>
    </Card>
  );
}
