import type { ListedClient } from '@anticipa/contract/lender-clients';
import { moneyOf, sum } from '@anticipa/domain/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoneyWhole } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MoreRows } from '../../ui/table/more-rows.tsx';
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
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(clientsQuery(search));
  const { data, error, refetch } = list;
  return (
    <div className={css.screen}>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        <Button icon="userPlus" onClick={() => setOpening(true)}>
          {es.open}
        </Button>
      </Toolbar>
      {data ? (
        <DataTable
          label={es.title}
          noun={['cliente', 'clientes']}
          rows={data.pages.flatMap((page) => page.data)}
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
        />
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.failed} lines={8}>
          {error && failureText(error)}
        </QueryFallback>
      )}
      <MoreRows label={es.more} list={list} />
      {isOpening ? <NewClient onClose={() => setOpening(false)} /> : null}
    </div>
  );
}

const usesOf = ({ lines }: ListedClient): string =>
  lines
    .map(({ product, currency, used, held, limit }) => {
      const inUse = sum(currency, [moneyOf(used, currency), moneyOf(held, currency)]);
      return es.use(product, formatMoneyWhole(inUse), formatMoneyWhole(moneyOf(limit, currency)));
    })
    .join(' · ') || es.none;

const productsOf = ({ products }: ListedClient): string =>
  products
    .filter(({ authorised }) => authorised)
    .map(({ product, active }) => (active ? product : `${product} (inactivo)`))
    .join(', ') || es.none;

const columns: readonly Column<ListedClient>[] = [
  {
    id: 'name',
    header: es.columns.name,
    value: ({ entityName }) => entityName,
    cell: ({ clientId, entityName }) => (
      <Link to={lenderPaths.client} params={{ clientId }}>
        {entityName}
      </Link>
    ),
    width: 'minmax(12rem, 2fr)',
    card: 'title',
  },
  { id: 'rfc', header: es.columns.rfc, value: ({ rfc }) => rfc, width: '10.5rem' },
  { id: 'branch', header: es.columns.branch, value: ({ branch }) => branch, width: 'minmax(6rem, 1fr)' },
  { id: 'products', header: es.columns.products, value: productsOf, width: 'minmax(7rem, 1fr)' },
  { id: 'lines', header: es.columns.lines, value: usesOf, width: 'minmax(16rem, 3fr)', breaks: true },
  { id: 'pending', header: es.columns.pending, value: ({ pending }) => pending, align: 'end', width: '8rem' },
];
