import { z } from 'zod';
import { tabTexts } from './tab-texts.ts';

export interface TabStorage<V> {
  /** The stored value; null if missing or invalid. */
  readonly read: () => V | null;
  /** Stores the value; null removes it. */
  readonly write: (value: V | null) => void;
}

/** One text of this tab; survives a reload and is validated when read. */
export function tabStorage<V>(name: string, schema: z.ZodType<V>): TabStorage<V> {
  return {
    read() {
      try {
        return z.decode(schema, JSON.parse(tabTexts.getItem(name) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(value) {
      if (value === null) tabTexts.removeItem(name);
      else tabTexts.setItem(name, JSON.stringify(z.encode(schema, value)));
    },
  };
}
