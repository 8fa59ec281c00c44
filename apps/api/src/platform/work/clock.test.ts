import { describe, expect, it } from 'vitest';
import { fixedClock, runningClock } from './clock.ts';

describe('the clock', () => {
  it("gives today in Mexico City, regardless of the machine's zone", () => {
    const clock = fixedClock(new Date('2026-03-02T05:59:59Z'));
    expect(clock.today()).toBe('2026-03-01');
    clock.set(new Date('2026-03-02T06:00:00Z'));
    expect(clock.today()).toBe('2026-03-02');
  });

  it('runs from the given instant', () => {
    const start = new Date('2030-01-01T12:00:00Z');
    const clock = runningClock(start);
    expect(clock.now().getTime() - start.getTime()).toBeGreaterThanOrEqual(0);
    expect(clock.now().getTime() - start.getTime()).toBeLessThan(5000);
  });
});
