import type { Invoice } from '@anticipa/contract/invoices';
import { lazy, Suspense, useCallback, useState } from 'react';
import { PayBalance } from '../features/references/pay-balance.tsx';
import { SettledScreen } from '../features/settled/settled-screen.tsx';

const ReferenceDialog = lazy(() =>
  import('../features/references/reference-dialog.tsx').then(({ ReferenceDialog: component }) => ({
    default: component,
  })),
);

/** The settled invoices; a balance due leads to its payment reference. */
export function SettledPage() {
  const [reference, setReference] = useState<string | null>(null);
  const payBalance = useCallback((invoice: Invoice) => <PayBalance invoice={invoice} onReference={setReference} />, []);
  return (
    <>
      <SettledScreen payBalance={payBalance} />
      {reference ? (
        <Suspense fallback={null}>
          <ReferenceDialog reference={reference} onClose={() => setReference(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
