import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const ProposalsPage = () => (
  <Page title={es.proposals}>
    <ApprovalsScreen />
  </Page>
);
