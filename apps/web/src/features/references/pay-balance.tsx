import type { Invoice } from '@anticipa/contract/invoices';
import { ApiRefusal } from '../../lib/api-client.ts';
import { useLacking } from '../../lib/rights.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useMakeReference } from './api.ts';
import { es } from './es.ts';
import { problemAfter } from './view-model.ts';

interface PayBalanceProps {
  /** Settled, with a balance due. */
  readonly invoice: Invoice;
  /** Receives the reference. */
  readonly onReference: (reference: string) => void;
}

/** [RPG-01] Makes the reference for the balance due of a settled invoice, or shows the one that exists. */
export function PayBalance({ invoice, onReference }: PayBalanceProps) {
  const making = useMakeReference();
  const lacking = useLacking('prepare');
  const make = (): void =>
    making.mutate(
      { invoices: [invoice] },
      {
        onSuccess: ({ paymentReference }) => onReference(paymentReference),
        onError: (error) => {
          const exists = error instanceof ApiRefusal && error.code === 'INVOICE_ALREADY_REFERENCED';
          if (exists && invoice.paymentReference !== null) onReference(invoice.paymentReference);
          else showToast({ text: problemAfter(error, [invoice]).text, tone: 'bad' });
        },
      },
    );
  return (
    <Button disabledReason={lacking} size="small" busy={making.isPending} onClick={make}>
      {es.payBalance}
    </Button>
  );
}
