import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../tools/test/chromium-launch.ts';

const ROOT = join(import.meta.dirname, '..');
// Two runs on one machine do not meet; workers inherit the environment and find the same portal.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 12_000));
const PORT = process.env.E2E_PORT;
// Workers inherit the environment, so that every process of a run knows the same folder.
process.env.E2E_DATA_DIR ??= join(ROOT, '.artefacts', `e2e-${process.pid}`);
const DATA_DIR = process.env.E2E_DATA_DIR;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(ROOT, '.artefacts', 'e2e-output'),
  workers: 1,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'es-MX',
    timezoneId: 'Europe/Madrid',
    // A trace of every journey takes a quarter of their time; `--trace on` makes one of the journey that failed.
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: `"${process.execPath}" run.mjs start`,
    cwd: ROOT,
    url: `http://localhost:${PORT}/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
    env: { PORT, DATA_DIR },
  },
});
