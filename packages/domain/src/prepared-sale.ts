/** The life of a sale that one person of a client prepares and another one accepts. */
import type { IsoDate } from './calendar.ts';
import type { InvoiceStatusName } from './invoice.ts';

/** `returned`: it goes back to its preparer with a reason, who prepares another one or withdraws it. */
export const preparedSteps = {
  accept: { from: ['waiting'], to: 'accepted' },
  return: { from: ['waiting'], to: 'returned' },
  withdraw: { from: ['waiting', 'returned'], to: 'withdrawn' },
  expire: { from: ['waiting', 'returned'], to: 'expired' },
} as const;
export type PreparedStep = keyof typeof preparedSteps;

/** Statuses of an invoice that may still be sold, or is in a sale that the lender has not answered. */
const SELLABLE_SOME_DAY: readonly InvoiceStatusName[] = ['REGISTRADO', 'AUTORIZADA', 'PREVENTA', 'RECHAZADA'];

/** Whether none of its invoices can be accepted any more: their dates have come, or they are sold for good. */
export const isSpent = (
  items: readonly { readonly dueDate: IsoDate; readonly status: InvoiceStatusName }[],
  today: IsoDate,
): boolean => items.every(({ dueDate, status }) => dueDate <= today || !SELLABLE_SOME_DAY.includes(status));
