/** The estate of `deploy/ha` on this machine. Needs root, and the network once, to install the packages of that page. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { createStanza, startBackups } from './backups.ts';
import { BASE, endHosts, GATEWAY, type Host, installBase, run, startHosts } from './hosts.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CONFIGURATION = join(ROOT, 'deploy/ha');
const SECRETS = {
  superuser: 'superuser-of-the-rehearsal',
  owner: 'owner-of-the-rehearsal',
  pooler: 'pooler-of-the-rehearsal',
};
/** Whether this account can build it; otherwise the reason. */
export const whyNoCluster = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root, for network namespaces and chroots';
  if (!existsSync(BASE) && spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not installed';
  return undefined;
};

const settingsOf = (name: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (text, [key, value]) => text.replaceAll(`\${${key}}`, value),
    readFileSync(join(CONFIGURATION, name), 'utf8'),
  );

export interface Cluster {
  /** Hosts with a database; the third host has etcd and the backups. */
  readonly nodes: readonly Host[];
  readonly witness: Host;
  /** The owner's URL of the primary, past the pooler. */
  readonly ownerUrl: string;
  /** The same through PgBouncer. */
  readonly pooledUrl: string;
  /** The host that Patroni says is the primary. */
  primary(): Promise<Host>;
  standby(): Promise<Host>;
  switchover(): Promise<void>;
  /** Makes the data of a standby anew. */
  reinit(standby: Host): Promise<void>;
  /** Until the named number of nodes runs, one of them as a synchronous standby. */
  untilWhole(): Promise<void>;
  /** Until another host than this is the primary. */
  untilReplaced(host: Host): Promise<void>;
  /** Until a primary has gone on without a majority of etcd for longer than its lock lasts. */
  untilWithoutEtcd(primary: Host): Promise<void>;
  /** Until what is committed now is in the archive. */
  untilArchived(): Promise<void>;
  startNode(host: Host): void;
  startEtcd(host: Host): void;
  /** Works as a superuser on the primary, or on the server of another address. */
  superuser<T>(work: (client: pg.Client) => Promise<T>, server?: string): Promise<T>;
  close(): void;
}

/** As `ttl` in `deploy/ha/patroni.yml`. */
const LOCK_SECONDS = 20;

const IS_UP = /running|streaming/;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const edgePrograms: ChildProcess[] = [];

const takeDown = (): void => {
  for (const program of edgePrograms.splice(0)) program.kill('SIGKILL');
  endHosts();
  rmSync(join(BASE, 'tmp/edge'), { recursive: true, force: true });
};

