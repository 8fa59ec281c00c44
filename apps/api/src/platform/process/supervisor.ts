import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { EXIT_FATAL } from './child.ts';

export interface ChildProgram {
  readonly name: string;
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** Keeps the heap of a program that is mostly idle small, at the price of more frequent collections. */
  readonly isMostlyIdle: boolean;
  /** Evaluated at each start, so that a restarted child gets the current time. */
  readonly environment: () => Readonly<Record<string, string | undefined>>;
}

export interface Supervisor {
  /** Resolves when the child is first ready, with the lines it wants printed. */
  start(program: ChildProgram): Promise<readonly string[]>;
  /** Sends SIGTERM to all, and SIGKILL after 10 seconds. */
  stop(): Promise<void>;
}

const readyMessage = z.object({ ready: z.literal(true), lines: z.array(z.string()).default([]) });

const DRAIN_MS = 10_000;
const STEADY_MS = 30_000;
const LONGEST_PAUSE_MS = 1000;
const FIRST_STARTS = 3;

interface SupervisorOptions {
  readonly onEvent: (line: string) => void;
  /** A child cannot run at all; `line` is the message to exit with. */
  readonly onFatal: (line: string) => void;
}

const IDLE_MEMORY = new URL('./idle-memory.ts', import.meta.url).href;

const spawnChild = (program: ChildProgram): ChildProcess =>
  fork(program.file, [...program.args], {
    env: { ...process.env, ...program.environment() },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      ...['--expose-gc', '--import', IDLE_MEMORY],
      ...(program.isMostlyIdle ? ['--max-semi-space-size=4'] : []),
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

const exitOf = (child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> =>
  new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = exitOf(child);
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
  await exited;
  clearTimeout(patience);
};

/** Milliseconds before the next start, after this many failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(125 * 2 ** failures, LONGEST_PAUSE_MS);

/** Keeps child processes running; one that exits is restarted with increasing delays. */
export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const running = new Map<string, ChildProcess>();
  let stopping = false;

  const keep = async (program: ChildProgram, onReady: (lines: readonly string[]) => void): Promise<void> => {
    let failures = 0;
    let wasReady = false;
    while (!stopping) {
      const startedAt = performance.now();
      const child = spawnChild(program);
      running.set(program.name, child);
      child.on('message', (message) => {
        const ready = readyMessage.safeParse(message);
        if (!ready.success) return;
        wasReady = true;
        onReady(ready.data.lines);
      });
      const { code, signal } = await exitOf(child);
      if (stopping) return;
      failures = performance.now() - startedAt > STEADY_MS ? 1 : failures + 1;
      if (code === EXIT_FATAL || (!wasReady && failures >= FIRST_STARTS)) {
        return options.onFatal(`${program.name} cannot run; see its error above.`);
      }
      options.onEvent(`${program.name} ended unexpectedly (${signal ?? `exit ${code}`}); restarting`);
      await pause(pauseAfter(failures));
    }
  };

  return {
    start: (program) => new Promise((resolve) => void keep(program, resolve)),
    stop: async () => {
      stopping = true;
      await Promise.all([...running.values()].map(end));
    },
  };
};
