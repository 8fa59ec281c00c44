export interface SharedReads<T> {
  /** Resolves to a value that `read` began to read after this call. */
  read(key: string, read: () => Promise<T>): Promise<T>;
}

/**
 * One read at a time per key: calls during a read share the next one. Sharing the read under way could miss what its
 * caller has written since it began.
 */
export const sharedReads = <T>(): SharedReads<T> => {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    next.delete(key);
    const begun = read().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };

  return {
    read: (key, read) => {
      const current = running.get(key);
      if (current === undefined) return begin(key, read);
      const shared = next.get(key) ?? current.catch(() => undefined).then(() => begin(key, read));
      next.set(key, shared);
      return shared;
    },
  };
};
