import type { ErrorCode, Failure } from '@anticipa/domain/errors';

/** A failure for each field that a call repeats with another value than the record has. */
export const fixedFields = (record: object, repeated: object, code: ErrorCode): Failure[] => {
  const current = new Map<string, unknown>(Object.entries(record));
  return Object.entries(repeated)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(current.get(field)))
    .map(([path]) => ({ path, code }));
};
