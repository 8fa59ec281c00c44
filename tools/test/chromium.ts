import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { DEBIAN_CHROMIUM } from './chromium-launch.ts';

const installed = (): boolean => existsSync(DEBIAN_CHROMIUM) || existsSync(chromium.executablePath());

const quietly = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Ensures a Chromium for journeys and component tests: Debian's where root may install it, else Playwright's own. */
export const ensureChromium = (root: string): boolean => {
  if (installed()) return true;
  process.stdout.write('Installing Chromium …\n');
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebian && quietly('apt-get', ['update', '-qq'])) quietly('apt-get', ['install', '-y', '-qq', 'chromium']);
  if (installed()) return true;
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  return quietly(process.execPath, [playwright, 'install', 'chromium']) && installed();
};
