import process from 'node:process';
import { ensureChromium } from './chromium.ts';
import { installed, type ProgramOptions, ROOT, runProgram } from './program.ts';

/** Leaves out the journeys tagged `@full`, whose steps faster tests prove. */
export const withoutFull = ['--grep-invert', '@full'];

/** Runs the journeys with Playwright's own arguments; resolves to whether all of them passed. */
export async function runJourneys(args: readonly string[], options: ProgramOptions = {}): Promise<boolean> {
  if (!ensureChromium(ROOT)) {
    process.stdout.write(
      'No Chromium: install the Debian package `chromium`, or run `npx playwright install chromium`.\n',
    );
    return false;
  }
  return runProgram(
    [installed('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    options,
  );
}
