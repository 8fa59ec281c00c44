import type { BoughtInvoice, Movement } from '@anticipa/contract/bought-invoice';
import { type FinancedCurrency, isPositive, moneyOf } from '@anticipa/domain/money';
import { accountNames, eventNames } from '@anticipa/texts/ledger-texts';
import { useMemo } from 'react';
import { formatDate, moneyInText } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import { Block } from './block.tsx';

const texts = es.movements;

/** The payer of a movement, its bank and key, as far as it has them. */
const detailOf = ({ payer, bank, trackingKey, reverses }: Movement): string =>
  [
    ...(reverses === null ? [] : [texts.reverses(reverses)]),
    ...(payer ? [texts.payers[payer]] : []),
    ...(bank ? [bank] : []),
    ...(trackingKey === null ? [] : [texts.key(trackingKey)]),
  ].join(' · ');

const entryOf = ({ lines }: Movement, currency: FinancedCurrency): string =>
  lines
    .map(({ account, debit, credit }) => {
      const [to, from] = [moneyOf(debit, currency), moneyOf(credit, currency)];
      return isPositive(to)
        ? texts.debit(accountNames[account], moneyInText(to))
        : texts.credit(accountNames[account], moneyInText(from));
    })
    .join('; ');

const columnsFor = (currency: FinancedCurrency): readonly Column<Movement>[] => [
  {
    id: 'valueDate',
    header: texts.valueDate,
    value: ({ valueDate }) => valueDate,
    text: ({ valueDate }) => formatDate(valueDate),
    cell: ({ valueDate, bookedOn }) => (
      <CellPair note={bookedOn === valueDate ? null : texts.booked(formatDate(bookedOn))}>
        {formatDate(valueDate)}
      </CellPair>
    ),
    width: '10.5rem',
    card: 'note',
  },
  {
    id: 'movement',
    header: texts.movement,
    value: ({ event }) => eventNames[event],
    text: (movement) => [eventNames[movement.event], detailOf(movement)].filter((part) => part !== '').join(' · '),
    cell: (movement) => (
      <CellPair note={detailOf(movement)}>
        {eventNames[movement.event]}
        {movement.reversedBy === null ? null : <StatusBadge tone="neutral">{texts.reversed}</StatusBadge>}
      </CellPair>
    ),
    width: 'minmax(14rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'entry',
    header: texts.entry,
    value: ({ entryNumber }) => entryNumber,
    text: (movement) => `${texts.number(movement.entryNumber)}: ${entryOf(movement, currency)}`,
    width: 'minmax(16rem, 1.4fr)',
    breaks: true,
  },
  amountColumn({
    id: 'amount',
    header: texts.amount,
    pick: ({ amount }) => moneyOf(amount, currency),
    total: null,
    card: 'figure',
  }),
];

/** The journal of the invoice, the newest entry first. */
export function Movements({ invoice: { movements, currency } }: { invoice: BoughtInvoice }) {
  const columns = useMemo(() => columnsFor(currency), [currency]);
  return (
    <Block texts={texts} rows={movements} columns={columns} rowId={({ entryNumber }) => String(entryNumber)}>
      <p className="quiet">{texts.note}</p>
    </Block>
  );
}
