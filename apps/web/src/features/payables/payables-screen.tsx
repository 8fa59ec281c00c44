import type { Payables } from '@anticipa/contract/payables';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { payablesQuery } from './api.ts';
import { Deposits } from './deposits.tsx';
import { es } from './es.ts';
import { Files } from './files.tsx';
import { MadePayments } from './made.tsx';
import { Payouts } from './payouts.tsx';
import { Returns } from './returns.tsx';

const queues = ['deposits', 'payouts', 'returns', 'files', 'made'] as const;
type Queue = (typeof queues)[number];

/** Transfers that the lender must make: deposits, devoluciones, and money that goes back to its payer. */
export function PayablesScreen() {
  const { data, error, refetch } = useQuery(payablesQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  return <Queues payables={data} error={error} onRetry={refetch} />;
}

function Queues(props: { payables: Payables; error: Error | null; onRetry: () => unknown }) {
  const { payables, error, onRetry } = props;
  const { now, totals, deposits, payouts, returns } = payables;
  const [named, name] = useSearchParam('cola');
  const all = totals.reduce((sum, { count }) => sum + count, 0);
  const counts = { deposits: all, payouts: payouts.length, returns: returns.length };
  // The first queue that has payments; it stays open when its last payment is made.
  const [first] = useState<Queue>(
    () => (['deposits', 'payouts', 'returns'] as const).find((one) => counts[one] > 0) ?? 'deposits',
  );
  const queue = queues.find((each) => each === named) ?? first;
  return (
    <Tabs<Queue>
      label={es.queues}
      tabs={queues.map((value) => ({
        value,
        label: es.queue[value],
        ...(value !== 'files' && value !== 'made' && { count: counts[value] }),
      }))}
      value={queue}
      onChange={name}
    >
      <div className="stack">
        {error ? (
          <Notice tone="warn" title={es.failed} action={<Button onClick={() => void onRetry()}>Reintentar</Button>}>
            {es.stale}
          </Notice>
        ) : null}
        <p className="quiet">
          {es.live(formatTableDate(now))}
          {queue === 'deposits' && all > deposits.length ? ` · ${es.limited(deposits.length, all)}` : null}
        </p>
        {queue === 'deposits' ? <Deposits deposits={deposits} now={now} /> : null}
        {queue === 'made' ? <MadePayments /> : null}
        {queue === 'payouts' ? <Payouts payouts={payouts} now={now} /> : null}
        {queue === 'returns' ? <Returns returns={returns} now={now} /> : null}
        {queue === 'files' ? <Files payables={payables} /> : null}
      </div>
    </Tabs>
  );
}
