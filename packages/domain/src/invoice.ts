/** Invoice statuses and transitions, sellability, tile scores and due dates. */
import { daysBetween, type IsoDate } from './calendar.ts';
import type { LineState } from './credit.ts';
import type { RejectionMotive } from './motives.ts';
import { MAX_TERM_DAYS } from './product.ts';

export const invoiceStatus = {
  RECHAZADA: 0,
  REGISTRADO: 10,
  AUTORIZADA: 20,
  PREVENTA: 25,
  CREDITO: 30,
  LIQUIDADO: 40,
} as const;
export type InvoiceStatusName = keyof typeof invoiceStatus;
const invoiceStatusNames = ['RECHAZADA', 'REGISTRADO', 'AUTORIZADA', 'PREVENTA', 'CREDITO', 'LIQUIDADO'] as const;
export type InvoiceStatus = (typeof invoiceStatus)[InvoiceStatusName];

/** Every transition of an entered invoice. */
export const transitions = {
  hold: { from: ['AUTORIZADA', 'REGISTRADO', 'RECHAZADA'], to: 'PREVENTA' },
  release: { from: ['PREVENTA'], to: 'as before the sale' },
  reject: { from: ['PREVENTA'], to: 'RECHAZADA' },
  disburse: { from: ['PREVENTA'], to: 'CREDITO' },
  /** It was in credit before its lender used the portal. */
  load: { from: ['AUTORIZADA', 'REGISTRADO', 'RECHAZADA'], to: 'CREDITO' },
  unload: { from: ['CREDITO'], to: 'as before the sale' },
  settle: { from: ['CREDITO'], to: 'LIQUIDADO' },
  /** The payment that settled it is reversed. */
  reopen: { from: ['LIQUIDADO'], to: 'CREDITO' },
  approveReceiver: { from: ['REGISTRADO'], to: 'AUTORIZADA' },
  failCheck: { from: ['REGISTRADO', 'AUTORIZADA'], to: 'RECHAZADA' },
  deleteByUser: { from: ['AUTORIZADA', 'REGISTRADO', 'RECHAZADA'], to: 'RECHAZADA' },
  restoreByUser: { from: ['RECHAZADA'], to: 'REGISTRADO' },
} as const satisfies Record<
  string,
  { from: readonly InvoiceStatusName[]; to: InvoiceStatusName | 'as before the sale' }
>;
export type Transition = keyof typeof transitions;

export function allows(status: InvoiceStatusName, transition: Transition): boolean {
  const from: readonly InvoiceStatusName[] = transitions[transition].from;
  return from.includes(status);
}

/** The name of a status number; throws TypeError for an unknown one. */
export const statusName = (status: InvoiceStatus): InvoiceStatusName => {
  const found = invoiceStatusNames.find((name) => invoiceStatus[name] === status);
  if (!found) throw new TypeError(`no invoice status ${status}`);
  return found;
};

/** Whether a user of the client deleted the invoice, and may restore it. */
export const isDeletedByUser = ({ status, motive }: Pick<SellabilityFacts, 'status' | 'motive'>): boolean =>
  status === 'RECHAZADA' && motive === 'DELETED_BY_USER';

export interface SellabilityFacts {
  readonly status: InvoiceStatusName;
  readonly motive: RejectionMotive | null;
  /** The date in Mexico City on which the invoice was rejected. */
  readonly rejectedOn: IsoDate | null;
  readonly paymentMethod: 'PPD' | 'PUE' | null;
  /** `requiresPpd`: the lender buys only PPD invoices of this product from this client. */
  readonly product: { readonly authorised: boolean; readonly active: boolean; readonly requiresPpd: boolean };
  readonly creditLine: LineState;
}

/** Why an invoice cannot be sold, shown beside it on screen and returned by the server. */
export type Unsellable =
  | 'PRODUCT_NOT_AUTHORISED'
  | 'PRODUCT_INACTIVE'
  | 'STATUS'
  | 'REJECTED_BEFORE_TODAY'
  | 'DELETED'
  | 'PPD_REQUIRED'
  | 'NO_CREDIT_LINE'
  | 'CREDIT_LINE_ENDED';

/**
 * Why an invoice cannot be selected on `today`, or null. Sellable are AUTORIZADA, REGISTRADO, and RECHAZADA of the same
 * day unless deleted by a user, of an authorised and active product with a line in force for the currency, and with the
 * payment method that the lender demands.
 */
export function whyUnsellable(facts: SellabilityFacts, today: IsoDate): Unsellable | null {
  if (!facts.product.authorised) return 'PRODUCT_NOT_AUTHORISED';
  if (!facts.product.active) return 'PRODUCT_INACTIVE';
  if (!allows(facts.status, 'hold')) return 'STATUS';
  if (facts.status === 'RECHAZADA') {
    if (isDeletedByUser(facts)) return 'DELETED';
    if (facts.rejectedOn !== today) return 'REJECTED_BEFORE_TODAY';
  }
  if (facts.product.requiresPpd && facts.paymentMethod !== 'PPD') return 'PPD_REQUIRED';
  if (facts.creditLine === 'ended') return 'CREDIT_LINE_ENDED';
  return facts.creditLine === 'open' ? null : 'NO_CREDIT_LINE';
}

/** Size of a tile: 1 the largest, 4 the smallest. */
export type TileScore = 1 | 2 | 3 | 4;

/**
 * Scores groups by cumulative share of the whole, smallest first, including the group itself: under 0.25 → 4, under
 * 0.5 → 3, under 0.75 → 2, up to 1 → 1, so the largest group always scores 1. All `cents` are in one currency; ties keep
 * the given order. Source: specification section 9.
 */
export function tileScores<K>(groups: readonly { readonly key: K; readonly cents: bigint }[]): Map<K, TileScore> {
  const whole = groups.reduce((total, group) => total + group.cents, 0n);
  const scores = new Map<K, TileScore>();
  let reached = 0n;
  for (const group of groups.toSorted((a, b) => (a.cents === b.cents ? 0 : a.cents < b.cents ? -1 : 1))) {
    reached += group.cents;
    scores.set(group.key, scoreOf(reached, whole));
  }
  return scores;
}

function scoreOf(reached: bigint, whole: bigint): TileScore {
  if (reached * 4n < whole) return 4;
  if (reached * 2n < whole) return 3;
  return reached * 4n < whole * 3n ? 2 : 1;
}

/** Urgency of an invoice in credit. */
export type DueLight = 'red' | 'yellow' | 'green';

/** Red when due today or earlier, yellow within 7 days, otherwise green. */
export function dueLight(dueDate: IsoDate, today: IsoDate): DueLight {
  const days = daysBetween(today, dueDate);
  if (days <= 0) return 'red';
  return days <= 7 ? 'yellow' : 'green';
}

/** Reason that disqualifies the emission date on `today`, or null; a term of 1 day must still fit within 180. */
export function emissionProblem(emittedOn: IsoDate, today: IsoDate): 'EMITTED_IN_FUTURE' | 'EMITTED_TOO_OLD' | null {
  const age = daysBetween(emittedOn, today);
  if (age < 0) return 'EMITTED_IN_FUTURE';
  return age >= MAX_TERM_DAYS ? 'EMITTED_TOO_OLD' : null;
}
