import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { DEBIAN_CHROMIUM, DEBIAN_HEADLESS_SHELL } from './chromium-launch.ts';

const installed = (): boolean => [DEBIAN_HEADLESS_SHELL, DEBIAN_CHROMIUM, chromium.executablePath()].some(existsSync);

const quietly = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const installDebian = (name: string): boolean => quietly('apt-get', ['install', '-y', '-qq', name]);

/**
 * Ensures a Chromium for journeys and component tests: where root may install it, Debian's headless shell, which is the
 * fastest; otherwise any that is there, and Playwright's own when there is none.
 */
export const ensureChromium = (root: string): boolean => {
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebian && !existsSync(DEBIAN_HEADLESS_SHELL)) {
    process.stdout.write('Installing chromium-headless-shell …\n');
    if (!installDebian('chromium-headless-shell') && quietly('apt-get', ['update', '-qq']))
      installDebian('chromium-headless-shell');
  }
  if (installed()) return true;
  process.stdout.write('Installing Chromium …\n');
  if (isDebian && installDebian('chromium')) return true;
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  return quietly(process.execPath, [playwright, 'install', 'chromium']) && installed();
};
