/**
 * The estate of `deploy/ha` on this machine: hosts as network namespaces, each with its own files above a Debian 13 with the packages
 * of that page. Needs root, and the network once, to install them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CONFIGURATION = join(ROOT, 'deploy/ha');
/** The installed packages, kept between rehearsals. */
const BASE = process.env.HA_BASE ?? join(ROOT, '.artefacts/ha-base');
const PACKAGES = ['postgresql-17', 'patroni', 'etcd-server', 'etcd-client', 'haproxy', 'pgbouncer', 'python3-psycopg2'];
const NETWORK = '10.77.0';
const GATEWAY = `${NETWORK}.1`;
const SECRETS = {
  superuser: 'superuser-of-the-rehearsal',
  owner: 'owner-of-the-rehearsal',
  pooler: 'pooler-of-the-rehearsal',
};
/** Data of a database node. */
const DISK = '2500m';

/** Whether this account can build it; otherwise the reason. */
export const whyNoCluster = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root, for network namespaces and chroots';
  if (!existsSync(BASE) && spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not installed';
  return undefined;
};

const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
};
const attempt = (program: string, ...args: readonly string[]): void => void spawnSync(program, args);

const installBase = (): void => {
  if (existsSync(BASE)) return;
  const fresh = `${BASE}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'trixie', fresh);
  // Nothing starts while it is installed.
  writeFileSync(join(fresh, 'usr/sbin/policy-rc.d'), 'exit 101\n', { mode: 0o755 });
  run('chroot', fresh, 'apt-get', 'update');
  run(
    'chroot',
    fresh,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    ...PACKAGES,
  );
  run('mv', fresh, BASE);
};

export interface Host {
  readonly name: string;
  readonly address: string;
  /** Starts a program of the host; its output goes to the host's log. */
  start(account: string, environment: Readonly<Record<string, string>>, ...command: readonly string[]): ChildProcess;
  /** Runs a program to its end; returns its output. */
  run(account: string, ...command: readonly string[]): string;
  /** Sends a signal to every process whose command contains `pattern`. */
  signal(signal: NodeJS.Signals, pattern?: RegExp): void;
  readonly files: string;
}

const NAMES = ['anticipa1', 'anticipa2', 'anticipa3'];

const aHost = (folder: string, name: string, place: number): Host => {
  const number = place + 1;
  const address = `${NETWORK}.${10 + number}`;
  const link = `anticipa-v${number}`;
  const files = join(folder, name, 'files');
  for (const part of ['upper', 'work', 'files']) mkdirSync(join(folder, name, part), { recursive: true });
  run(
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${BASE},upperdir=${join(folder, name, 'upper')},workdir=${join(folder, name, 'work')}`,
    files,
  );
  run('mount', '-t', 'proc', 'proc', join(files, 'proc'));
  // Devices of its own: Patroni needs semaphores in /dev/shm.
  run('mount', '-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', join(files, 'dev'));
  for (const [device, minor] of [
    ['null', 3],
    ['zero', 5],
    ['random', 8],
    ['urandom', 9],
  ] as const)
    run('mknod', '-m', '666', join(files, 'dev', device), 'c', '1', String(minor));
  run('ln', '-s', '/proc/self/fd', join(files, 'dev/fd'));
  run('install', '-d', '-m', '1777', join(files, 'dev/shm'));
  run('mount', '-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', join(files, 'var/lib/postgresql'));
  run('ip', 'netns', 'add', name);
  run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'link', 'set', link, 'master', 'anticipa-ha', 'up');
  for (const command of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
    run('ip', '-n', name, ...command.split(' '));
  const into = (account: string, command: readonly string[]) => [
    'netns',
    'exec',
    name,
    'chroot',
    `--userspec=${account}:${account}`,
    files,
    ...command,
  ];
  return {
    name,
    address,
    files,
    start: (account, environment, ...command) => {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const child = spawn('ip', into(account, command), {
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, HOME: '/tmp', ...environment },
      });
      closeSync(log);
      return child;
    },
    run: (account, ...command) => run('ip', ...into(account, command)),
    signal: (signal, pattern = /./) => {
      for (const pid of run('ip', 'netns', 'pids', name).trim().split('\n'))
        if (pid !== '' && pattern.test(commandOf(pid))) attempt('kill', `-${signal.slice(3)}`, pid);
    },
  };
};

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const settingsOf = (name: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (text, [key, value]) => text.replaceAll(`\${${key}}`, value),
    readFileSync(join(CONFIGURATION, name), 'utf8'),
  );

