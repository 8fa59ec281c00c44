import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../tools/test/chromium-launch.ts';
import { openScratchFolder } from '../tools/test/scratch.ts';
import { DEBIAN_FIREFOX } from './firefox.ts';
import { workerHeaders } from './worker-headers.ts';

const ROOT = join(import.meta.dirname, '..');
openScratchFolder();
// A port per run, so that runs on one machine do not collide; workers inherit the environment.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 12_000));
const PORT = process.env.E2E_PORT;
// Workers inherit the environment, so every process of a run uses the same folder.
process.env.E2E_DATA_DIR ??= join(tmpdir(), 'portal');
const DATA_DIR = process.env.E2E_DATA_DIR;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: existsSync(DEBIAN_FIREFOX) ? [] : ['firefox.spec.ts'],
  outputDir: join(ROOT, '.artefacts', 'e2e-output'),
  // Each journey has a company of its own, so that two run beside each other.
  workers: 2,
  fullyParallel: true,
  globalSetup: './database-setup.ts',
  forbidOnly: true,
  timeout: 300_000,
  // A hang, not a busy machine.
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'es-MX',
    timezoneId: 'Europe/Madrid',
    // Tracing every journey adds a quarter to the run time; use `--trace on` for a failed one.
    screenshot: 'only-on-failure',
    // No journey is about motion, and drawing it without a GPU takes a twentieth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    extraHTTPHeaders: workerHeaders,
    launchOptions: launchOptions(),
  },
  webServer: {
    command: `"${process.execPath}" run.mjs start`,
    cwd: ROOT,
    url: `http://localhost:${PORT}/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
    env: { PORT, DATA_DIR, TRUSTED_PROXIES: '127.0.0.1', ROBOT_EVERY_MS: '1000' },
  },
});
