/** The life of a sale that one person of a client prepares and another one accepts. */
import type { IsoDate } from './calendar.ts';
import type { InvoiceStatusName } from './invoice.ts';
import { type SaleState, sentStates } from './sale.ts';

/** `returned`: it goes back to its preparer with a reason, who prepares another one or withdraws it. */
export const preparedSteps = {
  accept: { from: ['waiting'], to: 'accepted' },
  return: { from: ['waiting'], to: 'returned' },
  withdraw: { from: ['waiting', 'returned'], to: 'withdrawn' },
  expire: { from: ['waiting', 'returned'], to: 'expired' },
} as const;
export type PreparedStep = keyof typeof preparedSteps;

/** Statuses of an invoice that is not sold for good. */
const UNSOLD: readonly InvoiceStatusName[] = ['REGISTRADO', 'AUTORIZADA', 'PREVENTA', 'RECHAZADA'];

export interface PreparedInvoice {
  readonly dueDate: IsoDate;
  readonly status: InvoiceStatusName;
  /** State of the sale that it is in; null if it is in none. */
  readonly saleState: SaleState | null;
}

const isSent = (state: SaleState | null): boolean => sentStates.some((sent) => sent === state);

/**
 * Whether none of its invoices is left to accept: their dates have come, or they were sent to the lender in another sale. A
 * hold, which may expire, takes nothing away.
 */
export const isSpent = (invoices: readonly PreparedInvoice[], today: IsoDate): boolean =>
  invoices.every(({ dueDate, status, saleState }) => dueDate <= today || isSent(saleState) || !UNSOLD.includes(status));
