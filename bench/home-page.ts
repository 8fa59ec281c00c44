/** The home page in Chromium: cold load, a tick with everything chosen, one live event; 10,000 invoices against 10. */
import { PORTAL_EVENTS } from '@anticipa/api/platform/live/events';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { login } from '@anticipa/contract/session';
import { getSurvey } from '@anticipa/contract/surveys';
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { z } from 'zod';
import { browserOptions } from '../tools/test/chromium-launch.ts';
import { type Figure, median } from './measure.ts';
import type { Portal } from './portal.ts';
import { aSeller, insertInvoices, type Seller } from './rows.ts';

const MANY = 10_000;
const FEW = 10;
const ROUNDS = 5;
const MAX_REQUESTS = 20;
const MAX_BYTES = 220 * 1024;
/** Simulates a processor this much slower. */
const SLOWDOWN = 4;
const MAX_TICK_MS = 200;
const TICKS = 8;
const MAX_EVENT_BYTES = 5_000;

/** A new browser profile, signed in. */
const signedIn = async (
  portal: Portal,
  { email, password }: Seller,
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser().newContext({ baseURL: portal.url, locale: 'es-MX' });
  const answer = await context.request.post(login.path, { data: { username: email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
  return { context, page: await context.newPage() };
};

let chrome: Awaited<ReturnType<typeof chromium.launch>> | null = null;
const browser = () => {
  if (chrome === null) throw new Error('the browser is not started');
  return chrome;
};

const allBox = (page: Page) => page.getByRole('checkbox', { name: /^Seleccionar todo/ });

const QUIET_MS = 1_500;

/** Counts requests and their bytes from now on; `settled` resolves once none began or ended for a while. */
const traffic = (page: Page, isCounted: (request: Request) => boolean = () => true) => {
  let requests = 0;
  let lastAt = performance.now();
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => {
    lastAt = performance.now();
    if (isCounted(request)) requests += 1;
  });
  page.on('requestfinished', (request) => {
    lastAt = performance.now();
    if (!isCounted(request)) return;
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  return {
    settled: async () => {
      while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5);
      return { requests, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
    },
  };
};

interface Load {
  readonly interactiveMs: number;
  readonly requests: number;
  readonly bytes: number;
}

/** Loads the home page with an empty cache until the tiles can be ticked and nothing is under way. */
const coldLoad = async (portal: Portal, seller: Seller): Promise<Load> => {
  const { context, page } = await signedIn(portal, seller);
  const { settled } = traffic(page);
  const startedAt = performance.now();
  await page.goto('/', { waitUntil: 'commit' });
  await allBox(page).waitFor();
  // Resolves once the main thread is free.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const interactiveMs = performance.now() - startedAt;
  const counted = await settled();
  await context.close();
  return { interactiveMs, ...counted };
};

const OBSERVE_INTERACTIONS = `
  globalThis.durations = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) durations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;

/** The longest interaction, in milliseconds, of ticks of one invoice while all others are chosen, on a slow processor. */
const slowTick = async (portal: Portal, seller: Seller): Promise<number> => {
  const { context, page } = await signedIn(portal, seller);
  // A survey would cover the page.
  await page.route(`**${getSurvey.path.replace(/:.*/, '**')}`, (route) => route.abort());
  await page.goto('/');
  await allBox(page).check();
  await page
    .getByRole('button', { name: /^Ver las facturas de/ })
    .first()
    .click();
  const box = page.getByRole('row').getByRole('checkbox').nth(1);
  await box.waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(OBSERVE_INTERACTIONS);
  for (let tick = 0; tick < TICKS; tick += 1) {
    await box.click();
    await page.waitForTimeout(700);
  }
  const durations = z.array(z.number()).parse(await page.evaluate(() => Reflect.get(globalThis, 'durations')));
  await context.close();
  if (durations.length === 0) throw new Error('no interaction was observed');
  return Math.max(...durations);
};

/** Bytes that the open page receives after one live event about one invoice. */
const bytesOfEvent = async (portal: Portal, seller: Seller, documentId: string): Promise<number> => {
  const { context, page } = await signedIn(portal, seller);
  await page.goto('/');
  await allBox(page).waitFor();
  await traffic(page).settled();
  const { settled } = traffic(page, (request) => request.resourceType() === 'fetch');
  const event = { clientId: seller.client.clientId, noun: 'invoices', ids: [documentId] };
  const read = page.waitForResponse((response) => new URL(response.url()).pathname === listOpenInvoices.path);
  await portal.owner.query('select pg_notify($1, $2)', [PORTAL_EVENTS, JSON.stringify(event)]);
  await read;
  const { bytes } = await settled();
  await context.close();
  return bytes;
};

/** A figure that must stay below its bound. */
const below = (
  name: string,
  unit: string,
  figure: { value: number; bound: number; against: string },
  values: readonly number[] = [],
): Figure => ({
  name,
  unit,
  ...figure,
  ratio: figure.bound / figure.value,
  details: { values: values.map(Math.round) },
});

export const measureHomePage = async (portal: Portal): Promise<Figure[]> => {
  const [many, few] = [await aSeller(portal), await aSeller(portal)];
  const [documentId = ''] = await insertInvoices(portal, many, MANY);
  await insertInvoices(portal, few, FEW);
  await portal.owner.query('analyze');
  chrome = await chromium.launch(browserOptions());
  try {
    const loads: { readonly many: Load[]; readonly few: Load[] } = { many: [], few: [] };
    await coldLoad(portal, few);
    for (let round = 0; round < ROUNDS; round += 1) {
      loads.few.push(await coldLoad(portal, few));
      loads.many.push(await coldLoad(portal, many));
    }
    const of = (field: keyof Load, which: readonly Load[] = loads.few) => which.map((load) => load[field]);
    const ticks = [await slowTick(portal, many), await slowTick(portal, many), await slowTick(portal, many)];
    const eventBytes = await bytesOfEvent(portal, many, documentId);
    const interactive = median(of('interactiveMs', loads.many));
    return [
      below(
        'home, cold load',
        'requests',
        { value: median(of('requests')), bound: MAX_REQUESTS, against: 'budget' },
        of('requests'),
      ),
      below(
        'home, cold load with 10 invoices',
        'bytes',
        { value: median(of('bytes')), bound: MAX_BYTES, against: 'budget of 220 KiB' },
        of('bytes'),
      ),
      below(
        'home, tiles interactive, 10,000 invoices',
        'ms',
        { value: interactive, bound: median(of('interactiveMs')), against: 'same page with 10 invoices' },
        of('interactiveMs', loads.many),
      ),
      below(
        `tick with all 10,000 chosen, CPU / ${SLOWDOWN}`,
        'ms',
        { value: median(ticks), bound: MAX_TICK_MS, against: 'limit of a good interaction (INP)' },
        ticks,
      ),
      below('home after one live event, 10,000 invoices', 'bytes', {
        value: eventBytes,
        bound: MAX_EVENT_BYTES,
        against: 'budget',
      }),
    ];
  } finally {
    await chrome.close();
    chrome = null;
  }
};
