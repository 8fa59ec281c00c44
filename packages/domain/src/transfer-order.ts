/** Orders to the bank to transfer a sale's deposit. */

/** 'ordered': recorded here, and perhaps known to the bank. 'sent': accepted by the bank. 'returned': came back after it was paid. */
export const transferStates = ['ordered', 'sent', 'paid', 'failed', 'returned'] as const;
export type TransferOrderState = (typeof transferStates)[number];

export const transferSteps = {
  accept: { from: ['ordered'], to: 'sent' },
  /** A bank that has failed an order can still pay it. */
  settle: { from: ['ordered', 'sent', 'failed'], to: 'paid' },
  fail: { from: ['ordered', 'sent'], to: 'failed' },
  return: { from: ['paid'], to: 'returned' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly TransferOrderState[]; readonly to: TransferOrderState }>
>;
export type TransferStep = keyof typeof transferSteps;

/** The money may be on its way: nothing else may pay the sale. */
export const isTransferOpen = (state: TransferOrderState): boolean => state === 'ordered' || state === 'sent';
