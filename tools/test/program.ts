import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Absolute path of a file below node_modules. */
export const installed = (path: string): string => join(ROOT, 'node_modules', path);

export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the output in pieces. Defaults to this process's own output. */
  readonly onOutput?: (piece: string) => void;
}

const running = new Set<ChildProcess>();
let isEnding = false;

const end = (): void => {
  isEnding = true;
  if (running.size === 0) process.exit(1);
  for (const child of running) child.kill('SIGTERM');
};
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, end);
// Listening to its end must not keep this process running.
process.channel?.unref();

/** Runs one of our programs, or of an installed package, on this Node; resolves to whether it succeeded. Ctrl-C ends it and us. */
export function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<boolean> {
  const { environment, onOutput } = options;
  const output = onOutput ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...environment },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece) => onOutput?.(piece));
  running.add(child);
  return new Promise((resolveEnd, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (isEnding) end();
      else resolveEnd(code === 0);
    });
  });
}
