import type { ReceivedTransfer } from '@anticipa/contract/party-transfers';
import { moneyOf } from '@anticipa/domain/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate, formatMoney, moneyInText } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Card } from '../../ui/card.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { receivedQuery } from './api.ts';
import { es } from './es.ts';

const texts = es.received;

const invoicesOf = ({ invoices, currency }: ReceivedTransfer): string =>
  invoices.map(({ folio, paid }) => texts.invoice(folio, formatMoney(moneyOf(paid, currency)))).join(', ');
const payerOf = ({ payer, bank }: ReceivedTransfer): string =>
  [texts.payers[payer], ...(bank === '' ? [] : [bank])].join(' · ');
const stateOf = ({ isReversed }: ReceivedTransfer): string => (isReversed ? texts.reversed : texts.applied);

const columns: readonly Column<ReceivedTransfer>[] = [
  {
    id: 'on',
    header: es.columns.valueDate,
    value: ({ valueDate }) => valueDate,
    text: ({ valueDate }) => formatDate(valueDate),
    width: '7.5rem',
  },
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: (payment) => `${payment.trackingKey} · ${payerOf(payment)}`,
    cell: (payment) => <CellPair note={payerOf(payment)}>{payment.trackingKey}</CellPair>,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'invoices',
    header: es.columns.invoices,
    value: invoicesOf,
    cell: ({ invoices, currency }) => (
      <span className="stack">
        {invoices.map(({ documentId, folio, paid, receiverName }) => (
          <CellPair key={documentId} note={receiverName}>
            <Link to={lenderPaths.invoice} params={{ documentId }}>
              {folio}
            </Link>{' '}
            {moneyInText(moneyOf(paid, currency))}
          </CellPair>
        ))}
      </span>
    ),
    width: 'minmax(12rem, 1fr)',
    breaks: true,
  },
  {
    id: 'state',
    header: es.columns.state,
    value: stateOf,
    cell: (row) => <StatusBadge tone={row.isReversed ? 'neutral' : 'good'}>{stateOf(row)}</StatusBadge>,
    width: '8.5rem',
    card: 'note',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: { counts: ({ isReversed }) => !isReversed, without: 'deshechos' },
    width: '10.5rem',
    card: 'figure',
  }),
];
const rowId = ({ collectionId }: ReceivedTransfer): string => collectionId;
const ofClient = columns.filter(({ id }) => id !== 'client');

/** [DIN-57] Lists payments that were applied to the invoices of a client, or that came from a receiver. */
export function ReceivedPayments({ from }: { from: { readonly clientId: string } | { readonly companyId: string } }) {
  const list = useInfiniteQuery(receivedQuery(from));
  return (
    <Card title={texts.title}>
      <PagedTable
        list={list}
        label={texts.title}
        noun={texts.noun}
        columns={'clientId' in from ? ofClient : columns}
        rowId={rowId}
        empty={<p className="quiet">{texts.empty}</p>}
        more={es.more}
        failed={texts.failed}
        lines={4}
      />
    </Card>
  );
}
