/**
 * Guards for what this page has stored itself, and for events; a schema library would double the code of the first screen's
 * data.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

export const isList =
  <T>(isItem: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(isItem);

export const isPair =
  <A, B>(isFirst: Guard<A>, isSecond: Guard<B>): Guard<[A, B]> =>
  (value): value is [A, B] =>
    Array.isArray(value) && value.length === 2 && isFirst(value[0]) && isSecond(value[1]);

/** An object with these parts, and possibly more. */
export const hasParts =
  <T extends object>(parts: { readonly [K in keyof T]: Guard<T[K]> }): Guard<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<(part: unknown) => boolean>(parts).every(([name, isPart]) => isPart(Reflect.get(value, name)));
