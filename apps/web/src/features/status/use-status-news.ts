import { useEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { es } from './es.ts';
import type { StatusSlug } from './view-model/address.ts';
import type { Counts } from './view-model/dashboard.ts';
import { type News, newsOf } from './view-model/news.ts';

/** Tells, on the screen and to a screen reader, what the lender and the payers did since the last reading. */
export function useStatusNews(
  counts: Counts | undefined,
  onOpen: (slug: StatusSlug, product: News['product']) => void,
): void {
  const before = useRef<Counts | null>(null);
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    if (!counts || counts === before.current) return;
    const news = newsOf(before.current, counts);
    before.current = counts;
    for (const { kind, count, product, slug } of news) {
      showToast({
        text: es.news[kind](count === 1, formatCount(count, 'factura', 'facturas')),
        tone: kind === 'rejected' ? 'neutral' : 'good',
        ...(slug ? { action: { label: es.news.open, run: () => open.current(slug, product) } } : {}),
      });
    }
  }, [counts]);
}
