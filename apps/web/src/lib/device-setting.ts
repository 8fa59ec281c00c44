import { useSyncExternalStore } from 'react';

/**
 * A choice kept on this device, one of `values`; the first is what it is without a choice. Where the browser allows no
 * storage it lasts for the visit. Nothing about a person or a company belongs here: it outlives the session.
 */
export function deviceSetting<V extends string>(name: string, values: readonly [V, ...V[]]) {
  const key = `anticipa.${name}`;
  const listeners = new Set<() => void>();
  const stored = read(key);
  let current: V = values.find((value) => value === stored) ?? values[0];
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): V => current;
  return {
    get,
    subscribe,
    set(value: V): void {
      current = value;
      write(key, value);
      for (const listener of listeners) listener();
    },
    use: (): V => useSyncExternalStore(subscribe, get),
  };
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
