// Entry point: `node run.mjs COMMAND` on Node 20 or newer. Installs package-lock.json, finds Node 24 and runs the
// command with it. No dependencies and no build, because it must work before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const modules = join(root, 'node_modules');
const tool = (path) => join(modules, path);

/** Programs of each command, in order, as arguments of Node 24. The user's arguments go to the last one. */
const commands = {
  start: [['tools/build/main.ts'], ['--max-semi-space-size=4', '--expose-gc', 'apps/api/dist/main.js', 'start']],
  dev: [['tools/dev/main.ts']],
  test: [['tools/test/main.ts']],
  'test:full': [['tools/test/main.ts', '--full']],
  e2e: [['tools/e2e/main.ts']],
  check: [['tools/check/main.ts']],
  typecheck: [
    [tool('typescript/bin/tsc'), '-p', '.'],
    [tool('typescript/bin/tsc'), '-p', 'apps/web'],
    [tool('typescript/bin/tsc'), '-p', 'e2e'],
  ],
  lint: [[tool('@biomejs/biome/bin/biome'), 'check', '.']],
  build: [['tools/build/main.ts']],
  cfdi: [['packages/sandbox/src/cfdi-cli.ts']],
  rehearse: [['packages/sandbox/src/rehearse-main.ts']],
  'rehearse:ha': [['tools/rehearse-ha/main.ts']],
  bench: [['tools/build/main.ts'], ['bench/main.ts']],
  'check:invariants': [['apps/api/src/main.ts', 'check', 'invariants']],
  'check:files': [['apps/api/src/main.ts', 'check', 'files']],
  operator: [['apps/api/src/main.ts', 'operator']],
  'copy:files': [['apps/api/src/main.ts', 'copy-files']],
  'reseal:passwords': [['apps/api/src/main.ts', 'reseal']],
  requirements: [['tools/requirements/main.ts']],
  mutate: [['tools/mutate/main.ts']],
  fuzz: [['tools/fuzz/main.ts']],
  sequences: [['tools/sequences/main.ts']],
  simulate: [['tools/simulate/main.ts']],
  migrate: [['apps/api/src/main.ts', 'migrate']],
  lock: [['tools/lock/main.ts']],
  package: [['tools/package/main.ts']],
  release: [['tools/release/main.ts']],
  'help:record': [['e2e/help/main.ts']],
  'db:types': [
    ['tools/db-types/main.ts'],
    [tool('@biomejs/biome/bin/biome'), 'format', '--write', 'apps/api/src/platform/db/schema.ts'],
  ],
};

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** Compares npm's record of installed packages with the lock; packages of other platforms may be missing. */
const isInstalled = () => {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    return found === undefined ? entry.optional === true : found.integrity === entry.integrity;
  });
};

const install = () => {
  process.stderr.write('Installing packages (once, and after package-lock.json changes) …\n');
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const options = { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' && program === 'npm' };
  const done = spawnSync(program, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], options);
  if (done.status !== 0) fail('The packages could not be installed; the reason is above.');
};

/** This process's Node if recent enough, else the installed Node 24 package. */
const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`];
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return names.map((name) => tool(join(name, file))).find((path) => existsSync(path));
};

// npm runs us under a shell that dies of a signal without forwarding it; detect its end instead.
const parent = process.ppid;
const isAbandoned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;

const [command, ...rest] = process.argv.slice(2);

/** Compiled code of earlier starts: less CPU and memory in every process. */
const compiled =
  command === 'start' ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? tool('.cache/compiled') } : {};

const run = (node, args) =>
  new Promise((resolve) => {
    // The IPC channel closes when this process dies, which ends the program; signals are forwarded.
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { ...process.env, ...compiled },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const pass = () => child.kill('SIGTERM');
    const watch = setInterval(() => isAbandoned() && pass(), 250);
    process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
    child.once('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
    child.once('exit', (code) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass).off('SIGHUP', pass);
      resolve(code ?? 1);
    });
  });

const steps = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
if (steps === undefined) fail(`Usage: node run.mjs ${Object.keys(commands).join(' | ')}`);
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node.js 20 or newer is required, this is ${process.version}.`);
if (!isInstalled()) install();
const node = findNode();
if (node === undefined) {
  fail(
    `Node.js 24 is required: no package of it exists for ${process.platform}-${process.arch}, this is ${process.version}.`,
  );
}
for (const [index, step] of steps.entries()) {
  if (isAbandoned()) process.exit(1);
  const code = await run(node, index === steps.length - 1 ? [...step, ...rest] : step);
  if (code !== 0) process.exit(code);
}
