import { renameSync, rmSync } from 'node:fs';

const ATTEMPTS = 20;

/** Puts a complete folder in the place of another, which is missing for an instant. Other programs may do so at the same time. */
export function replaceFolder(fresh: string, folder: string): void {
  const old = `${fresh}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(folder, old);
    } catch {
      // There is none, or another program has just moved it.
    }
    try {
      renameSync(fresh, folder);
      break;
    } catch (cause) {
      if (attempt === ATTEMPTS) throw cause;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}
