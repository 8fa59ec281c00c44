import { getRouteApi } from '@tanstack/react-router';
import { WaitingApprovals } from '../../features/approvals/approvals-screen.tsx';
import { ClientScreen } from '../../features/clients/client-screen.tsx';
import { OwedOf } from '../../features/collections/owed-of.tsx';

const route = getRouteApi('/desk/lender/clients/$clientId');

/** A client, below the changes of it that wait for a second person. */
export function ClientPage() {
  const { clientId } = route.useParams();
  return (
    <ClientScreen
      clientId={clientId}
      waiting={<WaitingApprovals of={{ clientId }} />}
      owed={<OwedOf of={{ clientId }} />}
    />
  );
}
