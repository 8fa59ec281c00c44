import { HOLD_MINUTES, type SaleState, sentStates } from '@anticipa/domain/sale';
import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';

/**
 * `repeatable`: states after the step, in which calling it again repeats the answer;
 * `states`: states in which a call without a step is allowed.
 */
export const salesPolicy = {
  cancel: { repeatable: ['cancelled'] },
  fixTerms: { repeatable: ['quoted'] },
  request: { repeatable: sentStates },
  summarise: { states: sentStates },
  answer: { repeatable: ['answered', 'cancelled', 'disbursed'] },
  disburse: { repeatable: ['disbursed'] },
} as const satisfies Record<string, { repeatable: readonly SaleState[] } | { states: readonly SaleState[] }>;

/** A hold that expires later than this was made by a clock that has been set back since, and has expired. */
export const latestExpiry = (at: Date): Date => new Date(at.getTime() + HOLD_MINUTES * 60_000 + CLOCK_SKEW_MS);
