import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { paths } from '../../lib/paths.ts';
import { screens } from '../../lib/screens.ts';
import { useUser } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { referencesQuery } from './api.ts';
import { ReferenceTable } from './components/reference-table.tsx';
import { es } from './es.ts';

const ReferenceDialog = lazyPart(() => import('./reference-dialog.tsx'), 'ReferenceDialog');

/** [RUT-01] [REF-01] [REF-02] [REF-03] The client's payment references, each with its PDF. */
export function ReferencesScreen() {
  const { clientId } = useUser();
  return <Page title={screens.references.title}>{clientId ? <References clientId={clientId} /> : null}</Page>;
}

function References({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(referencesQuery(clientId));
  const [open, setOpen] = useState<string | null>(null);
  const [notPrinted, setNotPrinted] = useState<string | null>(null);
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.list.failed} lines={8} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        drawing="papers"
        level={2}
        title={es.list.emptyTitle}
        action={
          <Link to={paths.home} search={{ estado: 'credito' }}>
            {es.list.toCredit}
          </Link>
        }
      >
        {es.list.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <ReferenceTable references={data} onOpen={setOpen} onNotPrinted={setNotPrinted} />
      {open ? <ReferenceDialog reference={open} onClose={() => setOpen(null)} /> : null}
      {notPrinted ? (
        <AlertDialog title={es.dialog.pdfFailed} onClose={() => setNotPrinted(null)}>
          {es.list.stillValid(notPrinted)}
        </AlertDialog>
      ) : null}
    </>
  );
}
