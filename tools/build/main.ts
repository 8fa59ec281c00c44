/** Builds what `npm start` runs, if its inputs have changed: the web application, and the server in files that load fast. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

interface Product {
  readonly name: string;
  readonly folder: string;
  /** Patterns of the files that it is made of. */
  readonly inputs: readonly string[];
  readonly build: (folder: string) => Promise<void>;
}

const buildWeb = async (): Promise<void> => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/web'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) process.exit(1);
};

const buildServer = async (folder: string): Promise<void> => {
  // Imported only here, because loading it takes longer than the rest of this program.
  const { bundle } = await import('./server.ts');
  await bundle(join(ROOT, 'apps/api/src/main.ts'), folder);
};

const products: readonly Product[] = [
  {
    name: 'web application',
    folder: join(ROOT, 'apps/web/dist'),
    inputs: [
      'apps/web/{index,login,lender}.html',
      'apps/web/{vite.config.ts,package.json,tsconfig.json}',
      'tools/build/third-party.ts',
      'apps/web/{src,public}/**/*',
      'packages/{domain,contract,texts}/src/**/*',
      'package-lock.json',
    ],
    build: buildWeb,
  },
  {
    name: 'server',
    folder: join(ROOT, 'apps/api/dist'),
    inputs: ['apps/api/src/**/*.ts', 'packages/*/src/**/*.ts', 'tools/build/server.ts', 'package-lock.json'],
    build: buildServer,
  },
];

const hashOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256');
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

for (const { name, folder, inputs, build } of products) {
  const mark = join(folder, '.inputs');
  const hash = hashOf(inputs);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) continue;
  process.stderr.write(`Building the ${name} …\n`);
  await build(folder);
  writeFileSync(mark, hash);
}
