import { getLenderSale } from '@anticipa/contract/lender';
import { type SoldInvoice, type SoldState, soldStates } from '@anticipa/contract/sold-invoices';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { soldStateNames } from '@anticipa/texts/tables/sold-invoices';
import { everyRow } from '@anticipa/texts/tables/table';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { CurrencyField } from '../../ui/field/currency-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { downloadSold, soldQuery } from './api.ts';
import { es } from './es.ts';
import { partyColumns } from './party-columns.tsx';
import { ProductField } from './product-field.tsx';

const texts = es.sold;
const tones: Readonly<Record<SoldState, Tone>> = {
  'to-deposit': 'warn',
  'in-credit': 'info',
  overdue: 'bad',
  paid: 'good',
  'written-off': 'neutral',
  withdrawn: 'neutral',
};
const rowId = ({ documentId, saleId }: SoldInvoice): string => `${documentId} ${saleId}`;
/** Text of the settlement day, or else of the deposit day; empty before the deposit. */
const dayText = ({ endedOn, depositedOn }: SoldInvoice): string => {
  if (endedOn !== null) return texts.ended(formatDate(endedOn));
  return depositedOn === null ? '' : texts.deposited(formatDate(depositedOn));
};

const columnsFor = (hasLinks: boolean): readonly Column<SoldInvoice>[] => [
  {
    id: 'due',
    header: es.columns.due,
    value: ({ dueDate }) => dueDate,
    text: ({ dueDate }) => formatDate(dueDate),
    width: '7.75rem',
  },
  {
    id: 'invoice',
    header: es.columns.invoice,
    value: ({ folio }) => folio,
    text: ({ folio, numberOfSale }) => `${folio} · ${es.sale(numberOfSale)}`,
    cell: ({ documentId, folio, saleId, numberOfSale, state }) => {
      const sale = es.sale(numberOfSale);
      return (
        <CellPair
          note={
            hasLinks ? (
              <Link to={lenderPaths.sale} params={{ saleId }}>
                {sale}
              </Link>
            ) : (
              sale
            )
          }
        >
          {state === 'withdrawn' ? (
            folio
          ) : (
            <Link to={lenderPaths.invoice} params={{ documentId }}>
              {folio}
            </Link>
          )}
        </CellPair>
      );
    },
    width: '7.5rem',
    card: 'title',
  },
  {
    id: 'state',
    header: texts.columns.state,
    value: ({ state }) => soldStateNames[state],
    text: (row) => [soldStateNames[row.state], dayText(row)].filter(Boolean).join(' · '),
    cell: (row) => (
      <CellPair note={dayText(row)}>
        <StatusBadge tone={tones[row.state]}>{soldStateNames[row.state]}</StatusBadge>
      </CellPair>
    ),
    width: '11.5rem',
    card: 'note',
  },
  ...partyColumns,
  amountColumn({
    id: 'deposit',
    header: texts.columns.deposit,
    pick: ({ deposit, currency }) => moneyOf(deposit, currency),
    total: everyRow,
    width: '10.5rem',
  }),
  amountColumn({
    id: 'total',
    header: texts.columns.total,
    pick: ({ total, currency }) => moneyOf(total, currency),
    total: everyRow,
    width: '10.5rem',
    card: 'figure',
  }),
];

/** [DIN-84] Lists every invoice that was sold, including those that have ended. `of`: only those of one client or receiver. */
export function SoldInvoices({ of }: { of?: { readonly clientId: string } | { readonly companyId: string } }) {
  const [search, keep] = useState('');
  const [typed, setTyped] = useTypedSearch(search, keep);
  const [state, setState] = useState<SoldState | ''>('');
  const [product, setProduct] = useState<ProductCode | ''>('');
  const [currency, setCurrency] = useState<FinancedCurrency | ''>('');
  const chosen = {
    ...(search.trim() && { search: search.trim() }),
    ...(state && { state }),
    ...(product && { product }),
    ...(currency && { currency }),
  };
  const filter = { ...of, ...chosen };
  const list = useInfiniteQuery(soldQuery(filter));
  const hasLinks = useMay(getLenderSale);
  const other = of && ('clientId' in of ? 'client' : 'receiver');
  const columns = useMemo(() => columnsFor(hasLinks).filter(({ id }) => id !== other), [hasLinks, other]);
  const clear = (): void => {
    setTyped('');
    setState('');
    setProduct('');
    setCurrency('');
  };
  return (
    <Card
      title={texts.title}
      aside={
        <ButtonRow>
          <FileButtons download={(format) => downloadSold({ format, ...filter })} />
        </ButtonRow>
      }
    >
      <Toolbar label={es.portfolio.search} value={typed} onChange={setTyped}>
        <SelectField
          label={texts.state}
          value={state}
          onChange={setState}
          options={[
            { value: '', label: texts.everyState },
            ...soldStates.map((value) => ({ value, label: soldStateNames[value] })),
          ]}
        />
        <ProductField value={product} onChange={setProduct} />
        <CurrencyField value={currency} onChange={setCurrency} />
      </Toolbar>
      <PagedTable
        list={list}
        label={texts.title}
        noun={es.portfolio.noun}
        columns={columns}
        rowId={rowId}
        empty={
          Object.keys(chosen).length > 0 ? (
            <NothingFound title={es.portfolio.notFound} onClear={clear} />
          ) : (
            <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
              {texts.empty}
            </EmptyState>
          )
        }
        more={es.portfolio.more}
        failed={texts.failed}
        lines={8}
      />
    </Card>
  );
}
