import type { BookLine } from '@anticipa/contract/books';
import { chart } from '@anticipa/domain/chart';
import { decimalOf, type Money } from '@anticipa/domain/money';
import { accountNames, unknownBank } from '@anticipa/texts/ledger-texts';
import { sideOf } from '@anticipa/texts/tables/books';
import { everyRow } from '@anticipa/texts/tables/table';
import { Link } from '@tanstack/react-router';
import { formatDecimal } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, NONE } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

const texts = es.lines;

/** "CFDI INT-1", or else "Venta 4". */
const paperOf = ({ cfdi, numberOfSale }: BookLine): string => {
  if (cfdi !== null) return texts.cfdi(cfdi);
  return numberOfSale === null ? '' : texts.sale(numberOfSale);
};

const accountOf = ({ account }: BookLine): string => `${chart[account].number} ${accountNames[account]}`;

/** The bank account of a line of BANCOS, and the currency. */
const partOf = ({ account, bank, currency }: BookLine): string =>
  account === 'BANCOS' ? `${bank ?? unknownBank} · ${currency}` : currency;

/** An amount without its currency, which stands elsewhere in the table. */
export const plainColumn = (
  id: 'debit' | 'credit' | 'balance',
  pick: (line: BookLine) => Money | null,
): Column<BookLine> =>
  amountColumn<BookLine>({
    id,
    header: texts[id],
    pick,
    cell: (line) => {
      const amount = pick(line);
      return amount ? formatDecimal(decimalOf(amount)) : NONE;
    },
    total: id === 'balance' ? null : everyRow,
    width: '9rem',
    ...(id === 'balance' && { card: 'figure' as const }),
  });

export const sideColumns: readonly Column<BookLine>[] = [
  plainColumn('debit', ({ debit, currency }) => sideOf(debit, currency)),
  plainColumn('credit', ({ credit, currency }) => sideOf(credit, currency)),
];

export const accountColumn: Column<BookLine> = {
  id: 'account',
  header: texts.accountColumn,
  value: accountOf,
  text: (line) => `${accountOf(line)} · ${partOf(line)}`,
  cell: (line) => <CellPair note={partOf(line)}>{accountOf(line)}</CellPair>,
  width: 'minmax(9.5rem, 1fr)',
  breaks: true,
};

export const documentColumn: Column<BookLine> = {
  id: 'document',
  header: texts.document,
  value: ({ folio }) => folio,
  text: (line) => [line.folio, paperOf(line)].filter(Boolean).join(' · ') || NONE,
  cell: (line) => (
    <CellPair note={paperOf(line)}>
      {line.documentId === null ? (
        NONE
      ) : (
        <Link to={lenderPaths.invoice} params={{ documentId: line.documentId }}>
          {line.folio}
        </Link>
      )}
    </CellPair>
  ),
  width: '8.5rem',
};
