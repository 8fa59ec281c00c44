/** Two tiers of proof: the same assertions with few repetitions in `npm test`, with many in `npm run test:full`. */

/** Whether this run is the full one. */
export const isFullProof = process.env.FULL_PROOF === 'true';

/** Number of times that a test repeats its proof. */
export const rounds = (few: number, many: number): number => (isFullProof ? many : few);

/** All values in a full run; else the next one of them at each call. */
export function inTurn<Value>(values: readonly Value[]): () => readonly Value[] {
  let next = 0;
  return () => {
    if (isFullProof) return values;
    const one = values.slice(next, next + 1);
    next = (next + 1) % values.length;
    return one;
  };
}
