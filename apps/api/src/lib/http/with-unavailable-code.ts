import { type ErrorCode, type Outcome, refuse } from '@anticipa/domain/errors';
import { DatabaseUnavailable } from '../db/errors.ts';

/** Refuses with the code that the specification gives a call whose data cannot be reached; any other fault stays a fault. */
export const orUnavailable = async <T>(code: ErrorCode, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return refuse(code);
    throw error;
  }
};
