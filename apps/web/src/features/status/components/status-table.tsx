import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { DeleteInvoice, RestoreInvoice } from '../../../ui/invoice/delete-invoice.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { DataTable, type Selection } from '../../../ui/table/data-table.tsx';
import { TableExport } from '../../../ui/table/table-export.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { useTypedSearch } from '../../../ui/use-typed-search.ts';
import { countsQuery, downloadOriginal } from '../api.ts';
import { es } from '../es.ts';
import css from '../status.module.css';
import { type RejectedView, rejectedViews, type StatusSlug } from '../view-model/address.ts';
import { type ProductName, type StatusFacts, statusesOf } from '../view-model/dashboard.ts';
import { type Day, nextStepOf } from '../view-model/next-step.ts';
import { canBeSoldAgain, currencyCounts, inCurrency, rejectedViewOf, type StatusRow } from '../view-model/rows.ts';
import { columnsOf, type PaymentPlaces } from './columns.tsx';
import { Step } from './next-steps.tsx';

export interface Filters {
  readonly moneda?: FinancedCurrency;
  readonly buscar?: string;
  readonly ver?: RejectedView;
}

interface StatusTableProps {
  readonly status: StatusFacts;
  readonly shown: { readonly product: ProductName; readonly day: Day; readonly rows: readonly StatusRow[] };
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly selection: Selection<StatusRow> | undefined;
  readonly places: PaymentPlaces;
  /** Leads to the sale of a rejected invoice that may be sold again. */
  readonly onSell: (documentId: string) => void;
}

const rowId = ({ id }: StatusRow): string => id;

/** The table with search, currency filter and a sentence on the next step. */
export function StatusTable({ status, shown, filters, onFilter, selection, places, onSell }: StatusTableProps) {
  const { product, day, rows } = shown;
  const { moneda, ver } = filters;
  const kept: Filters = { ...(moneda ? { moneda } : {}), ...(ver ? { ver } : {}) };
  const parts = useMemo(() => (status.slug === 'rechazadas' ? partsOf(rows, day) : null), [status.slug, rows, day]);
  const part = parts && (ver ?? rejectedViews.find((view) => parts[view].length > 0) ?? 'recientes');
  const listed = parts && part ? parts[part] : rows;
  const [typed, setTyped] = useTypedSearch(filters.buscar ?? '', (buscar) =>
    onFilter({ ...kept, ...(buscar ? { buscar } : {}) }),
  );
  const search = useDeferredValue(typed);
  const inView = useMemo(() => inCurrency(listed, moneda), [listed, moneda]);
  const perCurrency = useMemo(() => currencyCounts(listed), [listed]);
  const columns = useMemo(() => columnsOf(status, places), [status, places]);
  const { today } = day;
  const actions = useMemo(
    () => (status.slug === 'rechazadas' ? rejectedActions(today, onSell) : rowActions[status.slug]),
    [status.slug, today, onSell],
  );
  if (rows.length === 0) {
    return (
      <EmptyState drawing="papers" title={es.table.emptyTitle}>
        {es.table.empty(status.label, product.name)}
      </EmptyState>
    );
  }
  const toggled = (chips: ReadonlySet<FinancedCurrency>): void => {
    const [only] = chips.size === 1 ? chips : [];
    onFilter({ ...(ver ? { ver } : {}), ...(only ? { moneda: only } : {}), ...(typed ? { buscar: typed } : {}) });
  };
  return (
    <div className={css.workspace}>
      <Toolbar label={es.table.search} value={typed} onChange={setTyped}>
        <ChipGroup
          label={es.table.currencies}
          chips={financedCurrencies.map((value) => ({ value, label: value, count: perCurrency[value] }))}
          selected={new Set(moneda ? [moneda] : [])}
          onChange={toggled}
        />
        {parts && part ? (
          <ChipGroup
            label={es.rejectedViews.label}
            chips={rejectedViews.map((value) => ({
              value,
              label: es.rejectedViews[value],
              count: parts[value].length,
            }))}
            selected={new Set([part])}
            onChange={(views) => {
              const [next] = [...views].filter((view) => view !== part);
              if (next) onFilter({ ...(moneda ? { moneda } : {}), ver: next });
            }}
          />
        ) : null}
        <TableExport
          table={status.exported}
          dated={es.table.dated}
          today={day.today}
          product={product.code}
          currency={moneda}
        />
      </Toolbar>
      <StatusStep status={status} product={product} day={day} />
      <DataTable
        label={es.table.label(status.label, product.name)}
        noun={['factura', 'facturas']}
        rows={inView}
        columns={columns}
        rowId={rowId}
        search={search}
        {...(status.slug === 'credito' ? { initialSort: { column: 'due' } } : {})}
        {...(selection ? { selection } : {})}
        actions={actions}
        columnsName={status.slug}
        fill
        empty={
          <EmptyState
            drawing="search"
            title={es.table.notFoundTitle}
            action={
              <Button
                onClick={() => {
                  setTyped('');
                  onFilter({});
                }}
              >
                {es.table.clear}
              </Button>
            }
          >
            {es.table.notFound}
          </EmptyState>
        }
      />
    </div>
  );
}

function StatusStep(props: { status: StatusFacts; product: ProductName; day: Day }) {
  const { status, product, day } = props;
  const { data } = useQuery(countsQuery);
  const figures = data && statusesOf(data, product.code).find(({ slug }) => slug === status.slug);
  const step = figures && nextStepOf(figures, product.code, day);
  return step ? <Step step={step} /> : null;
}

/** The parts of the rejected invoices. */
function partsOf(rows: readonly StatusRow[], { today }: Day): Readonly<Record<RejectedView, readonly StatusRow[]>> {
  const of = (view: RejectedView) => rows.filter((row) => rejectedViewOf(row, today) === view);
  return { recientes: of('recientes'), anteriores: of('anteriores'), eliminadas: of('eliminadas') };
}

/** An invoice in no sale can be deleted, and a deleted one restored. */
const openActions = (row: StatusRow) =>
  row.invoice.motive?.code === 'DELETED_BY_USER' ? (
    <RestoreInvoice documentId={row.id} folio={row.folio} size="small" />
  ) : (
    <>
      {downloadButton(row)}
      <DeleteInvoice documentId={row.id} folio={row.folio} size="small" />
    </>
  );

/** [VTA-12] Those of open invoices, after the sale of one that may be sold again. */
const rejectedActions = (today: Day['today'], onSell: (documentId: string) => void) => (row: StatusRow) => (
  <>
    {canBeSoldAgain(row, today) ? (
      <Button size="small" aria-label={es.table.sell(row.folio)} onClick={() => onSell(row.id)}>
        {es.table.sellAgain}
      </Button>
    ) : null}
    {openActions(row)}
  </>
);

const downloadButton = ({ invoice, folio }: StatusRow) => (
  <Button
    variant="quiet"
    size="small"
    icon="download"
    aria-label={es.table.download(folio)}
    onClick={() => {
      downloadOriginal(invoice).catch((error: unknown) => {
        console.error('download failed', error);
        showToast({ text: es.table.downloadFailed, tone: 'bad' });
      });
    }}
  >
    {es.table.xml}
  </Button>
);

const rowActions = {
  pendientes: openActions,
  autorizadas: openActions,
  validacion: downloadButton,
  credito: downloadButton,
} as const satisfies Readonly<Record<Exclude<StatusSlug, 'rechazadas'>, (row: StatusRow) => ReactNode>>;
