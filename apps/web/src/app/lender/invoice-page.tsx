import { getRouteApi } from '@tanstack/react-router';
import { AdjustmentCard } from '../../features/adjustments/adjustment-card.tsx';
import { BoughtInvoiceScreen } from '../../features/bought-invoice/bought-invoice-screen.tsx';
import { FollowUpCards } from '../../features/follow-up/follow-up-card.tsx';
import { LenderConfirmations } from '../../ui/invoice/confirmations.tsx';
import { LenderMessages } from '../../ui/invoice/messages.tsx';
import { invoiceActions } from './invoice-actions.tsx';

const route = getRouteApi('/desk/lender/portfolio/$documentId');

/** An invoice that the lender bought, with what can be done about it. */
export function InvoicePage() {
  const { documentId } = route.useParams();
  return (
    <BoughtInvoiceScreen documentId={documentId} actions={invoiceActions}>
      <LenderMessages documentId={documentId} />
      <LenderConfirmations documentId={documentId} />
      <FollowUpCards documentId={documentId} />
      <AdjustmentCard documentId={documentId} />
    </BoughtInvoiceScreen>
  );
}
