import { DatabaseSync } from 'node:sqlite';

/** Another process of the portal uses the folder; the message is printed as a single line. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by another Anticipa process; stop it or choose another DATA_DIR.`);
    this.name = 'FolderInUse';
  }
}

/**
 * Locks `folder` for this process until released or until the process dies. Throws FolderInUse.
 *
 * SQLite is used only for its file lock, the only OS advisory lock available in Node on every platform. The kernel
 * releases it with the process, so kill -9 leaves no stale lock.
 */
export const lockFolder = (folder: string): { release(): void } => {
  const file = new DatabaseSync(`${folder}/.lock`);
  try {
    file.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (cause) {
    file.close();
    if (cause instanceof Error && cause.message.includes('locked')) throw new FolderInUse(folder);
    throw cause;
  }
  return { release: () => file.close() };
};
