import type { BankLine } from '@anticipa/contract/bank-files';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

type Movement = Pick<BankLine, 'trackingKey' | 'reference' | 'text'>;

/** The bank's text of a movement, with its keys below. */
export const textOfLine = ({ text, reference, trackingKey }: Movement): string =>
  text || reference || trackingKey || es.line.noText;
export const keysOf = ({ text, reference, trackingKey }: Movement): string =>
  [reference, trackingKey].filter((key) => key !== '' && (text !== '' || key !== reference)).join(' · ');

const tones: Readonly<Record<BankLine['state'], Tone>> = {
  due: 'warn',
  waiting: 'warn',
  booked: 'good',
  ignored: 'neutral',
};

type Standing = Pick<BankLine, 'state' | 'cause' | 'plan'>;

const isKnown = ({ state, cause, plan }: Standing): boolean =>
  state === 'due' && cause === null && plan?.as === 'match';

/** The state of a movement, or why it waits. */
export const stateOf = (line: Standing): string => {
  const { state, cause, plan } = line;
  if (cause !== null) return es.causes[cause];
  if (isKnown(line)) return es.dueAs.match;
  return state === 'due' && plan?.as === 'look' ? es.dueAs.look : es.states[state];
};
const noteOf = ({
  cause,
  refusal,
  resembles,
  reason,
  endedBy,
  bookedAs,
  bookKey,
  wasBooked,
  plan,
  currency,
}: BankLine): string | undefined => {
  if (cause === 'resembles' && resembles !== null) return es.line.resembles(resembles);
  if (refusal !== null) return refusal;
  if (reason !== null) return es.line.ended(endedBy ?? '', reason);
  if (bookedAs !== null && bookKey !== null) return es.line.booked(bookedAs, bookKey, wasBooked === true);
  if (plan === null) return undefined;
  const { amount } = plan;
  return es.plans[plan.as](amount === undefined ? plan : { ...plan, amount: formatMoney(moneyOf(amount, currency)) });
};

export const StateOfLine = ({ line }: { line: BankLine }) => (
  <CellPair note={noteOf(line)}>
    <StatusBadge tone={isKnown(line) ? 'info' : tones[line.state]}>{stateOf(line)}</StatusBadge>
  </CellPair>
);

/** Columns of the rows of a file: number, text and amount. A row that is no movement shows only its content. */
export const rowColumns = <Row extends { readonly row: number; readonly content: string | null }>(
  currency: FinancedCurrency,
  movementOf: (row: Row) => (Movement & Pick<BankLine, 'date' | 'amount'>) | null,
): readonly Column<Row>[] => {
  const textOf = (row: Row): string | null => {
    const movement = movementOf(row);
    return movement ? textOfLine(movement) : row.content;
  };
  return [
    { id: 'row', header: es.columns.row, value: ({ row }) => row, align: 'end', width: '6rem' },
    {
      id: 'what',
      header: es.columns.what,
      value: textOf,
      cell: (row) => {
        const movement = movementOf(row);
        if (!movement) return row.content;
        const note = [formatDate(movement.date), keysOf(movement)].filter(Boolean).join(' · ');
        return <CellPair note={note}>{textOfLine(movement)}</CellPair>;
      },
      width: 'minmax(12rem, 2fr)',
      breaks: true,
      card: 'title',
    },
    amountColumn({
      id: 'amount',
      header: es.columns.amount,
      pick: (row) => {
        const movement = movementOf(row);
        return movement ? moneyOf(movement.amount, currency) : null;
      },
      total: null,
      width: 'minmax(9rem, 1fr)',
      card: 'figure',
    }),
  ];
};

export const lineColumns = (accountOf: (line: BankLine) => string): readonly Column<BankLine>[] => [
  dateColumn({ id: 'date', header: es.columns.date, pick: ({ date }) => date }),
  {
    id: 'what',
    header: es.columns.what,
    value: textOfLine,
    text: (line) => `${textOfLine(line)} ${keysOf(line)}`.trim(),
    cell: (line) => <CellPair note={keysOf(line) || undefined}>{textOfLine(line)}</CellPair>,
    width: 'minmax(14rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'account',
    header: es.columns.account,
    value: accountOf,
    width: 'minmax(8rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.columns.state,
    value: stateOf,
    text: (line) => [stateOf(line), noteOf(line)].filter(Boolean).join(' · '),
    cell: (line) => <StateOfLine line={line} />,
    width: 'minmax(13rem, 1.5fr)',
    breaks: true,
    card: 'line',
  },
];
