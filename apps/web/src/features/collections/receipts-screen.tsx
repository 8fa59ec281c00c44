import type { listDueReferences } from '@anticipa/contract/collections';
import type { listWaitingReceipts } from '@anticipa/contract/receipts';
import type { ResponseOf } from '@anticipa/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { referencesQuery, waitingQuery } from './api.ts';
import { Applied } from './applied-table.tsx';
import { es } from './es.ts';
import { References } from './references-table.tsx';
import { Awaiting, ProposedMoney, Waiting } from './waiting-tables.tsx';

const texts = es.receipts;
const queues = ['proposed', 'unidentified', 'awaiting', 'applied', 'references'] as const;
type Queue = (typeof queues)[number];

/** [DIN-24] Received money: with a proposal, unidentified, waiting for a deposit, and applied; and the references by which more is expected. */
export function ReceiptsScreen() {
  const waiting = useQuery(waitingQuery);
  const references = useQuery(referencesQuery);
  if (!waiting.data || !references.data) {
    const retry = (): void => {
      void waiting.refetch();
      void references.refetch();
    };
    return <LoadFallback error={waiting.error ?? references.error} onRetry={retry} title={texts.failed} lines={8} />;
  }
  return <Queues waiting={waiting.data} references={references.data.data} />;
}

function Queues(props: {
  waiting: ResponseOf<typeof listWaitingReceipts>;
  references: ResponseOf<typeof listDueReferences>['data'];
}) {
  const {
    waiting: { today, data },
    references,
  } = props;
  const [named, name] = useSearchParam('cola');
  const proposed = data.flatMap(({ proposal, ...payment }) => (proposal === null ? [] : { ...payment, proposal }));
  const awaiting = data.flatMap(({ waitsFor, ...payment }) => (waitsFor === null ? [] : { ...payment, waitsFor }));
  const unidentified = data.filter(({ proposal, waitsFor }) => proposal === null && waitsFor === null);
  // The first queue that has money is open. It stays open after its last receipt is decided.
  const [first] = useState<Queue>(() => {
    if (proposed.length > 0) return 'proposed';
    if (unidentified.length > 0) return 'unidentified';
    return awaiting.length > 0 ? 'awaiting' : 'proposed';
  });
  const queue = queues.find((one) => one === named) ?? first;
  return (
    <Tabs<Queue>
      label={texts.queues}
      tabs={[
        { value: 'proposed', label: texts.proposed, count: proposed.length },
        { value: 'unidentified', label: texts.waiting, count: unidentified.length },
        { value: 'awaiting', label: texts.awaiting, count: awaiting.length },
        { value: 'applied', label: texts.applied },
        { value: 'references', label: texts.references, count: references.length },
      ]}
      value={queue}
      onChange={name}
    >
      {queue === 'proposed' ? <ProposedMoney payments={proposed} today={today} /> : null}
      {queue === 'unidentified' ? <Waiting payments={unidentified} today={today} /> : null}
      {queue === 'awaiting' ? <Awaiting payments={awaiting} today={today} /> : null}
      {queue === 'applied' ? <Applied today={today} /> : null}
      {queue === 'references' ? <References references={references} today={today} /> : null}
    </Tabs>
  );
}
