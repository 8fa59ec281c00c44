import { formatTableDate } from './format.ts';

const MINUTE_MS = 60_000;

/** The time between an instant and now in hours and minutes, or in days from two on: "0:40", "3 días". */
export function timeLeft(instant: string, now: string): { readonly isLate: boolean; readonly time: string } {
  const minutes = Math.floor((Date.parse(instant) - Date.parse(now)) / MINUTE_MS);
  const isLate = minutes < 0;
  const length = Math.abs(minutes);
  const hours = Math.floor(length / 60);
  const time = hours < 48 ? `${hours}:${String(length % 60).padStart(2, '0')}` : `${Math.floor(hours / 24)} días`;
  return { isLate, time };
}

/** Writes until when something is promised: the last minute of a day, where its midnight would be taken for the next day. */
export function formatDeadline(instant: string): string {
  const text = formatTableDate(instant);
  return text.endsWith(' 12:00 am') ? formatTableDate(new Date(Date.parse(instant) - 1)) : text;
}
