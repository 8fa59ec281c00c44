import { dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';

/** The one source of time: code that decides anything gets a clock and never asks the machine. */
export interface Clock {
  /** The present instant. */
  now(): Date;
  /** The civil date in Mexico City, the lender's 'today'. */
  today(): IsoDate;
}

const clockOf = (now: () => Date): Clock => ({ now, today: () => dateAt(now(), MEXICO_CITY) });

/** The machine's clock; or, from `start`, one that runs at the same pace from another instant (PORTAL_NOW). */
export const runningClock = (start?: Date): Clock => {
  const shift = start === undefined ? 0 : start.getTime() - Date.now();
  return clockOf(() => new Date(Date.now() + shift));
};

/** A clock that stands still until `set` moves it: for tests. */
export const standingClock = (start: Date): Clock & { set(instant: Date): void } => {
  let instant = start;
  return {
    ...clockOf(() => new Date(instant)),
    set: (next) => {
      instant = next;
    },
  };
};
