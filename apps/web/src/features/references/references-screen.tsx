import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Unloaded } from '../../ui/feedback/unloaded.tsx';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { referencesQuery } from './api.ts';
import { ReferenceTable } from './components/reference-table.tsx';
import { es } from './es.ts';

const ReferenceDialog = lazy(() =>
  import('./reference-dialog.tsx').then(({ ReferenceDialog: component }) => ({ default: component })),
);

interface ScreenProps {
  readonly clientId: string;
  readonly search: string;
  readonly onSearch: (typed: string) => void;
  /** The link to the invoices that a reference is made of. */
  readonly toCredit: (text: string) => ReactNode;
}

/** [REF-01] [REF-02] [REF-03] All payment references that the client made, each with its PDF. */
export function ReferencesScreen({ clientId, search, onSearch, toCredit }: ScreenProps) {
  const { data, error, refetch } = useQuery(referencesQuery(clientId));
  const [open, setOpen] = useState<string | null>(null);
  const [notPrinted, setNotPrinted] = useState<string | null>(null);
  if (!data) {
    return (
      <Unloaded failed={error !== null} onRetry={refetch} title={es.list.failed} lines={8}>
        {error instanceof ApiRefusal ? error.message : null}
      </Unloaded>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState drawing="papers" level={2} title={es.list.emptyTitle} action={toCredit(es.list.toCredit)}>
        {es.list.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <ReferenceTable
        references={data}
        search={search}
        onSearch={onSearch}
        onOpen={setOpen}
        onNotPrinted={setNotPrinted}
      />
      {open ? (
        <Suspense fallback={null}>
          <ReferenceDialog reference={open} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {notPrinted ? (
        <AlertDialog title={es.dialog.pdfFailed} onClose={() => setNotPrinted(null)}>
          {es.list.stillValid(notPrinted)}
        </AlertDialog>
      ) : null}
    </>
  );
}
