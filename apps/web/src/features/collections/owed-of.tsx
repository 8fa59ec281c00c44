import { getLenderSale } from '@anticipa/contract/lender';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../../lib/may.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { owedOfQuery } from './api.ts';
import { es } from './es.ts';
import { AgeingSums, columnsFor } from './portfolio-screen.tsx';

const texts = es.owedOf;

/** [DIN-54] The invoices in credit of a client or a receiver, on its page, with the sums of each age. */
export function OwedOf({ of }: { of: { readonly clientId: string } | { readonly companyId: string } }) {
  const { data, error, refetch } = useQuery(owedOfQuery(of));
  const hasLinks = useMay(getLenderSale);
  const other = 'clientId' in of ? 'client' : 'receiver';
  const columns = useMemo(() => columnsFor(hasLinks).filter(({ id }) => id !== other), [hasLinks, other]);
  return (
    <Card title={texts.title}>
      {data ? (
        <>
          <AgeingSums of={data.ageing} />
          <DataTable
            label={texts.title}
            noun={es.portfolio.noun}
            rows={data.data}
            columns={columns}
            rowId={({ documentId }) => documentId}
            empty={<p className="quiet">{texts.empty}</p>}
          />
          {data.next === null ? null : <p className="quiet">{texts.first(data.data.length)}</p>}
        </>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />
      )}
    </Card>
  );
}
