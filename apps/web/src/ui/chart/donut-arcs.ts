/** A part of the ring: start and length in per cent of the ring. */
export interface Arc {
  readonly start: number;
  readonly length: number;
}

const GAP = 0.8;
const SMALLEST = 1.2;

/**
 * The arcs of a ring, clockwise from the top, null for parts of zero. Small parts are widened at the cost of the others
 * to stay visible; parts are separated by a small gap unless there is only one.
 */
export function donutArcs(counts: readonly number[]): readonly (Arc | null)[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return counts.map(() => null);
  const shares = counts.map((count) => (count > 0 ? Math.max((count / total) * 100, SMALLEST + GAP) : 0));
  const scale = 100 / shares.reduce((sum, share) => sum + share, 0);
  const gap = counts.filter((count) => count > 0).length > 1 ? GAP : 0;
  let start = 0;
  return shares.map((share) => {
    if (share === 0) return null;
    const arc = { start: start + gap / 2, length: share * scale - gap };
    start += share * scale;
    return arc;
  });
}
