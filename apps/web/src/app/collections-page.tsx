import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NextDue } from '../features/home/components/answers.tsx';
import { Attention } from '../features/home/components/attention.tsx';
import { PayerClabes } from '../features/payers/payer-clabes.tsx';
import { LiveReferences } from '../features/references/live-references.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { homeQuery } from '../lib/queries.ts';
import { useUser } from '../lib/session.ts';
import { LoadFallback } from '../ui/feedback/load-fallback.tsx';
import { Page } from '../ui/page.tsx';
import { es } from './es.ts';
import { PayOverdue } from './pay-overdue.tsx';

const ReferenceDialog = lazyPart(() => import('../features/references/reference-dialog.tsx'), 'ReferenceDialog');

/** [RUT-08] What is late, what comes due and when, and where it is paid: with a reference or to a payer's CLABE. */
export function CollectionsPage() {
  const { clientId, client } = useUser();
  const { data, error, refetch } = useQuery(homeQuery);
  const [reference, setReference] = useState<string | null>(null);
  return (
    <Page title={es.collections.title}>
      {data ? (
        <>
          {data.overdue.length === 0 ? <p>{es.collections.nothingLate}</p> : null}
          <Attention
            home={{ ...data, sales: [], rejectedToday: [] }}
            payOverdue={(overdue, today) => <PayOverdue overdue={overdue} today={today} />}
          />
          <NextDue nextDue={data.nextDue} today={data.today} />
        </>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.collections.failed} lines={6} />
      )}
      {clientId ? <LiveReferences clientId={clientId} onOpen={setReference} /> : null}
      {client ? <PayerClabes rfc={client.rfc} /> : null}
      {reference ? <ReferenceDialog reference={reference} onClose={() => setReference(null)} /> : null}
    </Page>
  );
}
