import { getRouteApi } from '@tanstack/react-router';
import { WaitingProposals } from '../../features/clients/proposals-screen.tsx';
import { ReceiverScreen } from '../../features/receivers/receiver-screen.tsx';

const route = getRouteApi('/desk/lender/receivers/$companyId');

/** A receiver, below the changes of it that wait for a second person. */
export function ReceiverPage() {
  const { companyId } = route.useParams();
  return <ReceiverScreen companyId={companyId} waiting={<WaitingProposals of={{ companyId }} />} />;
}
