import { useQuery } from '@tanstack/react-query';
import { type Sold, soldFileQuery } from '../../features/sale-review/api.ts';
import { SaleRoute } from '../../features/sale-review/sale-review.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

const DocumentsBeside = lazyPart(
  () => import('../../features/invoice-sheet/components/documents.tsx'),
  'DocumentsBeside',
);

/** A sale under review; the XML of its invoices beside the printed form. */
export const SalePage = () => <SaleRoute documents={(sold) => <Documents {...sold} />} />;

const Documents = (sold: Sold) => <DocumentsBeside original={useQuery(soldFileQuery(sold))} />;
