import { type Atom, createAtom } from '@tanstack/react-store';

/**
 * A setting stored on this device, one of `values`; the first is the default. Without storage it lasts for the visit.
 * Not for data of a user or company: it outlives the session.
 */
export function deviceSetting<V extends string>(name: string, values: readonly [V, ...V[]]): Atom<V> {
  const key = `anticipa.${name}`;
  const stored = read(key);
  const setting = createAtom<V>(values.find((value) => value === stored) ?? values[0]);
  setting.subscribe((value) => write(key, value));
  return setting;
}

/** A list of words stored on this device; empty at first. */
export function deviceList(name: string) {
  const key = `anticipa.${name}`;
  return {
    read: (): readonly string[] => (read(key) ?? '').split(',').filter(Boolean),
    write: (words: readonly string[]): void => write(key, words.join(',')),
  };
}

/** A text stored on this device; null at first, and without storage. */
export function deviceText(name: string) {
  const key = `anticipa.${name}`;
  return { read: (): string | null => read(key), write: (text: string): void => write(key, text) };
}

/** Id of the user whose pages this device showed last; empty after a sign-out. */
export const lastUser = deviceText('user');

/**
 * The telephone of that user's adviser, for a page that cannot ask the server. It is the lender's own number; empty
 * after a sign-out, and where the lender publishes none.
 */
export const lastAdviser = deviceText('adviser');

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
    // Storage is full or forbidden: the setting lasts until the page is closed.
  }
}
