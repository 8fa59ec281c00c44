import { createClient, type ListedClient } from '@anticipa/contract/lender-clients';
import { type Money, moneyOf, sum } from '@anticipa/domain/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatMoneyWhole } from '../../lib/format.ts';
import { type DeskButton, lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { type ProductNames, useProductNames } from '../../lib/product-names.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { LineEnd } from '../../ui/line-end.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { clientsQuery } from './api.ts';
import css from './clients.module.css';
import { es } from './es.ts';
import { NewClient } from './new-client.tsx';

const rowId = ({ clientId }: ListedClient): string => clientId;

/** [OPE-04] The lender's clients, searched by the server. */
export function ClientsScreen() {
  const [typed, setTyped] = useState('');
  const [isOpening, setOpening] = useState(false);
  const mayOpen = useMay(createClient);
  const names = useProductNames();
  const columns = useMemo(() => columnsWith(names), [names]);
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(clientsQuery(search));
  return (
    <div className={css.screen}>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        {mayOpen ? (
          <Button icon="userPlus" id={'abrir-cliente' satisfies DeskButton} onClick={() => setOpening(true)}>
            {es.open}
          </Button>
        ) : null}
      </Toolbar>
      <PagedTable
        list={list}
        label={es.title}
        noun={['cliente', 'clientes']}
        columns={columns}
        rowId={rowId}
        empty={
          search ? (
            <NothingFound title={es.notFound} onClear={() => setTyped('')} />
          ) : (
            <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
              {es.empty}
            </EmptyState>
          )
        }
        more={es.more}
        failed={es.failed}
        lines={8}
      />
      {isOpening ? <NewClient onClose={() => setOpening(false)} /> : null}
    </div>
  );
}

function textOf(names: ProductNames, { product, currency, used, held, limit }: ListedClient['lines'][number]): string {
  const inUse = sum(currency, [moneyOf(used, currency), moneyOf(held, currency)]);
  return es.use(names[product], inOnePiece(inUse), inOnePiece(moneyOf(limit, currency)));
}

/** A line of text may end before or after the amount. */
const inOnePiece = (amount: Money): string => formatMoneyWhole(amount).replaceAll(' ', '\u00a0');

const Lines = ({ names, lines }: { names: ProductNames } & Pick<ListedClient, 'lines'>) => (
  <span className={css.lines}>
    {lines.length === 0 ? es.none : null}
    {lines.map((line) => (
      <span key={`${line.product} ${line.currency}`}>
        {textOf(names, line)} <LineEnd validUntil={line.validUntil} />
      </span>
    ))}
  </span>
);

const productsOf = (names: ProductNames, { products }: ListedClient): string =>
  products
    .filter(({ authorised }) => authorised)
    .map(({ product, active }) => (active ? names[product] : es.inactive(names[product])))
    .join(', ') || es.none;

const columnsWith = (names: ProductNames): readonly Column<ListedClient>[] => [
  {
    id: 'name',
    header: es.columns.name,
    value: ({ entityName }) => entityName,
    cell: ({ clientId, entityName, state }) => (
      <>
        <Link to={lenderPaths.client} params={{ clientId }}>
          {entityName}
        </Link>{' '}
        {state === 'closed' ? <StatusBadge tone="neutral">{es.closing.badge}</StatusBadge> : null}
      </>
    ),
    width: 'minmax(11rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'rfc', header: es.columns.rfc, value: ({ rfc }) => rfc, width: '10.5rem' },
  { id: 'branch', header: es.columns.branch, value: ({ branch }) => branch, width: 'minmax(6rem, 1fr)' },
  {
    id: 'products',
    header: es.columns.products,
    value: (client) => productsOf(names, client),
    width: 'minmax(8.5rem, 1fr)',
    breaks: true,
  },
  {
    id: 'lines',
    header: es.columns.lines,
    value: ({ lines }) => lines.map((line) => textOf(names, line)).join(' · ') || es.none,
    cell: ({ lines }) => <Lines names={names} lines={lines} />,
    width: 'minmax(19rem, 3fr)',
    breaks: true,
  },
  {
    id: 'pending',
    header: es.columns.pending,
    value: ({ pending }) => pending,
    text: ({ pending }) => (pending === 0 ? es.none : String(pending)),
    align: 'end',
    width: '8rem',
  },
];
