import type { SaleState } from '@anticipa/domain/sale';

/**
 * `repeatable`: states in which the step was already taken, so that calling it again returns the same answer;
 * `states`: where a step that moves nothing is allowed.
 */
export const salesPolicy = {
  cancel: { repeatable: ['cancelled'] },
  fixTerms: { repeatable: ['quoted'] },
  request: { repeatable: ['requested', 'answered', 'disbursed'] },
  summarise: { states: ['requested', 'answered', 'disbursed'] },
  answer: { repeatable: ['answered', 'cancelled', 'disbursed'] },
  disburse: { repeatable: ['disbursed'] },
} as const satisfies Record<string, { repeatable: readonly SaleState[] } | { states: readonly SaleState[] }>;
