import { describe, expect, it } from 'vitest';
import type { Counts } from './dashboard.ts';
import { newsOf } from './news.ts';
import { aCount } from './test-builders.ts';

const counts = (of: Readonly<Record<number, number>>, product: 'BI' | 'FB' = 'BI'): Counts =>
  Object.entries(of).map(([status, count]) =>
    aCount({ product, status: Number(status) as Counts[number]['status'], count }),
  );

describe('[EST-02] news of the statuses', () => {
  it('reports nothing on the first reading and without changes', () => {
    expect(newsOf(null, counts({ 30: 4 }))).toEqual([]);
    expect(newsOf(counts({ 30: 4 }), counts({ 30: 4 }))).toEqual([]);
  });

  it('reports what was paid out and what was rejected in one answer', () => {
    expect(newsOf(counts({ 25: 5, 30: 1 }), counts({ 25: 0, 30: 4, 0: 2 }))).toEqual([
      { kind: 'disbursed', count: 3, product: 'BI', slug: 'credito' },
      { kind: 'rejected', count: 2, product: 'BI', slug: 'rechazadas' },
    ]);
  });

  it('does not count refused uploads, new sales or cancelled ones as answers', () => {
    expect(newsOf(counts({ 20: 5 }), counts({ 20: 5, 0: 3 }))).toEqual([]);
    expect(newsOf(counts({ 20: 5 }), counts({ 25: 5 }))).toEqual([]);
    expect(newsOf(counts({ 25: 5 }), counts({ 20: 5 }))).toEqual([]);
  });

  it('reports what the payers settled, and counts a payout that came at the same time', () => {
    expect(newsOf(counts({ 30: 4, 25: 1 }), counts({ 30: 3, 40: 2 }, 'BI'))).toEqual([
      { kind: 'disbursed', count: 1, product: 'BI', slug: 'credito' },
      { kind: 'settled', count: 2, product: 'BI', slug: null },
    ]);
  });

  it('reports each product apart', () => {
    const before = [...counts({ 25: 1 }), ...counts({ 25: 1 }, 'FB')];
    const after = [...counts({ 30: 1 }), ...counts({ 30: 1 }, 'FB')];
    expect(newsOf(before, after).map(({ product }) => product)).toEqual(['BI', 'FB']);
  });
});
