import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
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
import pg from 'pg';
import { type Account, postgresBinaries } from './binaries.ts';
import { lockFolder } from './folder-lock.ts';

export interface EmbeddedOptions {
  /** Holds `pg/` (the cluster), `pg-password`, `postgres.log` and the lock. Made when missing. */
  readonly dataDir: string;
  /** `scratch` gives up every guarantee for speed: only for databases that tests throw away. */
  readonly durability: 'full' | 'scratch';
  /** One line for the log: a crash, a restart, an orphan that was stopped. */
  readonly onEvent: (line: string) => void;
  /** The server died and could not be brought back; whoever supervises should stop. */
  readonly onLost?: () => void;
}

export interface EmbeddedPostgres {
  /** Connection URL of the owner role, over a unix socket that only this account can reach. */
  readonly url: string;
  /** Fast shutdown: sessions are ended, everything acknowledged is on disk. Resolves when the process is gone. */
  stop(): Promise<void>;
}

interface Cluster {
  readonly folder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly password: string;
  readonly binaries: string;
  readonly account: Account | undefined;
  readonly durability: EmbeddedOptions['durability'];
}

const OWNER = 'anticipa';
const SOCKET_PREFIX = 'anticipa-pg-';
const NOBODY = 65534;
const START_DEADLINE_MS = 60_000;
const RESTARTS_IN_A_ROW = 5;

const DURABILITY: Record<EmbeddedOptions['durability'], readonly string[]> = {
  full: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
  scratch: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
};

const urlOf = (cluster: Cluster, database: string): string =>
  `postgresql://${OWNER}:${cluster.password}@localhost/${database}?host=${encodeURIComponent(cluster.socketFolder)}`;

/** PostgreSQL refuses to run as root, so root lends it the account that owns the data, or that of nobody. */
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

/** Linux reaches the data through the working directory, so that a data folder under /root serves another account. */
const dataArgument = (folder: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : folder);

const passwordOf = (dataDir: string): string => {
  const file = join(dataDir, 'pg-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

/** Made under another name and renamed, so that a kill in the middle leaves nothing that looks like a database. */
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

/** Whether `pid` is a server on this cluster, and not a stranger that got its number after a reboot. */
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

/** We hold the folder, so a server still running on it has lost its supervisor: it is stopped, never shared. */
const removeOrphan = async (folder: string, onEvent: EmbeddedOptions['onEvent']): Promise<void> => {
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
      throw new Error(`PostgreSQL process ${pid} of an earlier run does not stop; end it and start again.`);
    await pause(20);
  }
  rmSync(pidFile, { force: true });
  if (basename(socketFolder).startsWith(SOCKET_PREFIX)) rmSync(socketFolder, { recursive: true, force: true });
};

const settings = (cluster: Cluster): string[] =>
  [
    ...DURABILITY[cluster.durability],
    'listen_addresses=',
    `unix_socket_directories=${cluster.socketFolder}`,
    'max_connections=100',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
  ].flatMap((setting) => ['-c', setting]);

/** Ends the server when this process dies without a word; a signal to the terminal's group must not reach either. */
const guard = (server: ChildProcess, account: Account | undefined): ChildProcess =>
  spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...account,
  });

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

interface Running {
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

const launch = async (cluster: Cluster): Promise<Running> => {
  const log = openSync(cluster.logFile, 'a', 0o600);
  const server = spawn(
    join(cluster.binaries, 'bin', 'postgres'),
    ['-D', dataArgument(cluster.folder), ...settings(cluster)],
    {
      cwd: cluster.folder,
      stdio: ['ignore', log, log],
      detached: true,
      ...cluster.account,
      env: { PATH: process.env.PATH, TZ: 'UTC' },
    },
  );
  closeSync(log);
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.once('exit', () => resolve());
  }).then(() => {
    gone = true;
  });
  const keeper = guard(server, cluster.account);
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!gone && Date.now() < deadline && !(await answers(urlOf(cluster, 'postgres')))) await pause(15);
  const stop = async (): Promise<void> => {
    keeper.kill('SIGKILL');
    if (!gone) server.kill('SIGINT');
    await exited;
  };
  if (!gone && Date.now() < deadline) return { exited, stop };
  await stop();
  const reason = readFileSync(cluster.logFile, 'utf8').trim().split('\n').slice(-3).join(' | ');
  throw new Error(`PostgreSQL did not start: ${reason}`);
};

const createDatabase = async (cluster: Cluster): Promise<void> => {
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (found.rowCount === 0) await client.query(`create database ${OWNER}`);
  } finally {
    await client.end();
  }
};

const prepare = async (options: EmbeddedOptions): Promise<Cluster> => {
  const { dataDir, durability } = options;
  const account = accountFor(dataDir);
  const folder = join(dataDir, 'pg');
  await removeOrphan(folder, options.onEvent);
  // A unix socket's path holds about 100 characters, which some temporary folders exceed.
  const socketFolder = mkdtempSync(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), SOCKET_PREFIX));
  chmodSync(socketFolder, 0o700);
  give(socketFolder, account);
  const logFile = join(dataDir, 'postgres.log');
  const binaries = postgresBinaries(account);
  const cluster = { folder, socketFolder, logFile, password: passwordOf(dataDir), binaries, account, durability };
  if (!existsSync(folder)) initialise(cluster);
  return cluster;
};

/**
 * Starts the packaged PostgreSQL on a folder that no other process of ours holds, and keeps it running: a server that
 * dies is started again on the same socket. Rejects with one clear line when it cannot.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(options.dataDir);
  let stopping = false;
  try {
    const cluster = await prepare(options);
    let running = await launch(cluster);
    const watch = (restarts: number): void => {
      const startedAt = Date.now();
      void running.exited.then(async () => {
        if (stopping) return;
        const count = Date.now() - startedAt > 60_000 ? 0 : restarts;
        options.onEvent('PostgreSQL ended unexpectedly; starting it again');
        if (count >= RESTARTS_IN_A_ROW) return options.onLost?.();
        try {
          await pause(100 * 2 ** count);
          running = await launch(cluster);
          watch(count + 1);
        } catch (cause) {
          options.onEvent(cause instanceof Error ? cause.message : String(cause));
          options.onLost?.();
        }
      });
    };
    await createDatabase(cluster);
    watch(0);
    return {
      url: urlOf(cluster, OWNER),
      stop: async () => {
        stopping = true;
        await running.stop();
        rmSync(cluster.socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
};
