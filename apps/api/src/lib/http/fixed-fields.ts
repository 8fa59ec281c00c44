import type { ErrorCode, Failure } from '@anticipa/domain/errors';

/** Whether a repeated value is the record's; an object may repeat a part of it. */
const isSame = (repeated: unknown, current: unknown): boolean =>
  typeof repeated === 'object' && repeated !== null && typeof current === 'object' && current !== null
    ? Array.isArray(repeated) === Array.isArray(current) &&
      (!Array.isArray(repeated) || repeated.length === (current as unknown[]).length) &&
      Object.entries(repeated).every(
        ([key, value]) =>
          value === undefined || isSame(value, Object.entries(current).find(([name]) => name === key)?.[1]),
      )
    : repeated === current;

/** A failure for each field that a call repeats with another value than the record has. */
export const fixedFields = (record: object, repeated: object, code: ErrorCode): Failure[] => {
  const current = new Map<string, unknown>(Object.entries(record));
  return Object.entries(repeated)
    .filter(([field, value]) => value !== undefined && !isSame(value, current.get(field)))
    .map(([path]) => ({ path, code }));
};
