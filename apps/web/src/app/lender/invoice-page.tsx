import { listLenderMessages } from '@anticipa/contract/invoice-messages';
import { getRouteApi } from '@tanstack/react-router';
import { AdjustmentCard } from '../../features/adjustments/adjustment-card.tsx';
import { BoughtInvoiceScreen } from '../../features/bought-invoice/bought-invoice-screen.tsx';
import { FollowUpCards } from '../../features/follow-up/follow-up-card.tsx';
import { useMay } from '../../lib/may.ts';
import { Confirmations } from '../../ui/invoice/confirmations.tsx';
import { InvoiceMessages } from '../../ui/invoice/messages.tsx';
import { invoiceActions } from './invoice-actions.tsx';

const route = getRouteApi('/desk/lender/portfolio/$documentId');

/** An invoice that the lender bought, with what can be done about it. */
export function InvoicePage() {
  const { documentId } = route.useParams();
  const mayRead = useMay(listLenderMessages);
  return (
    <BoughtInvoiceScreen documentId={documentId} actions={invoiceActions}>
      {mayRead ? <InvoiceMessages side="lender" documentId={documentId} /> : null}
      <Confirmations side="lender" documentId={documentId} />
      <FollowUpCards documentId={documentId} />
      <AdjustmentCard documentId={documentId} />
    </BoughtInvoiceScreen>
  );
}
