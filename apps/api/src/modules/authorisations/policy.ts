import type { SaleState } from '@anticipa/domain/sale';

/**
 * Any user of the client may take these steps. `repeatable`: states in which the step was taken already and answers as
 * before; `states`: where a step that moves nothing may be asked for.
 */
export const authorisationsPolicy = {
  process: { audience: 'client', repeatable: ['quoted'] },
  request: { audience: 'client', repeatable: ['requested', 'answered', 'disbursed'] },
  summarise: { audience: 'client', states: ['requested', 'answered', 'disbursed'] },
} as const satisfies Record<
  string,
  { audience: 'client'; repeatable?: readonly SaleState[]; states?: readonly SaleState[] }
>;
