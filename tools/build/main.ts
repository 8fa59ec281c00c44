import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MARK = join(ROOT, 'apps/web/dist/.inputs');

/** Inputs of the built web application. */
const INPUTS = [
  'apps/web/{index,login,lender}.html',
  'apps/web/{vite.config.ts,package.json,tsconfig.json}',
  'apps/web/{src,public}/**/*',
  'packages/{domain,contract}/src/**/*',
  'package-lock.json',
];

const hashOfInputs = (): string => {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const inputs = hashOfInputs();
if (!existsSync(MARK) || readFileSync(MARK, 'utf8') !== inputs) {
  process.stderr.write('Building the web application …\n');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/web'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) process.exit(1);
  writeFileSync(MARK, inputs);
}
