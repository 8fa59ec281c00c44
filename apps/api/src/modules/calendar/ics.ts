/** The calendar as iCalendar (RFC 5545): all-day events, one per day, kind and currency. */
import type { CalendarEvent } from '@anticipa/contract/calendar';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { formatAmount } from '@anticipa/texts/format';

const LINE_OCTETS = 75;

/** Backslash, semicolon, comma and line break have a meaning in a text value. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** A content line of at most 75 octets each; a continuation begins with a space. No character is divided. */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}

const compact = (date: string): string => date.replaceAll('-', '');
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const invoices = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`);

const titles: Readonly<Record<CalendarEvent['kind'], (amount: string, count: number) => string>> = {
  due: (amount, count) => `${count === 1 ? 'Vence' : 'Vencen'} ${invoices(count)}: ${amount}`,
  expected: (amount) => `Devolución esperada: ${amount}`,
  deposit: (amount) => `Depósito de tu venta: ${amount}`,
  release: (amount) => `Devolución: ${amount}`,
};

interface IcsFacts {
  readonly brand: string;
  /** The owner of the calendar. */
  readonly name: string;
  readonly scope: string;
  readonly at: Date;
  readonly url: string;
}

/** `scope` makes the ids of the events unique among clients; they stay the same while an event changes. */
export function icsOf(events: readonly CalendarEvent[], { brand, name, scope, at, url }: IcsFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(brand)}//Portal//ES`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(`${brand} · ${name}`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap(({ date, kind, currency, count, amount }) => [
      'BEGIN:VEVENT',
      `UID:${date}-${kind}-${currency}-${scope}@${new URL(url).hostname}`,
      `DTSTAMP:${stamp(at)}`,
      `DTSTART;VALUE=DATE:${compact(date)}`,
      `DTEND;VALUE=DATE:${compact(addDays(dateOf(date), 1))}`,
      `SUMMARY:${escaped(titles[kind](formatAmount(amount, currency), count))}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
