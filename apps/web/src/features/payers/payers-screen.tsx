import type { CostCentre } from '@anticipa/contract/payers';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useLacking } from '../../lib/rights.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableExport } from '../../ui/table/table-export.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { payersQuery } from './api.ts';
import { AddPayer } from './components/add-payer.tsx';
import { es } from './es.ts';
import css from './payers.module.css';
import type { Listed } from './view-model.ts';

/** The main entry is neither active nor inactive. */
const stateOf = ({ isMain, active }: CostCentre): string => (isMain ? es.main : active ? es.active : es.inactive);

const columns: readonly Column<CostCentre>[] = [
  { id: 'rfc', header: 'Rfc', value: ({ rfcPayer }) => rfcPayer, width: '10.75rem' },
  {
    id: 'name',
    header: 'Nombre',
    value: ({ stpName }) => stpName,
    width: 'minmax(14rem, 3fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'clabe',
    header: 'Clabe interbancaria',
    value: ({ clabe }) => clabe,
    cell: ({ clabe, stpName }) => (
      <span className={css.clabe}>
        <Clabe of={clabe} />
        <CopyButton what={es.clabeOf(stpName)} text={clabe} />
      </span>
    ),
    width: '18rem',
  },
  {
    id: 'active',
    header: 'Activo',
    value: stateOf,
    cell: (row) =>
      row.isMain ? (
        es.main
      ) : (
        <span className={css.mark} data-active={row.active}>
          <Icon name={row.active ? 'check' : 'close'} label={stateOf(row)} />
        </span>
      ),
    width: '7rem',
  },
];

const rowId = ({ clabe }: CostCentre): string => clabe;
const isMain = (row: CostCentre): boolean => row.isMain;

interface ScreenProps {
  readonly rfc: string;
  /** The adviser's phone; null if the lender has published none. */
  readonly adviser: string | null;
  /** Actions offered whether or not the function is activated. */
  readonly actions: ReactNode;
}

/** [RUT-06] 'Mis clientes': a screen of the profile without its own path. */
export const PayersScreen = ({ actions, ...props }: ScreenProps) => (
  <Page title={es.title} back={{ to: paths.profile, label: es.back }} aside={actions}>
    <Payers {...props} />
  </Page>
);

/** [CLI-01] [CLI-06] The company's payers with their CLABEs, if the lender has activated the function. */
function Payers({ rfc, adviser }: Omit<ScreenProps, 'actions'>) {
  const { data, error, refetch } = useQuery(payersQuery(rfc));
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  }
  if (data.stpCompany === null) {
    return (
      <EmptyState
        drawing="locked"
        level={2}
        title={es.notActivated}
        action={adviser ? <a href={`tel:${adviser.replace(/\D/g, '')}`}>{es.call(adviser)}</a> : null}
      >
        {es.askAdviser}
      </EmptyState>
    );
  }
  return (
    <div className={css.list}>
      <Introduction rfc={rfc} payers={data.data} />
      {data.data.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
          {es.empty}
        </EmptyState>
      ) : (
        <PayerTable payers={data.data} />
      )}
    </div>
  );
}

/** [CLI-02] What a CLABE of their own does, and the way to another one. */
function Introduction(listed: Listed) {
  const [isAdding, setAdding] = useState(false);
  const lacking = useLacking('prepare');
  return (
    <div className={css.introduction}>
      <p className={css.quiet}>{es.explained}</p>
      <Button
        disabledReason={lacking}
        variant="primary"
        icon="userPlus"
        onClick={() => setAdding(true)}
        data-print="hide"
      >
        {es.add.title}
      </Button>
      {isAdding ? <AddPayer listed={listed} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** [CLI-01] The cost centres as a table; the main entry stays first in every order. */
function PayerTable({ payers }: { payers: readonly CostCentre[] }) {
  const [typed, setTyped] = useTypedSearch(...useSearchParam('buscar'));
  return (
    <>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        <TableExport table="payers" />
      </Toolbar>
      <DataTable
        label={es.title}
        noun={['cuenta', 'cuentas']}
        rows={payers}
        columns={columns}
        rowId={rowId}
        pinned={isMain}
        search={useDeferredValue(typed)}
        initialSort={{ column: 'name' }}
        empty={<NothingFound title={es.notFoundTitle} onClear={() => setTyped('')} />}
      />
    </>
  );
}
