import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..');
const NODE = ['--disable-warning=ExperimentalWarning'];

/** A portal on its own data folder, started without run.mjs in order to control its processes directly. */
export interface KillablePortal {
  readonly url: string;
  /** Sends SIGKILL to the portal and all its descendants, including the database; resolves when the portal has exited. */
  kill(): Promise<void>;
  /** Sends SIGKILL to its worker, which it starts again. */
  killWorker(): void;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

/** Every process of this machine with its parent's id. */
const parents = (): [pid: number, parent: number][] => {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return [pid, parent];
    });
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid): [number, number][] => {
    try {
      // The second field is the program's name in brackets, which may contain anything; the fourth is the parent.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      return [];
    }
  });
};

/** A process and its descendants. The process group is not enough, because the database has its own. */
const treeOf = (root: number): number[] => {
  const all = parents();
  const tree = [root];
  for (const found of tree) tree.push(...all.filter(([, parent]) => parent === found).map(([pid]) => pid));
  return tree;
};

const commandOf = (pid: number): string =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout;

const killWorker = (portal: ChildProcess): void => {
  const worker = treeOf(portal.pid ?? 0).find((pid) => commandOf(pid).includes('--role worker'));
  if (worker === undefined) throw new Error('the portal has no worker');
  process.kill(worker, 'SIGKILL');
};

const isGone = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

const stop = async (portal: ChildProcess): Promise<void> => {
  if (isGone(portal)) return;
  const exited = new Promise((resolve) => portal.once('exit', resolve));
  portal.kill('SIGTERM');
  await exited;
};

const killTree = async (portal: ChildProcess): Promise<void> => {
  if (portal.pid === undefined || isGone(portal)) return;
  const exited = new Promise((resolve) => portal.once('exit', resolve));
  for (const pid of treeOf(portal.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It exited in the meantime.
    }
  }
  await exited;
};

type Environment = Readonly<Record<string, string>>;

/** Starts the portal on a folder, with these settings besides; resolves when it is ready. */
export async function startPortal(
  dataDir: string,
  port: number,
  environment: Environment = {},
): Promise<KillablePortal> {
  const portal = spawn(process.execPath, [...NODE, join(ROOT, 'apps/api/dist/main.js'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, PORT: String(port), ...environment },
    // Closing the IPC channel ends the portal even if the test process dies.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const output: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    portal.once('exit', () => reject(new Error(`the portal exited: ${output.join(' | ')}`)));
    for (const stream of [portal.stdout, portal.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (line.startsWith('Anticipa is ready')) resolve();
      });
    }
  });
  await ready;
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => killTree(portal),
    killWorker: () => killWorker(portal),
    stop: () => stop(portal),
  };
}

/** Output of a program of the portal on a data folder. */
const outputOf = (args: readonly string[], dataDir: string, environment: Environment = {}): string => {
  const { stdout, stderr } = spawnSync(process.execPath, [...NODE, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, ...environment },
  });
  return `${stdout}${stderr}`.trim();
};

/** Output of `npm run check:invariants` on a data folder. */
export const invariantsOf = (dataDir: string): string =>
  outputOf(['apps/api/src/main.ts', 'check', 'invariants'], dataDir);

/** Output of `npm run operator -- …` on a data folder. */
export const operatorCommand = (dataDir: string, environment: Environment, ...args: readonly string[]): string =>
  outputOf(['apps/api/src/main.ts', 'operator', ...args], dataDir, environment);
