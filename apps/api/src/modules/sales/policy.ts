import type { SaleState } from '@anticipa/domain/sale';

/**
 * `repeatable`: states after the step, in which calling it again repeats the answer;
 * `states`: states in which a call without a step is allowed.
 */
export const salesPolicy = {
  cancel: { repeatable: ['cancelled'] },
  fixTerms: { repeatable: ['quoted'] },
  request: { repeatable: ['requested', 'answered', 'disbursed'] },
  summarise: { states: ['requested', 'answered', 'disbursed'] },
  answer: { repeatable: ['answered', 'cancelled', 'disbursed'] },
  disburse: { repeatable: ['disbursed'] },
} as const satisfies Record<string, { repeatable: readonly SaleState[] } | { states: readonly SaleState[] }>;
