/** A Debian 13 in a folder: its files and processes are its own, the network is this machine's. Needs root. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Not the scratch folder, which may be in memory. */
export const CACHE = '/var/cache/anticipa';
const MIRROR = 'deb.debian.org';
const NEEDED = ['debootstrap', 'unshare', 'nsenter'];
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
};

type Variables = Readonly<Record<string, string>>;

export interface Debian {
  readonly folder: string;
  /** Runs a script as root; returns what it printed, and throws if it fails. */
  run(script: string): Promise<string>;
  /** Starts a script that goes on; returns what it has printed so far. */
  start(script: string): () => string;
  /** Kills every process in it and removes its files. */
  close(): Promise<void>;
}

/** Why this machine cannot run a Debian of its own, with the `other` programs; undefined if it can. */
export const obstacle = (...other: readonly string[]): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux is needed';
  const missing = [...NEEDED, ...other].filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length > 0) return `${missing.join(', ')} must be installed`;
  const { status } = spawnSync('getent', ['hosts', MIRROR]);
  return status === 0 ? undefined : `${MIRROR} cannot be reached`;
};

const execute = promisify(execFile);

/** Runs a program without blocking, as stand-ins in this process answer it meanwhile; returns what it prints. */
export const outputOf = async (
  program: string,
  args: readonly string[],
  env: Variables = ENVIRONMENT,
): Promise<string> => {
  try {
    return (await execute(program, args, { env, maxBuffer: 2 ** 24 })).stdout;
  } catch (cause) {
    const printed = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(`${args.at(-1)}\nfailed: ${printed.slice(-2000)}`, { cause });
  }
};

const inNewRoot = (folder: string): string[] => [
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  `--root=${folder}`,
  '--mount-proc',
];

/** The files of a Debian in which `install` has run, made once. Its packages start no service. */
export const filesWith = async (install: string): Promise<string> => {
  const files = join(CACHE, `debian-13-${createHash('sha256').update(install).digest('hex').slice(0, 8)}`);
  if (existsSync(files)) return files;
  mkdirSync(CACHE, { recursive: true });
  const part = `${files}.part`;
  rmSync(part, { recursive: true, force: true });
  await outputOf('debootstrap', ['--variant=minbase', 'trixie', part, `http://${MIRROR}/debian`]);
  writeFileSync(join(part, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await outputOf('unshare', [...inNewRoot(part), 'sh', '-euc', `apt-get update\n${install}\napt-get clean`]);
  renameSync(part, files);
  return files;
};

const childOf = (pid: number | undefined): number | undefined =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || undefined;

/** The first process of the new namespaces, once it has its root. */
const firstProcess = async (parent: ChildProcess): Promise<number> => {
  if (parent.stdout === null) throw new Error('its output is not read');
  await once(parent.stdout, 'data');
  const pid = childOf(parent.pid);
  if (pid === undefined) throw new Error('the new Debian has no process');
  return pid;
};

/** Starts a fresh Debian in which the script `install` has run; its processes get `variables`. */
export const startDebian = async (install: string, variables: Variables): Promise<Debian> => {
  const files = await filesWith(install);
  const parent = mkdtempSync(join(CACHE, 'run-'));
  const folder = join(parent, 'root');
  await outputOf('cp', ['-a', files, folder]);
  cpSync('/etc/hosts', join(folder, 'etc/hosts'));
  const env = { ...ENVIRONMENT, ...variables };
  const init = spawn('unshare', [...inNewRoot(folder), 'sh', '-c', 'echo ready; exec cat'], {
    env,
    // Its input ends with this process, even if that is killed, and everything in the Debian ends with it.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const first = await firstProcess(init);
  const entered = (script: string): string[] => [
    `--target=${first}`,
    '--mount',
    '--pid',
    '--root',
    '--wd',
    'sh',
    '-euc',
    `cd /root\n${script}`,
  ];
  return {
    folder,
    run: (script) => outputOf('nsenter', entered(script), env),
    start: (script) => {
      const program = spawn('nsenter', entered(script), { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      for (const stream of [program.stdout, program.stderr])
        stream.setEncoding('utf8').on('data', (piece) => {
          printed += piece;
        });
      return () => printed;
    },
    close: async () => {
      const gone = once(init, 'exit');
      init.kill('SIGKILL');
      await gone;

      rmSync(parent, { recursive: true, force: true });
    },
  };
};
