import type { FixedClock } from '../src/platform/work/clock.ts';

/**
 * Proves a limit in time at both sides: `before` runs a millisecond before its end, `after` at its end. The limit is its end,
 * or milliseconds from now.
 */
export async function atLimit(
  clock: FixedClock,
  limit: number | Date,
  { before, after }: Readonly<Record<'before' | 'after', () => Promise<void>>>,
): Promise<void> {
  const end = typeof limit === 'number' ? clock.now().getTime() + limit : limit.getTime();
  clock.set(new Date(end - 1));
  await before();
  clock.set(new Date(end));
  await after();
}