export interface Cluster {
  /** Hosts with a database; the third host has only etcd. */
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
  /** Until the named number of nodes runs, one of them as a synchronous standby. */
  untilWhole(): Promise<void>;
  /** Until another host than this is the primary. */
  untilReplaced(host: Host): Promise<void>;
  startNode(host: Host): void;
  startEtcd(host: Host): void;
  superuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): void;
}

const IS_UP = /running|streaming/;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const edgePrograms: ChildProcess[] = [];

/** Ends every program of the estate and unmounts its files; also those that an earlier rehearsal has left. */
const takeDown = (): void => {
  for (const program of edgePrograms.splice(0)) program.kill('SIGKILL');
  for (const [place, name] of NAMES.entries()) {
    for (const pid of spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout.split('\n'))
      if (pid !== '') attempt('kill', '-9', pid);
    attempt('ip', 'netns', 'del', name);
    attempt('ip', 'link', 'del', `anticipa-v${place + 1}`);
  }
  attempt('ip', 'link', 'del', 'anticipa-ha');
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const place of mounts.reverse())
    if (/\/anticipa[123]\/files(?:\/|$)/.test(place)) attempt('umount', '-l', place);
  rmSync(join(BASE, 'tmp/edge'), { recursive: true, force: true });
};

/** Builds and starts it in `folder`. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  installBase();
  takeDown();
  run('ip', 'link', 'add', 'anticipa-ha', 'type', 'bridge');
  run('ip', 'addr', 'add', `${GATEWAY}/24`, 'dev', 'anticipa-ha');
  run('ip', 'link', 'set', 'anticipa-ha', 'up');
  const hosts = NAMES.map((name, place) => aHost(folder, name, place));
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
      '/etc/patroni.yml',
    );
  };
  for (const { files, run: inHost } of nodes) {
    cpSync(join(CONFIGURATION, 'patroni.yml'), join(files, 'etc/patroni.yml'));
    inHost('root', 'install', '-d', '-o', 'postgres', '-g', 'postgres', '/var/lib/postgresql/17');
    inHost('root', 'chown', 'postgres:postgres', '/var/lib/postgresql', '/var/run/postgresql');
  }
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
  const untilWhole = async (): Promise<void> => {
    await vi.waitFor(
      async () => {
        const roles = (await members()).filter(({ state }) => IS_UP.test(state)).map(({ role }) => role);
        if (roles.sort().join() !== 'leader,sync_standby') throw new Error(`the nodes are ${roles}`);
      },
      { timeout: 180_000, interval: 1000 },
    );
  };
  const superuser = async <T>(work: (client: pg.Client) => Promise<T>, database = 'anticipa'): Promise<T> => {
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${SECRETS.superuser}@${GATEWAY}:5000/${database}`,
    });
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

  await primary();
  await untilWhole();
  await superuser(async (client) => {
    await client.query(`create role anticipa login createrole password '${SECRETS.owner}'`);
    await client.query('create database anticipa owner anticipa');
  }, 'postgres');
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
      (await primary()).run(
        'postgres',
        'env',
        `PATRONI_ETCD3_HOSTS=${hosts.map((host) => `${host.address}:2379`).join(',')}`,
        'patronictl',
        '-c',
        '/etc/patroni.yml',
        'switchover',
        'anticipa',
        '--leader',
        name,
        '--candidate',
        other?.name ?? '',
        '--force',
      );
    },
    untilWhole,
    untilReplaced: async ({ name }) =>
      vi.waitFor(
        async () => {
          if ((await primary()).name === name) throw new Error(`${name} is still the primary`);
        },
        { timeout: 120_000, interval: 500 },
      ),
    startNode,
    startEtcd,
    superuser,
    close: takeDown,
  };
};
