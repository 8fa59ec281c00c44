import { dateOf } from '@anticipa/domain/calendar';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { WaitingApprovals } from '../../features/approvals/approvals-screen.tsx';
import { taxDataQuery } from '../../features/clients/api.ts';
import { ClientScreen } from '../../features/clients/client-screen.tsx';
import { OwedOf } from '../../features/collections/owed-of.tsx';
import { SoldInvoices } from '../../features/collections/sold-invoices.tsx';
import { InvoicesByMonth } from '../../features/interest/invoices-screen.tsx';
import { MadeTransfers } from '../../features/party-transfers/made-transfers.tsx';
import { ReceivedPayments } from '../../features/party-transfers/received-payments.tsx';
import { SaleTermsCard } from '../../features/sale-terms/sale-terms.tsx';
import { StatementByMonth } from '../../features/statement/statement-screen.tsx';
import { ShownClientContext } from '../../lib/shown-client.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { es } from './es.ts';

const route = getRouteApi('/desk/lender/clients/$clientId');

/** The page of the client that the address names. */
export const ClientPage = () => <Client clientId={route.useParams().clientId} />;

/** A client, below the changes of it that wait for a second person. */
export function Client({ clientId }: { clientId: string }) {
  return (
    <ClientScreen
      clientId={clientId}
      waiting={<WaitingApprovals of={{ clientId }} />}
      owed={<OwedOf of={{ clientId }} />}
      terms={<SaleTermsCard clientId={clientId} />}
      papers={[
        {
          value: 'estado',
          label: es.papers.statement,
          shown: <Paper clientId={clientId} shown={<StatementByMonth />} />,
        },
        { value: 'facturas', label: es.papers.invoices, shown: <SoldInvoices of={{ clientId }} /> },
        {
          value: 'transferencias',
          label: es.papers.transfers,
          shown: (
            <div className="blocks">
              <MadeTransfers clientId={clientId} />
              <ReceivedPayments from={{ clientId }} />
            </div>
          ),
        },
        { value: 'cfdi', label: es.papers.cfdi, shown: <Paper clientId={clientId} shown={<InvoicesByMonth />} /> },
      ]}
    />
  );
}

/** [DIN-56] Shows a screen of the client's own portal, read only. */
function Paper({ clientId, shown }: { clientId: string; shown: ReactNode }) {
  const { data, error, refetch } = useQuery(taxDataQuery(clientId));
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.papers.failed} lines={8} />;
  return (
    <ShownClientContext value={{ clientId, today: dateOf(data.today) }}>
      <div className="blocks">
        <p className="quiet">{es.papers.ofClient}</p>
        {shown}
      </div>
    </ShownClientContext>
  );
}
