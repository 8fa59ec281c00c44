/** Texts of this tab, which survive a reload where the browser can store them. */
const PREFIX = 'anticipa.';

/** Texts that the browser could not store, because storage is full or forbidden; kept until the page is left. */
const unstored = new Map<string, string>();

const attempt = <T>(access: (storage: Storage) => T, instead: T): T => {
  try {
    return access(sessionStorage);
  } catch {
    return instead;
  }
};

export const tabTexts = {
  getItem: (name: string): string | null =>
    unstored.get(name) ?? attempt((storage) => storage.getItem(PREFIX + name), null),
  setItem(name: string, text: string): void {
    unstored.set(name, text);
    attempt((storage) => {
      storage.setItem(PREFIX + name, text);
      unstored.delete(name);
    }, undefined);
  },
  removeItem(name: string): void {
    unstored.delete(name);
    attempt((storage) => storage.removeItem(PREFIX + name), undefined);
  },
};

/** Removes all texts of this tab. */
export function clearTab(): void {
  unstored.clear();
  attempt((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  }, undefined);
}
