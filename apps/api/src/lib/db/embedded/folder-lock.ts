import { DatabaseSync } from 'node:sqlite';

/** Another process of ours works on the folder; the message is the one line the user sees. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by another Anticipa process; stop it or choose another DATA_DIR.`);
    this.name = 'FolderInUse';
  }
}

/**
 * Holds `folder` for this process until released or dead.
 *
 * An SQLite file is used for its lock and nothing else: it is the one advisory lock of the operating system that Node
 * offers on every platform, and the kernel drops it with the process, so that kill -9 leaves nothing stale to judge.
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
