/** First load of the login page: bytes and Lighthouse scores. */
import { chromium, type Request } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserOptions } from '../tools/test/chromium-launch.ts';
import { type Figure, median } from './measure.ts';
import type { Portal } from './portal.ts';

const MAX_BYTES = 75 * 1024;
const MIN_SCORE = 95;
const RUNS = 3;
const DEBUGGING_PORT = 9333;

const launch = () => {
  const { args, ...options } = browserOptions();
  return chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${DEBUGGING_PORT}`] });
};
type Browser = Awaited<ReturnType<typeof launch>>;

/** Transferred bytes of scripts and styles, by path. */
const loadedBytes = async (browser: Browser, url: string): Promise<Map<string, number>> => {
  const page = await browser.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) requests.push(request);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = new Map<string, number>();
  for (const request of requests) bytes.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize);
  await page.close();
  return bytes;
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** The scores of one run, 0 to 100. */
const scoresOf = async (url: string): Promise<number[]> => {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: 'error' });
  const { categories, runtimeError } = result?.lhr ?? {};
  if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
  return CATEGORIES.map((name) => Math.round((categories?.[name]?.score ?? 0) * 100));
};

export const measureLoginPage = async (portal: Portal): Promise<Figure[]> => {
  const url = `${portal.url}/login`;
  const browser = await launch();
  try {
    const files = await loadedBytes(browser, url);
    const value = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
    const page: Figure = {
      name: 'login page, first load of JS and CSS',
      unit: 'bytes',
      value,
      bound: MAX_BYTES,
      ratio: MAX_BYTES / value,
      against: 'budget of 75 KiB',
      details: Object.fromEntries(files),
    };
    const runs: number[][] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await scoresOf(url));
    const scores = CATEGORIES.map((name, index): Figure => {
      const all = runs.map((run) => run[index] ?? 0);
      return {
        name: `login page, Lighthouse ${name}`,
        unit: 'points',
        value: median(all),
        bound: MIN_SCORE,
        ratio: median(all) / MIN_SCORE,
        against: 'minimum score',
        details: { runs: all },
      };
    });
    return [page, ...scores];
  } finally {
    await browser.close();
  }
};
