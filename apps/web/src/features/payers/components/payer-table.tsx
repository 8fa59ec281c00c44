import type { CostCentre } from '@anticipa/contract/payers';
import { useDeferredValue } from 'react';
import { Clabe } from '../../../ui/clabe.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { NothingFound } from '../../../ui/feedback/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { TableToolbar } from '../../../ui/table/table-toolbar.tsx';
import { useTypedSearch } from '../../../ui/table/use-typed-search.ts';
import { es } from '../es.ts';
import css from '../payers.module.css';

const stateOf = ({ active }: CostCentre): string => (active ? es.active : es.inactive);

const columns: readonly Column<CostCentre>[] = [
  { id: 'rfc', header: 'Rfc', value: ({ rfcPayer }) => rfcPayer, width: '10.75rem' },
  {
    id: 'name',
    header: 'Nombre',
    value: ({ stpName }) => stpName,
    text: ({ stpName, isMain }) => (isMain ? `${stpName} · ${es.main}` : stpName),
    cell: ({ stpName, isMain }) => (
      <span className={css.name}>
        <span>{stpName}</span>
        {isMain ? <small>{es.main}</small> : null}
      </span>
    ),
    width: 'minmax(14rem, 3fr)',
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
    width: '16rem',
  },
  {
    id: 'active',
    header: 'Activo',
    value: (row) => (row.isMain ? null : stateOf(row)),
    cell: (row) =>
      row.isMain ? null : (
        <span className={css.mark} data-active={row.active}>
          <Icon name={row.active ? 'check' : 'close'} label={stateOf(row)} />
        </span>
      ),
    width: '7rem',
  },
];

const rowId = ({ clabe }: CostCentre): string => clabe;
const isMain = (row: CostCentre): boolean => row.isMain;

/** [CLI-01] The cost centres as a table; the main entry stays first however it is sorted. */
export function PayerTable(props: {
  payers: readonly CostCentre[];
  search: string;
  onSearch: (typed: string) => void;
}) {
  const [typed, setTyped] = useTypedSearch(props.search, props.onSearch);
  return (
    <div className={css.list}>
      <p className={css.quiet}>{es.explained}</p>
      <TableToolbar label={es.search} value={typed} onChange={setTyped} />
      <DataTable
        label={es.label}
        noun={['cuenta', 'cuentas']}
        rows={props.payers}
        columns={columns}
        rowId={rowId}
        pinned={isMain}
        search={useDeferredValue(typed)}
        initialSort={{ column: 'name' }}
        empty={<NothingFound title={es.notFoundTitle} onClear={() => setTyped('')} />}
      />
    </div>
  );
}
