import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { proposalsQuery } from './api.ts';
import css from './clients.module.css';
import { ProposalCard } from './components/proposal-card.tsx';
import { es } from './es.ts';

const texts = es.proposals;
type View = 'waiting' | 'decided';
const tabs = (['waiting', 'decided'] as const).map((value) => ({ value, label: texts[value] }));

/** [OPE-05] The changes that wait for a second person, the first to expire on top, and the decided ones. */
export function ProposalsScreen() {
  const [view, setView] = useState<View>('waiting');
  const { data, error, refetch } = useQuery(proposalsQuery(view === 'waiting'));
  return (
    <Tabs label={texts.title} tabs={tabs} value={view} onChange={setView}>
      {data ? (
        <div className={css.screen}>
          {data.map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} />
          ))}
          {data.length === 0 ? (
            <EmptyState drawing="papers" level={2} title={view === 'waiting' ? texts.emptyTitle : texts.emptyDecided}>
              {texts.empty}
            </EmptyState>
          ) : null}
        </div>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
      )}
    </Tabs>
  );
}

/** The changes of a client or receiver that wait for a second person. */
export function WaitingProposals({ of }: { of: { readonly clientId: string } | { readonly companyId: string } }) {
  const { data, error, refetch } = useQuery(proposalsQuery(true, of));
  if (error && !data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />;
  return data?.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />);
}
