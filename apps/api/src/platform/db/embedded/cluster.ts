import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, postgresBinaries } from './binaries.ts';

export interface Cluster {
  readonly folder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly password: string;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly durability: 'full' | 'scratch';
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly durability: Cluster['durability'];
  readonly onEvent: (line: string) => void;
}

export const OWNER = 'anticipa';
const SOCKET_PREFIX = 'anticipa-pg-';
const NOBODY = 65534;

/** PostgreSQL refuses to run as root: drop to the owner of the data folder, or to `nobody`. */
const accountFor = (dataDir: string): Account | undefined => {
  const own = process.getuid?.();
  const cluster = join(dataDir, 'pg');
  const holder = statSync(existsSync(cluster) ? cluster : dataDir);
  if (own === 0) return holder.uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: holder.uid, gid: holder.gid };
  if (own !== undefined && holder.uid !== own) {
    throw new Error(
      `${dataDir} belongs to another user (uid ${holder.uid}); run as that user or choose another DATA_DIR.`,
    );
  }
  return undefined;
};

const give = (path: string, account: Account | undefined): void => {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
};

/** On Linux the data is reached through the working directory, so a folder under /root works for another account. */
export const dataArgument = (folder: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : folder);

const passwordOf = (dataDir: string): string => {
  const file = join(dataDir, 'pg-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

/** Created under a temporary name and renamed, so an interrupted initdb leaves no half-made cluster. */
const initialise = (cluster: Cluster): void => {
  const fresh = `${cluster.folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  give(fresh, cluster.account);
  const passwordFile = join(cluster.socketFolder, 'password');
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  give(passwordFile, cluster.account);
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const speed = cluster.durability === 'scratch' ? ['--no-sync'] : [];
  const made = spawnSync(
    join(cluster.binaries, 'bin', 'initdb'),
    [
      '-D',
      dataArgument(fresh),
      '-U',
      OWNER,
      `--pwfile=${passwordFile}`,
      '--locale=C',
      '--data-checksums',
      ...options,
      ...speed,
    ],
    { cwd: fresh, encoding: 'utf8', ...cluster.account, env: { PATH: process.env.PATH, TZ: 'UTC' } },
  );
  rmSync(passwordFile);
  if (made.stderr?.includes('could not look up effective user ID')) {
    throw new Error('PostgreSQL needs its account in /etc/passwd: run as a named user, or set DATABASE_URL.');
  }
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  renameSync(fresh, cluster.folder);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
};

/** Whether `pid` is a server on this cluster rather than an unrelated process after a reboot. */
const servesCluster = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres');
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
};

/** Stops a server left on the folder by a dead supervisor; the caller holds the folder's lock. */
const removeOrphan = async (folder: string, onEvent: ClusterOptions['onEvent']): Promise<void> => {
  const pidFile = join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const socketFolder = lines[4] ?? '';
  for (let waited = 0; servesCluster(pid, folder); waited += 20) {
    if (waited === 0) {
      onEvent(`stopping the PostgreSQL (process ${pid}) that an earlier run left behind`);
      process.kill(pid, 'SIGINT');
    }
    if (waited === 10_000) process.kill(pid, 'SIGQUIT');
    if (waited > 20_000)
      throw new Error(`PostgreSQL process ${pid} of an earlier run does not stop; kill it and start again.`);
    await pause(20);
  }
  rmSync(pidFile, { force: true });
  if (basename(socketFolder).startsWith(SOCKET_PREFIX)) rmSync(socketFolder, { recursive: true, force: true });
};

/** Prepares `dataDir`, whose lock the caller holds: stops an orphan, creates the cluster, makes a fresh socket folder. */
export const prepareCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, durability } = options;
  const account = accountFor(dataDir);
  const folder = join(dataDir, 'pg');
  await removeOrphan(folder, options.onEvent);
  const binaries = postgresBinaries(account);
  // The path of a unix socket is limited to about 100 characters.
  const socketFolder = mkdtempSync(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), SOCKET_PREFIX));
  chmodSync(socketFolder, 0o700);
  give(socketFolder, account);
  const logFile = join(dataDir, 'postgres.log');
  const cluster = { folder, socketFolder, logFile, password: passwordOf(dataDir), binaries, account, durability };
  try {
    if (!existsSync(folder)) initialise(cluster);
  } catch (cause) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw cause;
  }
  return cluster;
};