/** Builds and starts it in `folder`. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  installBase();
  takeDown();
  const hosts = startHosts(folder);
  const [first, second, witness] = hosts as [Host, Host, Host];
  const nodes = [first, second];
  const peers = hosts.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');

  const startEtcd = ({ name, address, start, files }: Host): void => {
    const isNew = !existsSync(join(files, 'var/lib/etcd/member'));
    start(
      'etcd',
      {},
      'etcd',
      '--name',
      name,
      '--data-dir',
      '/var/lib/etcd',
      '--listen-client-urls',
      'http://0.0.0.0:2379',
      '--advertise-client-urls',
      `http://${address}:2379`,
      '--listen-peer-urls',
      'http://0.0.0.0:2380',
      '--initial-advertise-peer-urls',
      `http://${address}:2380`,
      '--initial-cluster',
      peers,
      '--initial-cluster-state',
      isNew ? 'new' : 'existing',
    );
  };
  const startNode = ({ name, address, start }: Host): void => {
    start(
      'postgres',
      {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
        PATRONI_POSTGRESQL_DATA_DIR: '/var/lib/postgresql/17/anticipa',
        PATRONI_ETCD3_HOSTS: hosts.map((host) => `${host.address}:2379`).join(','),
        PATRONI_SUPERUSER_PASSWORD: SECRETS.superuser,
        PATRONI_REPLICATION_PASSWORD: 'replication-of-the-rehearsal',
        PATRONI_REWIND_PASSWORD: 'rewind-of-the-rehearsal',
      },
      'patroni',
      '/etc/patroni/config.yml',
    );
  };
  for (const { files, run: inHost } of nodes) {
    cpSync(join(CONFIGURATION, 'patroni.yml'), join(files, 'etc/patroni/config.yml'));
    await inHost('root', 'install', '-d', '-o', 'postgres', '-g', 'postgres', '/var/lib/postgresql/17');
    await inHost('root', 'chown', 'postgres:postgres', '/var/lib/postgresql', '/var/run/postgresql');
  }
  await startBackups(nodes, witness);
  for (const host of hosts) startEtcd(host);
  for (const host of nodes) startNode(host);

  const members = async (): Promise<readonly Member[]> => {
    for (const { address } of nodes) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const hostOf = async (role: RegExp): Promise<Host> => {
    return vi.waitFor(
      async () => {
        const member = (await members()).find((one) => role.test(one.role) && IS_UP.test(one.state));
        const found = nodes.find((host) => host.name === member?.name);
        if (found === undefined) throw new Error(`no host has the role ${role}`);
        return found;
      },
      { timeout: 120_000, interval: 500 },
    );
  };
  const primary = () => hostOf(/leader/);
  const patronictl = async (...command: readonly string[]): Promise<void> => {
    const etcd = `PATRONI_ETCD3_HOSTS=${hosts.map(({ address }) => `${address}:2379`).join()}`;
    await (await primary()).run('postgres', 'env', etcd, 'patronictl', '-c', '/etc/patroni/config.yml', ...command);
  };
  const untilWhole = async (): Promise<void> => {
    await vi.waitFor(
      async () => {
        const roles = (await members()).filter(({ state }) => IS_UP.test(state)).map(({ role }) => role);
        if (roles.sort().join() !== 'leader,sync_standby') throw new Error(`the nodes are ${roles}`);
      },
      { timeout: 180_000, interval: 1000 },
    );
  };
  const superuser: Cluster['superuser'] = async (work, server = `${GATEWAY}:5000/anticipa`) => {
    const client = new pg.Client({ connectionString: `postgresql://postgres:${SECRETS.superuser}@${server}` });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  // On the machine of the portal.
  const edge = join(folder, 'edge');
  mkdirSync(edge);
  const log = openSync(join(folder, 'edge.log'), 'a');
  writeFileSync(join(edge, 'haproxy.cfg'), settingsOf('haproxy.cfg', { DB1: first.address, DB2: second.address }));
  cpSync(edge, join(BASE, 'tmp/edge'), { recursive: true });
  edgePrograms.push(
    spawn('chroot', [BASE, 'haproxy', '-db', '-f', '/tmp/edge/haproxy.cfg'], {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, DB1: first.address, DB2: second.address },
    }),
  );

  await untilWhole();
  await createStanza(witness);
  await superuser(async (client) => {
    await client.query(`create role anticipa login createrole password '${SECRETS.owner}'`);
    await client.query('create database anticipa owner anticipa');
  }, `${GATEWAY}:5000/postgres`);
  await superuser(async (client) => {
    for (const statement of settingsOf('pgbouncer.sql', {})
      .replace(":'password'", `'${SECRETS.pooler}'`)
      .split(/;\n(?!\$)/))
      if (statement.trim() !== '') await client.query(statement);
  });
  writeFileSync(
    join(BASE, 'tmp/edge/pgbouncer.ini'),
    readFileSync(join(CONFIGURATION, 'pgbouncer.ini'), 'utf8').replace(
      '/etc/pgbouncer/userlist.txt',
      '/tmp/edge/userlist.txt',
    ),
  );
  writeFileSync(join(BASE, 'tmp/edge/userlist.txt'), `"pgbouncer" "${SECRETS.pooler}"\n`);
  run('chroot', BASE, 'chown', '-R', 'postgres:postgres', '/tmp/edge');
  edgePrograms.push(
    spawn('chroot', ['--userspec=postgres:postgres', BASE, 'pgbouncer', '/tmp/edge/pgbouncer.ini'], {
      stdio: ['ignore', log, log],
    }),
  );
  const url = (port: number): string => `postgresql://anticipa:${SECRETS.owner}@${GATEWAY}:${port}/anticipa`;

  return {
    nodes,
    witness,
    ownerUrl: url(5000),
    pooledUrl: url(6432),
    primary,
    standby: () => hostOf(/standby|replica/),
    switchover: async () => {
      const { name } = await primary();
      const other = nodes.find((host) => host.name !== name);
      await patronictl('switchover', 'anticipa', '--leader', name, '--candidate', other?.name ?? '', '--force');
    },
    reinit: async ({ name }) => {
      await patronictl('reinit', 'anticipa', name, '--force', '--wait');
    },
    untilWhole,
    untilReplaced: async ({ name }) =>
      vi.waitFor(
        async () => {
          if ((await primary()).name === name) throw new Error(`${name} is still the primary`);
        },
        { timeout: 120_000, interval: 500 },
      ),
    untilWithoutEtcd: async ({ address }) => {
      let since: number | undefined;
      await vi.waitFor(
        async () => {
          const answer = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(2000) });
          // Its `dcs_last_seen` moves on without a majority too: Patroni reads what it remembers.
          const { failsafe_mode_is_active: isAlone } = (await answer.json()) as { failsafe_mode_is_active?: true };
          since = isAlone && (since ?? performance.now());
          if (since === undefined || performance.now() - since < LOCK_SECONDS * 1000)
            throw new Error('etcd was reached lately');
        },
        { timeout: 120_000, interval: 1000 },
      );
    },
    untilArchived: () =>
      superuser(async (client) => {
        const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
        await vi.waitFor(
          async () => {
            const archived = await client.query('select from pg_stat_archiver where last_archived_wal >= $1', [
              rows[0]?.file,
            ]);
            if (archived.rowCount === 0) throw new Error(`${rows[0]?.file} is not in the archive`);
          },
          { timeout: 120_000, interval: 500 },
        );
      }),
    startNode,
    startEtcd,
    superuser,
    close: takeDown,
  };
};
