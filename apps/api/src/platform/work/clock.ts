import { dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';

/** The only source of time; injected, so code never reads the system clock. */
export interface Clock {
  now(): Date;
  /** The civil date in Mexico City. */
  today(): IsoDate;
}

/**
 * Difference of two nodes' clocks that changes nothing. A time further ahead than planned was written by a clock that has been
 * set back since.
 */
export const CLOCK_SKEW_MS = 5 * 60_000;

const clockOf = (now: () => Date): Clock => ({ now, today: () => dateAt(now(), MEXICO_CITY) });

/** The system clock, or one that runs from `start` (PORTAL_NOW). */
export const runningClock = (start?: Date): Clock => {
  const shift = start === undefined ? 0 : start.getTime() - Date.now();
  return clockOf(() => new Date(Date.now() + shift));
};

/** A stopped clock for tests. */
export interface FixedClock extends Clock {
  set(instant: Date): void;
  pass(milliseconds: number): void;
}

export const fixedClock = (start: Date): FixedClock => {
  let instant = start;
  const set = (next: Date): void => {
    instant = next;
  };
  return {
    ...clockOf(() => new Date(instant)),
    set,
    pass: (milliseconds) => set(new Date(instant.getTime() + milliseconds)),
  };
};
