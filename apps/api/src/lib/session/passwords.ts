import { hash, verify } from '@node-rs/argon2';

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
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: async (stored, password) => {
      if (running >= RUNNING && waiting.length >= WAITING) return 'busy';
      const isRight = await inTurn(() => verify(stored ?? nobody, password));
      return isRight && stored !== null;
    },
  };
};
