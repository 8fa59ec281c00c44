import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'anticipa-replace-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const FILES = 50;
const module = new URL('replace-folder.ts', import.meta.url).href;
/** Replaces the same folder again and again. */
const program = `
  const { mkdirSync, writeFileSync } = await import('node:fs');
  const { replaceFolder } = await import('${module}');
  for (let round = 0; round < 100; round += 1) {
    const fresh = '${place}/fresh-' + process.pid;
    mkdirSync(fresh);
    for (let file = 0; file < ${FILES}; file += 1) writeFileSync(fresh + '/' + file, '');
    replaceFolder(fresh, '${place}/folder');
  }`;

it('several programs replace a folder at once: none fails, and one complete folder is left', async () => {
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' }),
  );
  const ends = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0]);
  expect(readdirSync(place)).toEqual(['folder']);
  expect(readdirSync(join(place, 'folder'))).toHaveLength(FILES);
});
