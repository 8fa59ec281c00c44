import type { SaleState } from '@anticipa/domain/sale';

/** Only operators answer, take an answer back and disburse; in the `repeatable` states the same step again answers as before. */
export const lenderPolicy = {
  answer: { audience: 'operator', repeatable: ['answered', 'cancelled', 'disbursed'] },
  disburse: { audience: 'operator', repeatable: ['disbursed'] },
} as const satisfies Record<string, { audience: 'operator'; repeatable: readonly SaleState[] }>;
