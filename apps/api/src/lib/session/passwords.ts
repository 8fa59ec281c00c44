import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id, the library's own default, as the password storage guidance of OWASP asks: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is the cheapest way to exhaust a server: two at a time, few in the line, the rest turned away at once. */
const RUNNING = 2;
const WAITING = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password is that of the stored hash. A null hash, of somebody who does not exist, takes as long and is
   * always false. 'busy' when too many are waiting already.
   */
  verify(stored: string | null, password: string): Promise<boolean | 'busy'>;
}

/** Hashes a password as it is stored. For seeds and for tests; requests go through the queue of `createPasswords`. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** One queue per process. */
export const createPasswords = async (): Promise<Passwords> => {
  const nobody = await hashPassword('nobody has this password');
  const queue = pLimit(RUNNING);
  return {
    hash: (password) => queue(hashPassword, password),
    verify: async (stored, password) => {
      if (queue.activeCount + queue.pendingCount >= RUNNING + WAITING) return 'busy';
      const isRight = await queue(verify, stored ?? nobody, password);
      return isRight && stored !== null;
    },
  };
};
