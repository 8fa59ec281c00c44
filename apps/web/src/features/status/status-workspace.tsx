import type { Invoice } from '@anticipa/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { creditQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { statusQuery } from './api.ts';
import type { PaymentPlaces } from './components/columns.tsx';
import { type Filters, StatusTable } from './components/status-table.tsx';
import { es } from './es.ts';
import css from './status.module.css';
import type { StatusSearch, StatusSlug } from './view-model/address.ts';
import { authorisedProducts, productShown, statusOf } from './view-model/dashboard.ts';
import { dayOf } from './view-model/next-step.ts';
import { rowsOf, type StatusRow } from './view-model/rows.ts';

type Chosen = Pick<Invoice, 'documentId'>;

interface WorkspaceProps {
  /** Part of the address: the open table and its filters. */
  readonly search: StatusSearch & { readonly estado: StatusSlug };
  readonly onFilter: (filters: Filters) => void;
  readonly onClose: () => void;
  /** Selection in 'En crédito': why an invoice cannot be chosen, and the actions for the chosen ones. */
  readonly whyNotChosen: (invoice: Invoice) => string | null;
  readonly actions: (chosen: readonly Invoice[], onChoose: (kept: readonly Chosen[]) => void) => ReactNode;
  /** Stable between renderings. */
  readonly places: PaymentPlaces;
  readonly onSell: (documentId: string) => void;
  /** Opens 'En crédito'. */
  readonly onCredit: () => void;
}

const idOf = ({ documentId }: Chosen): string => documentId;

/** [EST-02] All invoices of one status and product, with search, filters, order and openable figures. */
export function StatusWorkspace(props: WorkspaceProps) {
  const { search, onFilter, onClose, whyNotChosen, actions, places, onSell, onCredit } = props;
  const status = statusOf(search.estado);
  const credit = useQuery(creditQuery);
  const invoices = useQuery(statusQuery(status.status));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => {
    const product = credit.data && productShown(authorisedProducts(credit.data), search.producto);
    if (!credit.data || !invoices.data || !product) return null;
    const day = dayOf(credit.data);
    const context = { ...day, product: product.code, lines: credit.data.lines };
    return { product, day, rows: rowsOf(invoices.data, context) };
  }, [credit.data, invoices.data, search.producto]);
  const canChoose = status.slug === 'credito';
  const selection = useMemo(
    () =>
      canChoose
        ? { selected: chosen, onChange: setChosen, reason: ({ invoice }: StatusRow) => whyNotChosen(invoice) }
        : undefined,
    [canChoose, chosen, whyNotChosen],
  );
  const retry = (): void => {
    for (const query of [credit, invoices]) if (query.isError) void query.refetch();
  };
  const chosenInvoices = (shown?.rows ?? []).filter(({ id }) => chosen.has(id)).map(({ invoice }) => invoice);
  return (
    <Dialog
      title={status.label}
      size="workspace"
      onClose={onClose}
      header={shown ? <span className={css.quiet}>{shown.product.name}</span> : null}
      footer={
        !shown || shown.rows.length === 0 ? null : canChoose ? (
          actions(chosenInvoices, (kept) => setChosen(new Set(kept.map(idOf))))
        ) : (
          <ReferenceElsewhere onCredit={onCredit} />
        )
      }
    >
      {shown && invoices.isRefetchError ? (
        <Notice
          tone="bad"
          title={es.table.reloadFailed}
          action={
            <Button size="small" onClick={retry}>
              {es.table.retry}
            </Button>
          }
        >
          {null}
        </Notice>
      ) : null}
      {shown ? (
        <StatusTable
          status={status}
          shown={shown}
          filters={search}
          onFilter={onFilter}
          selection={selection}
          places={places}
          onSell={onSell}
        />
      ) : (
        <QueryFallback failed={credit.isLoadingError || invoices.isLoadingError} onRetry={retry} lines={10}>
          {es.table.failed}
        </QueryFallback>
      )}
    </Dialog>
  );
}

/** The button of the other tables: only invoices in credit are paid by reference. */
function ReferenceElsewhere({ onCredit }: { onCredit: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { none, why, toCredit, make } = es.reference;
  return (
    <>
      {isAsked ? (
        <Notice
          tone="bad"
          title={none}
          action={
            <Button size="small" onClick={onCredit}>
              {toCredit}
            </Button>
          }
        >
          {why}
        </Notice>
      ) : null}
      <Button onClick={() => setAsked(true)}>{make}</Button>
    </>
  );
}
