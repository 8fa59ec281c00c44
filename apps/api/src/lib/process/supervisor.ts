import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { HOPELESS } from './child.ts';

export interface ChildProgram {
  readonly name: string;
  /** Absolute path of the program, and its arguments. */
  readonly file: string;
  readonly args: readonly string[];
  /** Read at each start, so that a restarted child gets the present time and not that of the first start. */
  readonly environment: () => Readonly<Record<string, string | undefined>>;
}

export interface Supervisor {
  /** Resolves with the lines the child wants printed, when it is ready for the first time. */
  start(program: ChildProgram): Promise<readonly string[]>;
  /** SIGTERM to all at once, SIGKILL to those that need more than 10 seconds. */
  stop(): Promise<void>;
}

const readyMessage = z.object({ ready: z.literal(true), lines: z.array(z.string()).default([]) });

const DRAIN_MS = 10_000;
const STEADY_MS = 30_000;
const LONGEST_PAUSE_MS = 10_000;
const FIRST_STARTS = 3;

interface SupervisorOptions {
  readonly onEvent: (line: string) => void;
  /** A child cannot run at all: the message is the line to end with. */
  readonly onHopeless: (line: string) => void;
}

const spawnChild = (program: ChildProgram): ChildProcess =>
  fork(program.file, [...program.args], {
    env: { ...process.env, ...program.environment() },
    execArgv: ['--disable-warning=ExperimentalWarning'],
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

/** Keeps a family of child processes running: one that ends is started again, later and later the more often it fails. */
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
      if (code === HOPELESS || (!wasReady && failures >= FIRST_STARTS)) {
        return options.onHopeless(`${program.name} cannot run; the reason is above.`);
      }
      options.onEvent(`${program.name} ended unexpectedly (${signal ?? `exit ${code}`}); starting it again`);
      await pause(Math.min(125 * 2 ** failures, LONGEST_PAUSE_MS));
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
