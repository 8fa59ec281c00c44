import { type Atom, createAtom } from '@tanstack/react-store';

/**
 * A choice kept on this device, one of `values`; the first is what it is without a choice. Where the browser allows no
 * storage it lasts for the visit. Nothing about a person or a company belongs here: it outlives the session.
 */
export function deviceSetting<V extends string>(name: string, values: readonly [V, ...V[]]): Atom<V> {
  const key = `anticipa.${name}`;
  const stored = read(key);
  const setting = createAtom<V>(values.find((value) => value === stored) ?? values[0]);
  setting.subscribe((value) => write(key, value));
  return setting;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the choice holds until the page is left.
  }
}
