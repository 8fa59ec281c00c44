import type { Invoice } from '@anticipa/contract/invoices';
import { useCallback, useState } from 'react';
import { PayBalance } from '../features/references/pay-balance.tsx';
import { SettledScreen } from '../features/settled/settled-screen.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const ReferenceDialog = lazyPart(() => import('../features/references/reference-dialog.tsx'), 'ReferenceDialog');

/** The settled invoices; a balance due leads to its payment reference. */
export function SettledPage() {
  const [reference, setReference] = useState<string | null>(null);
  const payBalance = useCallback((invoice: Invoice) => <PayBalance invoice={invoice} onReference={setReference} />, []);
  return (
    <>
      <SettledScreen payBalance={payBalance} />
      {reference ? <ReferenceDialog reference={reference} onClose={() => setReference(null)} /> : null}
    </>
  );
}
