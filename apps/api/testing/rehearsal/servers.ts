/** A primary and a standby of the packaged PostgreSQL, behind one address that moves between them. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, OWNER, prepareCluster } from '../../src/platform/db/embedded/cluster.ts';
import { embeddedUrl, launch } from '../../src/platform/db/embedded/embedded.ts';
import { withOwnerClient } from '../../src/platform/db/owner-client.ts';

export interface Server {
  readonly name: string;
  readonly password: string;
  readonly socket: string;
  /** Runs one statement as the owner on a connection of its own. */
  query<R extends pg.QueryResultRow>(text: string, database?: string): Promise<R[]>;
  /** SIGSTOP to all its processes: like a host without power, it resets nothing and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL to all its processes. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const onEvent = (line: string): void => void process.stderr.write(`${line}\n`);
const folderOf = (parent: string, name: string): string => join(parent, name);

const start = async (name: string, cluster: Cluster): Promise<Server> => {
  const running = await launch(cluster);
  const postmaster = Number(readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const signalAll = (signal: NodeJS.Signals): void => {
    const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' });
    for (const pid of [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It exited in the meantime.
      }
    }
  };
  return {
    name,
    password: cluster.password,
    socket: join(cluster.socketFolder, '.s.PGSQL.5432'),
    query: <R extends pg.QueryResultRow>(text: string, database = OWNER) =>
      withOwnerClient(
        embeddedUrl(cluster.password, cluster.socketFolder, database),
        async (client) => (await client.query<R>(text)).rows,
      ),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill: async () => {
      signalAll('SIGKILL');
      await running.exited;
    },
    stop: async () => {
      signalAll('SIGCONT');
      await running.stop();
      rmSync(cluster.socketFolder, { recursive: true, force: true });
    },
  };
};

const prepare = (parent: string, name: string): Promise<Cluster> =>
  prepareCluster({ dataDir: folderOf(parent, name), durability: 'full', onEvent });

/** Starts a new primary with an empty database. */
export const startPrimary = async (parent: string, name: string): Promise<Server> => {
  mkdirSync(folderOf(parent, name), { mode: 0o700 });
  const server = await start(name, await prepare(parent, name));
  await server.query(`create database ${OWNER}`, 'postgres');
  await server.query(`alter system set wal_keep_size = '1GB'`);
  return server;
};

/** Copies the running `primary`, starts the copy as its standby, and makes commits of the primary wait for it. */
export const startStandby = async (parent: string, name: string, primary: Server): Promise<Server> => {
  const folder = folderOf(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const from = folderOf(parent, primary.name);
  const url = embeddedUrl(primary.password, join(primary.socket, '..'), 'postgres');
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  await backup.query(`select pg_backup_start('standby', true)`);
  const copied = spawnSync('cp', ['-a', join(from, 'pg'), join(folder, 'pg')], { encoding: 'utf8' });
  // Files that a running server removes while they are copied belong to none of its tables.
  if (copied.status !== 0 && !copied.stderr.includes('No such file')) throw new Error(copied.stderr);
  const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await backup.end();
  cpSync(join(from, 'pg-password'), join(folder, 'pg-password'));
  const data = join(folder, 'pg');
  for (const left of ['postmaster.pid', 'postmaster.opts', 'standby.signal']) rmSync(join(data, left), { force: true });
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  const { password, socket } = primary;
  const upstream = `host=${join(socket, '..')} user=${OWNER} password=${password} application_name=${name}`;
  writeFileSync(join(data, 'postgresql.auto.conf'), `wal_keep_size = '1GB'\nprimary_conninfo = '${upstream}'\n`);
  spawnSync('chown', ['-R', '--reference', join(data, 'PG_VERSION'), data]);
  const standby = await start(name, await prepare(parent, name));
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  return standby;
};

/** Makes the standby the primary, which waits for no other. */
export const promote = async (standby: Server): Promise<void> => {
  await standby.query(`select pg_promote()`);
};

export interface Address {
  readonly url: string;
  /** New connections lead to `server`; open ones stay with theirs. */
  moveTo(server: Server): void;
  /** Breaks the open connections. */
  cut(): void;
  close(): void;
}

/** The address in DATABASE_URL, such as one that a cluster manager moves. */
export const anAddress = async (first: Server): Promise<Address> => {
  let target = first.socket;
  const sockets = new Set<Socket>();
  const entrance = createServer((client) => {
    const server = connect(target);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(entrance, 'listening');
  const address = entrance.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgresql://${OWNER}:${first.password}@127.0.0.1:${port}/${OWNER}`,
    moveTo: (server) => {
      target = server.socket;
    },
    cut,
    close: () => {
      entrance.close();
      cut();
    },
  };
};
