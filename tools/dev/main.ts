/** `npm run dev`: the portal of `npm start`, restarted when a server file changes, behind Vite, which reloads the browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');
const WEB_URL = 'http://localhost:5173';
const SERVER_FOLDERS = ['apps/api/src', 'packages'];
/** Editors write several files at once; debounce them into one restart. */
const SETTLE_MS = 200;

const log = (line: string): void => void process.stderr.write(`dev: ${line}\n`);

const start = (cwd: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    // Closing the IPC channel ends the portal even if this process dies.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });

const startPortal = (): ChildProcess => start(ROOT, ['apps/api/src/main.ts', 'start'], { BASE_URL: WEB_URL });

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolveExit) => child.once('exit', resolveExit));
  child.kill('SIGTERM');
  await exited;
};

const isServerSource = (name: string): boolean => /\.(ts|sql|json)$/.test(name) && !/\.test\.ts$/.test(name);

let portal = startPortal();
const vite = start(join(ROOT, 'apps/web'), [join(ROOT, 'node_modules/vite/bin/vite.js')]);
let isEnding = false;
let changes = 0;

const end = async (code: number): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([stop(portal), stop(vite)]);
  process.exit(code);
};

const restart = async (name: string): Promise<void> => {
  changes += 1;
  const change = changes;
  await pause(SETTLE_MS);
  if (isEnding || change !== changes) return;
  log(`${name} changed, restarting the portal`);
  const before = portal;
  await stop(before);
  if (!isEnding && portal === before) portal = startPortal();
};

for (const folder of SERVER_FOLDERS) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name !== null && isServerSource(name)) void restart(name);
  });
}
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void end(0));
vite.once('exit', () => {
  if (!isEnding) log('Vite exited; see the error above.');
  void end(1);
});
log(`the portal is at ${WEB_URL}; Ctrl-C ends everything`);
