import { WrongConfiguration } from '../config/setting-checks.ts';

/**
 * Refuses time-zone data older than 2022f, in which Chihuahua still observes daylight saving: deposit times would be off
 * by an hour for half of the year. `offsetOf` returns a zone's offset at an instant, such as "GMT-06:00".
 */
export const checkTimeZones = (offsetOf: (zone: string, instant: Date) => string | undefined = offsetName): void => {
  if (offsetOf('America/Chihuahua', new Date('2022-12-01T12:00:00Z')) === 'GMT-06:00') return;
  throw new WrongConfiguration('the time-zone data of this Node.js is older than 2022f; use a current Node.js 24');
};

const offsetName = (zone: string, instant: Date): string | undefined =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
