/** Events that a client's programs are told, and how often one is tried. */

export const eventTypes = [
  'invoice.created',
  'invoice.rejected',
  'invoice.registered',
  'invoice.sellable',
  'invoice.held',
  'invoice.financed',
  'invoice.payment_received',
  'invoice.settled',
  'invoice.deleted',
  'sale.held',
  'sale.quoted',
  'sale.requested',
  'sale.returned',
  'sale.answered',
  'sale.disbursed',
  'sale.deposit_returned',
  'sale.cancelled',
  'sale.expired',
  'prepared_sale.created',
  'prepared_sale.returned',
  'prepared_sale.accepted',
  'prepared_sale.withdrawn',
  'prepared_sale.expired',
  'reference.created',
  'reference.reopened',
  'reference.paid',
  'reference.cancelled',
  'reference.expired',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Endpoints of one client. */
export const MAX_WEBHOOKS = 10;

/** Time for which an old secret still signs after a new one was made. */
export const OLD_SECRET_HOURS = 24;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait after each failed attempt, about three days in all. */
export const waits: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  ...Array.from({ length: 17 }, () => 4 * HOUR),
];

/** Milliseconds until a delivery is tried again after so many failed attempts; null once it is given up. */
export const waitAfter = (attempts: number): number | null => waits[attempts - 1] ?? null;

/** Failures in a row after which an endpoint is left alone for a while, whatever waits for it. */
const TOLERATED = 3;
const LONGEST_PAUSE = 30 * MINUTE;

/** Milliseconds for which an endpoint gets nothing after so many failures in a row. */
export const pauseAfter = (failures: number): number =>
  failures < TOLERATED ? 0 : Math.min(2 ** (failures - TOLERATED) * MINUTE, LONGEST_PAUSE);

/** An endpoint that has answered nothing for this long is turned off. */
export const OFF_AFTER_MS = 5 * 24 * HOUR;
