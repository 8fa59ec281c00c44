import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';

const MEMORY = '/dev/shm';
/** Twice what a whole run has at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'anticipa-run-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Whether something is mounted in a folder: its files are not that run's own, and might be the machine's. */
const holdsMount = (folder: string): boolean =>
  existsSync('/proc/mounts') && readFileSync('/proc/mounts', 'utf8').includes(` ${folder}/`);

const remove = (folder: string): void => {
  if (!holdsMount(folder)) rmSync(folder, { recursive: true, force: true });
};

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
};

/**
 * Gives this process and its children a folder of their own for temporary files, removed when this process exits; a later
 * run removes it if this one is killed. It is in memory where that has room: copying a database takes a twentieth of the
 * processor time there.
 */
export const openScratchFolder = (): void => {
  if (basename(tmpdir()).startsWith(PREFIX)) return;
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(parent, name));
  const folder = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // Permissions of /tmp: the account of the embedded database removes its own files.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => remove(folder));
};
