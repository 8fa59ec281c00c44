/** Synchronisation with the tax authority: the states of a client's credential and of a download. */

/** Status of the CIEC password, with the specification's numbers. */
export const ciecStatus = { PENDING: 10, VALID: 20, INVALID: 30, DEACTIVATED: 40, ERROR: 50 } as const;
export type CiecStatusName = keyof typeof ciecStatus;
export type CiecStatus = (typeof ciecStatus)[CiecStatusName];
