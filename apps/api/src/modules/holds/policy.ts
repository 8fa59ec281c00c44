import type { SaleState } from '@anticipa/domain/sale';

/** Any user of the client may cancel a sale of it; on a cancelled sale the step repeats its answer. */
export const holdsPolicy = {
  cancel: { audience: 'client', repeatable: ['cancelled'] },
} as const satisfies Record<string, { audience: 'client'; repeatable: readonly SaleState[] }>;
