import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, dataArgument, OWNER, prepareCluster } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';

export interface EmbeddedOptions {
  /** Contains `pg/` (the cluster), `pg-password`, `postgres.log` and the lock. Created if missing. */
  readonly dataDir: string;
  /** `scratch` trades every guarantee for speed; only for temporary databases of tests. */
  readonly durability: 'full' | 'scratch';
  /** One log line: a crash, a restart, a stopped orphan. */
  readonly onEvent: (line: string) => void;
  /** The server died and could not be restarted. */
  readonly onLost?: () => void;
}

export interface EmbeddedPostgres {
  /** Owner's URL, over a unix socket accessible only to this account. */
  readonly url: string;
  /** Fast shutdown: ends all sessions without losing committed data. Resolves when the process has exited. */
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 60_000;
const RESTARTS_IN_A_ROW = 5;

const SETTINGS_OF: Record<EmbeddedOptions['durability'], readonly string[]> = {
  full: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_connections=100'],
  // Several portals, each with its pools and programs, share a scratch server.
  scratch: [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_connections=300',
  ],
};

/** Owner's URL of an embedded server, through the unix socket in `socketFolder`. */
export const embeddedUrl = (password: string, socketFolder: string, database = OWNER): string =>
  `postgresql://${OWNER}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;

const urlOf = (cluster: Cluster, database: string): string =>
  embeddedUrl(cluster.password, cluster.socketFolder, database);

const settings = (cluster: Cluster): string[] =>
  [
    ...SETTINGS_OF[cluster.durability],
    'listen_addresses=',
    `unix_socket_directories=${cluster.socketFolder}`,
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
  ].flatMap((setting) => ['-c', setting]);

/** Companion process: if this process dies, stops the server and removes its socket folder. */
const GUARD = 'read -r _; kill -INT "$0"; for _ in $(seq 100); do kill -0 "$0" || break; sleep 0.1; done; rm -rf "$1"';

// Detached like the server, so that signals to the terminal's process group do not reach them.
const guard = (server: ChildProcess, { account, socketFolder }: Cluster): ChildProcess =>
  spawn('/bin/sh', ['-c', GUARD, String(server.pid), socketFolder], {
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

/** Starts the server; resolves once it answers, or rejects with the end of its log. */
export const launch = async (cluster: Cluster): Promise<Running> => {
  const log = openSync(cluster.logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
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
  const keeper = guard(server, cluster);
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!gone && Date.now() < deadline && !(await answers(urlOf(cluster, 'postgres')))) await pause(15);
  const stop = async (): Promise<void> => {
    keeper.kill('SIGKILL');
    if (!gone) server.kill('SIGINT');
    await exited;
  };
  if (!gone && Date.now() < deadline) return { exited, stop };
  await stop();
  const reason = readFileSync(cluster.logFile).subarray(logStart).toString().trim().split('\n').slice(-3).join(' | ');
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

/**
 * Starts the packaged PostgreSQL on a folder, exclusively, and restarts it on the same socket if it dies. Rejects with a
 * single-line error.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(options.dataDir);
  let stopping = false;
  try {
    const cluster = await prepareCluster(options);
    let running = await launch(cluster);
    const watch = (restarts: number): void => {
      const startedAt = Date.now();
      void running.exited.then(async () => {
        if (stopping) return;
        const count = Date.now() - startedAt > 60_000 ? 0 : restarts;
        options.onEvent('PostgreSQL ended unexpectedly; restarting');
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
