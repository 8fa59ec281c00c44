import { z } from 'zod';

export interface TabStorage<V> {
  /** The stored value; null if missing or invalid. */
  readonly read: () => V | null;
  /** Stores the value; null removes it. */
  readonly write: (value: V | null) => void;
}

/** One entry of this tab's session storage; survives a reload and is validated when read. */
export function tabStorage<V>(name: string, schema: z.ZodType<V>): TabStorage<V> {
  const key = `anticipa.${name}`;
  return {
    read() {
      try {
        return z.decode(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(value) {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(z.encode(schema, value)));
    },
  };
}
