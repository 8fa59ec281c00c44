import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is an easy way to exhaust a server: two concurrent, a short queue, then reject. */
const RUNNING = 2;
const WAITING = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the stored hash. For a null hash (unknown user) it takes as long and returns false.
   * 'busy' if the queue is full.
   */
  verify(stored: string | null, password: string): Promise<boolean | 'busy'>;
}

/** Hashes a password without queueing; only for seeds and tests. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Call once per process: the queue is shared. */
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
