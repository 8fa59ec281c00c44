import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { bundle } from './server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
mkdirSync(join(ROOT, '.artefacts'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.artefacts/bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Output of a bundled program that is made of these files. */
const outputOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'src', name), text);
  await bundle(join(folder, 'src/program.ts'), join(folder, 'dist'));
  // The bundle must have the programs; only other files are read where they are.
  for (const name of Object.keys(files)) if (name.endsWith('.ts')) rmSync(join(folder, 'src', name));
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'dist/main.js')], {
    cwd: join(folder, 'src'),
    encoding: 'utf8',
  });
  return stdout + stderr;
};

it('names our files in stack traces', async () => {
  const output = await outputOf({
    'program.ts': `import { inSources } from '@anticipa/api/platform/process/source-places';
      interface Unused { readonly removed: string }

      function fails(): never {
        throw new Error('for the test');
      }
      try { fails(); } catch (cause) { console.log(inSources((cause as Error).stack ?? '')); }
      console.log(inSources('at ' + new URL('other.js', import.meta.url) + ':1:1'));`,
  });
  const program = pathToFileURL(join(folder, 'src/program.ts')).href;
  expect(output).toContain(`Error: for the test\n    at fails (${program}:5:15)\n    at ${program}:7:13`);
  // A file without a map keeps its place.
  expect(output).toContain(`at ${pathToFileURL(join(folder, 'dist/other.js')).href}:1:1`);
});

it('bundles a program that is started by its address, and reads other files where they are', async () => {
  const output = await outputOf({
    'program.ts': `import { readFileSync } from 'node:fs';
      import { Worker } from 'node:worker_threads';
      console.log(readFileSync(new URL('./note.txt', import.meta.url), 'utf8'));
      new Worker(new URL('./thread.ts', import.meta.url));`,
    'thread.ts': `console.log('a thread runs'); export {};`,
    'note.txt': 'a note beside the source',
  });
  expect(output.trim().split('\n')).toEqual(['a note beside the source', 'a thread runs']);
});

it('refuses a folder name that the bundle would change', async () => {
  const program = { 'program.ts': 'console.log(import.meta.dirname);' };
  await expect(outputOf(program)).rejects.toThrow('use new URL');
});

it('runs no settings of the folder in which it is started', async () => {
  const output = await outputOf({
    'program.ts': `import { runMigrations } from 'graphile-worker'; console.log(typeof runMigrations);`,
    'graphile-worker.config.cjs': `console.log('this ran too'); module.exports = {};`,
  });
  expect(output.trim()).toBe('function');
});
