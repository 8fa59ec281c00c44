import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { donutArcs } from './donut-arcs.ts';

describe('the arcs of the donut', () => {
  it('draws no arcs without parts', () => {
    expect(donutArcs([0, 0])).toEqual([null, null]);
    expect(donutArcs([])).toEqual([]);
  });

  it('closes the ring for a single part', () => {
    expect(donutArcs([0, 7])).toEqual([null, { start: 0, length: 100 }]);
  });

  it('keeps one of ten thousand visible', () => {
    expect(donutArcs([9_999, 1])[1]?.length).toBeGreaterThan(1);
  });

  it('never overlap and never leave the ring', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }), (counts) => {
        let end = 0;
        for (const arc of donutArcs(counts)) {
          if (!arc) continue;
          expect(arc.length).toBeGreaterThan(0);
          expect(arc.start).toBeGreaterThanOrEqual(end - 1e-9);
          end = arc.start + arc.length;
        }
        expect(end).toBeLessThanOrEqual(100 + 1e-9);
      }),
    );
  });
});
