import type { ErrorCode, Failure } from '@anticipa/domain/errors';

/** Whether a repeated value is the record's; an object may repeat a part of it. */
function isSame(repeated: unknown, current: unknown): boolean {
  if (!isObject(repeated) || !isObject(current)) return repeated === current;
  if (Array.isArray(repeated) && Object.keys(repeated).length !== Object.keys(current).length) return false;
  const known = new Map<string, unknown>(Object.entries(current));
  return Object.entries(repeated).every(([key, value]) => value === undefined || isSame(value, known.get(key)));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A failure for each field that a call repeats with another value than the record has. */
export const fixedFields = (record: object, repeated: object, code: ErrorCode): Failure[] => {
  const current = new Map<string, unknown>(Object.entries(record));
  return Object.entries(repeated)
    .filter(([field, value]) => value !== undefined && !isSame(value, current.get(field)))
    .map(([path]) => ({ path, code }));
};
