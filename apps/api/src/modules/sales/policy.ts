import type { SaleState } from '@anticipa/domain/sale';

/**
 * Who may do what with a sale, and in which states the step does something. Every user of the client may sell; only the
 * lender answers and disburses; repeating a step on a sale that has taken it already answers as before.
 */
export const salePolicy = {
  setAsPreSell: { audience: 'client' },
  cancelPreSell: { audience: 'client', repeatable: ['cancelled'] },
  processPreSells: { audience: 'client', repeatable: ['quoted'] },
  requestAuthorization: { audience: 'client', repeatable: ['requested', 'answered', 'disbursed'] },
  sendSummary: { audience: 'client', states: ['requested', 'answered', 'disbursed'] },
  answer: { audience: 'operator', repeatable: ['answered', 'cancelled', 'disbursed'] },
  disburse: { audience: 'operator', repeatable: ['disbursed'] },
} as const satisfies Record<
  string,
  { audience: 'client' | 'operator'; states?: readonly SaleState[]; repeatable?: readonly SaleState[] }
>;

/** Whether every sale is in one of the states. */
export const allIn = (sales: readonly { readonly state: SaleState }[], states: readonly SaleState[]): boolean =>
  sales.every((sale) => states.includes(sale.state));
