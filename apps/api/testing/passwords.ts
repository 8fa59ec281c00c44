import { type HashCost, hashPassword } from '../src/platform/work/passwords.ts';
import { PASSWORD } from './session.ts';

/** Default cost of hashing in tests: the lowest, because hundreds of passwords are verified. */
export const LOWEST_COST: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const hashes = new Map<HashCost, Promise<string>>();

/** The hash of PASSWORD, made once for each cost. */
export function hashOfPassword(cost = LOWEST_COST): Promise<string> {
  const hash = hashes.get(cost) ?? hashPassword(PASSWORD, cost);
  hashes.set(cost, hash);
  return hash;
}
