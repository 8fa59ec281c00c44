import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { approvalsQuery } from './api.ts';
import { ApprovalCard } from './approval-card.tsx';
import css from './approvals.module.css';
import { es } from './es.ts';

type View = 'waiting' | 'decided';
const tabs = (['waiting', 'decided'] as const).map((value) => ({ value, label: es[value] }));

/** [OPE-05] The changes that wait for a second person, the first to expire on top, and the decided ones. */
export function ApprovalsScreen() {
  const [view, setView] = useState<View>('waiting');
  const { data, error, refetch } = useQuery(approvalsQuery(view === 'waiting'));
  return (
    <Tabs label={es.title} tabs={tabs} value={view} onChange={setView}>
      {data ? (
        <div className={css.screen}>
          {data.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
          {data.length === 0 ? (
            <EmptyState drawing="papers" level={2} title={view === 'waiting' ? es.emptyTitle : es.emptyDecided}>
              {es.empty}
            </EmptyState>
          ) : null}
        </div>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />
      )}
    </Tabs>
  );
}

/** The changes of a client or receiver that wait for a second person. */
export function WaitingApprovals({ of }: { of: { readonly clientId: string } | { readonly companyId: string } }) {
  const { data, error, refetch } = useQuery(approvalsQuery(true, of));
  if (error && !data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={3} />;
  return data?.map((approval) => <ApprovalCard key={approval.id} approval={approval} />);
}
