import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type Sold, soldFileQuery } from '../../features/sale-review/api.ts';
import { SaleRoute } from '../../features/sale-review/sale-review.tsx';

const DocumentsBeside = lazy(() =>
  import('../../features/invoice-sheet/components/documents.tsx').then(({ DocumentsBeside: component }) => ({
    default: component,
  })),
);

/** A sale under review; the XML of its invoices beside the printed form. */
export const SalePage = () => (
  <SaleRoute
    documents={(sold) => (
      <Suspense fallback={null}>
        <Documents {...sold} />
      </Suspense>
    )}
  />
);

const Documents = (sold: Sold) => <DocumentsBeside original={useQuery(soldFileQuery(sold))} />;
