/** Hosts as network namespaces, each with its own files above a Debian 13 with the packages of `deploy/ha`. Needs root. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The installed packages, kept between rehearsals. */
export const BASE = process.env.HA_BASE ?? resolve(import.meta.dirname, '../../../../.artefacts/ha-base');
const PACKAGES = [
  ...['postgresql-17', 'patroni', 'python3-psycopg2', 'pgbackrest', 'openssl'],
  ...['etcd-server', 'etcd-client', 'haproxy', 'pgbouncer'],
];
const NETWORK = '10.77.0';
const execute = promisify(execFile);
/** Address of the machine of the portal. */
export const GATEWAY = `${NETWORK}.1`;
/** Data of a database node, small so that a test can fill it. */
const DISK = '2500m';

/** Runs a program of this machine to its end; returns its output. */
export const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
};
const attempt = (program: string, ...args: readonly string[]): void => void spawnSync(program, args);

/** Installs the packages, unless an earlier rehearsal has. */
export const installBase = (): void => {
  if (spawnSync('chroot', [BASE, 'dpkg', '--status', ...PACKAGES]).status === 0) return;
  rmSync(BASE, { recursive: true, force: true });
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
  /** Runs a program to its end; resolves with its output. */
  run(account: string, ...command: readonly string[]): Promise<string>;
  /** Sends a signal to every process whose command contains `pattern`. */
  signal(signal: NodeJS.Signals, pattern?: RegExp): void;
  readonly files: string;
  /** Output of its programs. */
  log(): string;
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
    log: () => readFileSync(join(folder, `${name}.log`), 'utf8'),
    start: (account, environment, ...command) => {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const child = spawn('ip', into(account, command), {
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, HOME: '/tmp', ...environment },
      });
      closeSync(log);
      return child;
    },
    run: async (account, ...command) => (await execute('ip', into(account, command), { maxBuffer: 2 ** 26 })).stdout,
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

/** Ends every program of the hosts and unmounts their files; also those that an earlier rehearsal has left. */
export const endHosts = (): void => {
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
};

/** Three hosts with files in `folder`, and a network between them and this machine. */
export const startHosts = (folder: string): readonly Host[] => {
  run('ip', 'link', 'add', 'anticipa-ha', 'type', 'bridge');
  run('ip', 'addr', 'add', `${GATEWAY}/24`, 'dev', 'anticipa-ha');
  run('ip', 'link', 'set', 'anticipa-ha', 'up');
  return NAMES.map((name, place) => aHost(folder, name, place));
};
