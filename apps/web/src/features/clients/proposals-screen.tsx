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

/** The changes of a receiver that wait for a second person. */
export function WaitingProposals({ companyId }: { companyId: string }) {
  const { data } = useQuery(proposalsQuery(true, { companyId }));
  return data?.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />);
}
