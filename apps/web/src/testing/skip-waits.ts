import { afterEach, beforeEach, vi } from 'vitest';

/**
 * In each test of the file, the page's waits of up to `longest` milliseconds end at once: settling input, pauses before
 * a retry. Longer ones, such as those of toasts and polling, keep their length.
 */
export function skipWaits(longest: number): void {
  const original = globalThis.setTimeout;
  beforeEach(() => {
    const skip = (run: () => void, milliseconds = 0) => original(run, milliseconds > longest ? milliseconds : 0);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(skip);
  });
  afterEach(() => vi.restoreAllMocks());
}
