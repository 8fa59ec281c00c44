import { listViews } from '@anticipa/contract/views';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { formatTableDate } from '../../lib/format.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await call(listViews, { signal })).data,
});

/** [OPE-09] When and why the lender has seen the portal as this client. */
export function ClientViews() {
  const { data, error, refetch } = useQuery(viewsQuery);
  return (
    <PhoneFoldedCard title={es.title}>
      <p>
        {es.text} {data?.length === 0 ? es.none : es.listed}
      </p>
      {data ? (
        <Rows>
          {data.map(({ viewId, startedAt, endsAt, reason }) => (
            <Row key={viewId}>
              <div>
                <strong>{reason}</strong>
                <span>{unbroken(es.times(formatTableDate(startedAt), formatTableDate(endsAt)))}</span>
              </div>
            </Row>
          ))}
        </Rows>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={2} />
      )}
    </PhoneFoldedCard>
  );
}
