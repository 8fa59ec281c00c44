import type { Guard } from './shape.ts';
import { tabTexts } from './tab-texts.ts';

export interface TabStorage<V> {
  /** The stored value; null if missing or invalid. */
  readonly read: () => V | null;
  /** Stores the value; null removes it. */
  readonly write: (value: V | null) => void;
}

/** Codec between a value and JSON; a zod schema is one. */
export interface Stored<V> {
  /** Throws if it was not written by `encode`. */
  decode(json: unknown): V;
  encode(value: V): unknown;
}

/** Writes a value unchanged as JSON, and checks it when read. */
export const asJson = <V>(isValid: Guard<V>): Stored<V> => ({
  decode: (json) => {
    if (!isValid(json)) throw new TypeError('stored in another shape');
    return json;
  },
  encode: (value) => value,
});

/** One text of this tab; survives a reload and is validated when read. */
export function tabStorage<V>(name: string, stored: Stored<V>): TabStorage<V> {
  return {
    read() {
      try {
        return stored.decode(JSON.parse(tabTexts.getItem(name) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(value) {
      if (value === null) tabTexts.removeItem(name);
      else tabTexts.setItem(name, JSON.stringify(stored.encode(value)));
    },
  };
}
