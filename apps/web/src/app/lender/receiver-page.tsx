import { getRouteApi } from '@tanstack/react-router';
import { WaitingApprovals } from '../../features/approvals/approvals-screen.tsx';
import { OwedOf } from '../../features/collections/owed-of.tsx';
import { SoldInvoices } from '../../features/collections/sold-invoices.tsx';
import { ReceivedPayments } from '../../features/party-transfers/received-payments.tsx';
import { ReceiverScreen } from '../../features/receivers/receiver-screen.tsx';
import { es } from './es.ts';

const route = getRouteApi('/desk/lender/receivers/$companyId');

/** A receiver, below the changes of it that wait for a second person. */
export function ReceiverPage() {
  const { companyId } = route.useParams();
  return (
    <ReceiverScreen
      companyId={companyId}
      waiting={<WaitingApprovals of={{ companyId }} />}
      owed={<OwedOf of={{ companyId }} />}
      papers={[
        { value: 'facturas', label: es.papers.invoices, shown: <SoldInvoices of={{ companyId }} /> },
        { value: 'pagos', label: es.papers.payments, shown: <ReceivedPayments from={{ companyId }} /> },
      ]}
    />
  );
}
