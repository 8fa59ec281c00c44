import { type Approval, DECIDED_LIMIT } from '@anticipa/contract/approvals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { approvalsQuery } from './api.ts';
import { ApprovalCard, DecidedApproval, obstacleTo } from './approval-card.tsx';
import css from './approvals.module.css';
import { ClientRequests } from './client-requests.tsx';
import { es } from './es.ts';

type View = 'waiting' | 'decided';
const tabs = (['waiting', 'decided'] as const).map((value) => ({ value, label: es[value] }));

const AT_ONCE = 20;

/** [OPE-05] The changes that wait for a second person, the first to expire on top, and the decided ones. */
export function ApprovalsScreen() {
  const [view, setView] = useState<View>('waiting');
  const [most, showUpTo] = useState(AT_ONCE);
  const { data, error, refetch } = useQuery(approvalsQuery(view === 'waiting'));
  return (
    <Tabs label={es.title} tabs={tabs} value={view} onChange={setView}>
      {data ? (
        <div className={css.screen}>
          {view === 'waiting' ? (
            <>
              <ClientRequests />
              <Waiting approvals={data} />
            </>
          ) : (
            <>
              {data.length >= DECIDED_LIMIT ? <p className="quiet">{es.limited(DECIDED_LIMIT)}</p> : null}
              <Rows>
                {data.slice(0, most).map((approval) => (
                  <DecidedApproval key={approval.id} approval={approval} />
                ))}
              </Rows>
              {data.length > most ? (
                <div>
                  <Button onClick={() => showUpTo(most + AT_ONCE)}>{es.more}</Button>
                </div>
              ) : null}
            </>
          )}
          {data.length === 0 ? (
            <EmptyState drawing="papers" level={2} title={view === 'waiting' ? es.emptyTitle : es.emptyDecided}>
              {view === 'waiting' ? es.empty : es.emptyDecidedText}
            </EmptyState>
          ) : null}
        </div>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />
      )}
    </Tabs>
  );
}

/** Puts the proposals first that the operator may decide, which the first screen of the desk counts. */
function Waiting({ approvals }: { approvals: readonly Approval[] }) {
  const user = useUser();
  const isMine = (approval: Approval): boolean => obstacleTo(approval, user) === null;
  const groups = [
    [es.mine, approvals.filter(isMine)],
    [es.others, approvals.filter((approval) => !isMine(approval))],
  ] as const;
  return groups.map(([title, of]) =>
    of.length === 0 ? null : (
      <section key={title} className={css.screen} aria-label={title}>
        <h2>{`${title} · ${of.length}`}</h2>
        {of.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
      </section>
    ),
  );
}

/** The changes of a client or receiver that wait for a second person. */
export function WaitingApprovals({ of }: { of: { readonly clientId: string } | { readonly companyId: string } }) {
  const { data, error, refetch } = useQuery(approvalsQuery(true, of));
  if (error && !data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={3} />;
  return data?.map((approval) => <ApprovalCard key={approval.id} approval={approval} />);
}
