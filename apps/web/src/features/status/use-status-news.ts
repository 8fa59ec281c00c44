import { useEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import { es } from './es.ts';
import type { StatusSlug } from './view-model/address.ts';
import type { Counts } from './view-model/dashboard.ts';
import { type News, newsOf } from './view-model/news.ts';

/** Shows and announces what the lender and the payers did since the last reading. */
export function useStatusNews(
  counts: Counts | undefined,
  nameOf: (product: News['product']) => string,
  lead: { onOpen: (slug: StatusSlug, product: News['product']) => void; onSettled: () => void },
): void {
  const before = useRef<Counts | null>(null);
  const latest = useRef({ nameOf, ...lead });
  useEffect(() => {
    latest.current = { nameOf, ...lead };
  });
  useEffect(() => {
    if (!counts || counts === before.current) return;
    const news = newsOf(before.current, counts);
    before.current = counts;
    for (const { kind, count, product, slug } of news) {
      showToast({
        text: es.news[kind](
          count === 1,
          `${formatCount(count, 'factura', 'facturas')} de ${latest.current.nameOf(product)}`,
        ),
        tone: kind === 'rejected' ? 'neutral' : 'good',
        action: {
          label: es.news.open,
          run: () => (slug ? latest.current.onOpen(slug, product) : latest.current.onSettled()),
        },
      });
    }
  }, [counts]);
}
