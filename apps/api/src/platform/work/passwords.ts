import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** Parameters of argon2id, the library's default; each hash carries its own. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
export const FULL_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing is an easy way to exhaust a server: in each of two queues one at a time, a few waiting, then reject. */
const WAITING = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the stored hash. For a null hash (unknown user) it takes as long and returns false.
   * 'busy' if the queue is full. Known places have a queue of their own, so that strangers cannot fill it.
   */
  verify(stored: string | null, password: string, from: { readonly isKnownPlace: boolean }): Promise<boolean | 'busy'>;
}

/** Hashes a password without queueing; only for seeds and tests. */
export const hashPassword = (password: string, cost = FULL_COST): Promise<string> => hash(password, cost);

/** Call once per process: the queues are shared. */
export const createPasswords = async (cost?: HashCost): Promise<Passwords> => {
  const nobody = await hashPassword('nobody has this password', cost);
  const ofKnownPlaces = pLimit(1);
  const ofStrangers = pLimit(1);
  return {
    hash: (password) => ofKnownPlaces(hashPassword, password, cost),
    verify: async (stored, password, { isKnownPlace }) => {
      const queue = isKnownPlace ? ofKnownPlaces : ofStrangers;
      if (queue.activeCount + queue.pendingCount > WAITING) return 'busy';
      const isRight = await queue(verify, stored ?? nobody, password);
      return isRight && stored !== null;
    },
  };
};
