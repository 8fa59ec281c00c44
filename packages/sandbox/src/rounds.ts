/** Two tiers of proof: the same assertions with few repetitions in `npm test`, with many in `npm run test:full`. */

/** Whether this run is the full one. */
export const isFullProof = process.env.FULL_PROOF === 'true';

/** How often a test repeats what it proves. */
export const rounds = (few: number, many: number): number => (isFullProof ? many : few);
