/**
 * `npm run help:record [ID …]`: records the videos of the help centre in a temporary demo portal.
 * Writes apps/web/public/help/<id>.webm and .vtt. Requires ffmpeg and Chromium.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type Browser, chromium, expect } from '@playwright/test';
import { browserOptions } from '../../tools/test/chromium-launch.ts';
import { canEncode, encode, record } from './film.ts';
import type { Recording } from './recording.ts';
import { recordings } from './recordings.ts';
import { openFor, seedDemo } from './stage.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OUT = join(ROOT, 'apps/web/public/help');
const WORK = join(ROOT, '.artefacts', `help-${process.pid}`);
const PORT = String(20_000 + (process.pid % 12_000));
const PORTAL = `http://localhost:${PORT}`;
const MIN_SECONDS = 15;
const MAX_SECONDS = 40;
const MAX_BYTES = 12_000_000;
const READY_WITHIN_MS = 180_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startPortal = async (): Promise<ChildProcess> => {
  const portal = spawn(process.execPath, ['run.mjs', 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT, DATA_DIR: join(WORK, 'data') },
  });
  const answers = async (): Promise<boolean> =>
    portal.exitCode !== null || ((await fetch(`${PORTAL}/health/ready`).catch(() => null))?.ok ?? false);
  await expect.poll(answers, { timeout: READY_WITHIN_MS }).toBe(true);
  if (portal.exitCode !== null) throw new Error('the portal did not start; see its error above');
  return portal;
};

const recordVideo = async (browser: Browser, recording: Recording): Promise<void> => {
  const { id, as, start = '/', prepare, play } = recording;
  const page = await openFor(browser, { portal: PORTAL, as, start });
  const folder = join(WORK, id);
  try {
    await prepare?.(page);
    const film = await record(page, folder);
    await play(film);
    const seconds = await encode(film, { from: folder, to: join(OUT, id) });
    const { size } = await stat(join(OUT, `${id}.webm`));
    print(`${id.padEnd(26)} ${seconds.toFixed(1).padStart(5)} s ${String(Math.round(size / 1000)).padStart(6)} kB`);
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw new Error(`must last ${MIN_SECONDS} to ${MAX_SECONDS} s`);
  } catch (cause) {
    await page.screenshot({ path: join(ROOT, '.artefacts', `help-${id}-failed.png`) }).catch(() => undefined);
    throw new Error(`${id}: ${cause instanceof Error ? cause.message : String(cause)}`);
  } finally {
    await page.context().close();
    await rm(folder, { recursive: true, force: true });
  }
};

const wanted = new Set(process.argv.slice(2));
const chosen = recordings.filter(({ id }) => wanted.size === 0 || wanted.has(id));
const unknown = [...wanted].filter((id) => recordings.every((recording) => recording.id !== id));
const reason = !canEncode()
  ? 'ffmpeg is required (Debian: apt-get install ffmpeg).'
  : unknown.length > 0
    ? `There is no question ${unknown.join(', ')}.`
    : null;
if (reason !== null) {
  print(reason);
  process.exit(1);
}

await mkdir(OUT, { recursive: true });
process.env.E2E_DATA_DIR = join(WORK, 'data');
const portal = await startPortal();
const browser = await chromium.launch(browserOptions());
const failures: string[] = [];
try {
  await seedDemo(browser, PORTAL);
  for (const recording of chosen) {
    await recordVideo(browser, recording).catch((cause: unknown) => {
      failures.push(String(cause));
      print(String(cause));
    });
  }
} catch (cause) {
  failures.push(String(cause));
  print(String(cause));
} finally {
  await browser.close();
  portal.kill('SIGTERM');
  await once(portal, 'exit');
  await rm(WORK, { recursive: true, force: true });
}
const sizes = await Promise.all(
  recordings.map(({ id }) =>
    stat(join(OUT, `${id}.webm`)).then(
      ({ size }) => size,
      () => 0,
    ),
  ),
);
const total = sizes.reduce((sum, size) => sum + size, 0);
print(`${recordings.length} videos, ${(total / 1_000_000).toFixed(1)} of ${MAX_BYTES / 1_000_000} MB`);
process.exitCode = failures.length === 0 && total <= MAX_BYTES ? 0 : 1;
