import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type LockedPackage, lockGaps, parseLock } from '../check/lock-file.ts';

const FILE = join(resolve(import.meta.dirname, '../..'), 'package-lock.json');

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Derives the lock entry of a platform's package from its name: `@scope/binding-linux-arm64-musl`. */
const platformOf = (name: string, version: string): LockedPackage => {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`Cannot tell the platform of ${name}; install it, then lock again.`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const libc =
    os[0] === 'linux' && (isMusl || words.some((word) => word.startsWith('gnu')))
      ? [isMusl ? 'musl' : 'glibc']
      : undefined;
  return { version, cpu, ...(libc === undefined ? {} : { libc }), optional: true, os };
};

// Everything else is preserved, in npm's order of keys.
const rawLock = z.record(z.string(), z.unknown()).and(z.object({ packages: z.record(z.string(), z.unknown()) }));

/**
 * Completes the lock after `npm install`: a registry without the packages of other platforms leaves gaps, and `npm ci`
 * refuses a lock with gaps. The packages that require them pin their exact versions.
 */
const text = readFileSync(FILE, 'utf8');
const gaps = lockGaps(parseLock(text));
if (gaps.length > 0) {
  const lock = rawLock.parse(JSON.parse(text));
  const added = gaps.map(({ name, version }) => [`node_modules/${name}`, platformOf(name, version)] as const);
  const sorted = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
process.stdout.write(`${gaps.length} packages of other platforms added to the lock\n`);
