import { existsSync } from 'node:fs';

export const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** Chromium without a window: the same engine, and a third less processor time for the journeys. */
export const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const first = (programs: readonly string[]) => {
  const executablePath = programs.find(existsSync);
  return executablePath === undefined ? {} : { executablePath };
};

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a test lives for seconds: optimising its code takes a sixth of the processor time and pays nothing back. */
const unoptimised = '--js-flags=--no-maglev,--no-turbofan';

/**
 * Options of a headless Chromium without a sandbox and without network calls of its own: Debian's if installed,
 * otherwise Playwright's. To be called when it is needed: `ensureChromium` may install one first.
 */
export const launchOptions = () => ({
  ...first([DEBIAN_HEADLESS_SHELL, DEBIAN_CHROMIUM]),
  args: [...args, unoptimised],
});

/** Options for figures and videos, which belong to the browser that users have. */
export const browserOptions = () => ({ ...first([DEBIAN_CHROMIUM, DEBIAN_HEADLESS_SHELL]), args });
