/** Core Web Vitals of the login page, and of the home page with 270 invoices of 15 receivers, at both sizes. */
import { login } from '@anticipa/contract/session';
import { getSurvey } from '@anticipa/contract/surveys';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { browserOptions } from '../tools/test/chromium-launch.ts';
import { type Figure, median } from './measure.ts';
import type { Portal } from './portal.ts';
import { aSeller, insertPortfolio, type Seller } from './rows.ts';

const INVOICES_EACH = 18;
const ROUNDS = 3;
const SETTLED_MS = 2_000;
/** Lighthouse's definition: bits per second and milliseconds. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, offline: false };
const SLOWDOWN = 4;
const LIMITS = { lcp: 2_500, cls: 0.05, inp: 200 };
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const OBSERVE = `
  globalThis.vitals = { lcp: 0, cls: 0, inp: 0, shifts: [] };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      vitals.cls += value;
      vitals.shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.nodeName + '.' + node?.className).join(', '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) vitals.inp = Math.max(vitals.inp, duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;

const vitals = z.object({ lcp: z.number(), cls: z.number(), inp: z.number(), shifts: z.array(z.string()) });
type Vitals = z.output<typeof vitals>;

interface Visit {
  readonly size: (typeof sizes)[number];
  readonly open: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
  /** Null for a visitor. */
  readonly seller: Seller | null;
}

/** One visit with an empty cache over slow 4G, then its interactions on a slow processor. */
const visit = async (portal: Portal, chrome: Browser, { size, open, act, seller }: Visit): Promise<Vitals> => {
  const context = await chrome.newContext({ baseURL: portal.url, locale: 'es-MX', viewport: size });
  try {
    if (seller) await signIn(context, seller);
    const page = await context.newPage();
    // A survey would cover the page.
    await page.route(`**${getSurvey.path.replace(/:.*/, '**')}`, (route) => route.fulfill({ json: { data: null } }));
    await page.addInitScript(OBSERVE);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await open(page);
    await page.waitForTimeout(SETTLED_MS);
    const loaded = await read(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await act(page);
    const { inp } = await read(page);
    return { ...loaded, inp };
  } finally {
    await context.close();
  }
};

const signIn = async (context: BrowserContext, { email, password }: Seller): Promise<void> => {
  const answer = await context.request.post(login.path, { data: { username: email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
};

const read = async (page: Page): Promise<Vitals> =>
  vitals.parse(await page.evaluate(() => Reflect.get(globalThis, 'vitals')));

const PAUSE_MS = 500;

const pagesOf = (seller: Seller): Readonly<Record<string, Omit<Visit, 'size'>>> => ({
  login: {
    seller: null,
    open: async (page) => {
      await page.goto('/login');
      await page.getByLabel('Email').waitFor();
    },
    act: async (page) => {
      await page.getByLabel('Email').pressSequentially('nadie@ejemplo', { delay: 30 });
      await page.getByLabel('Contraseña', { exact: true }).pressSequentially('secreto', { delay: 30 });
      await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
      await page.waitForTimeout(PAUSE_MS);
    },
  },
  home: {
    seller,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('checkbox', { name: /^Seleccionar todo/ }).waitFor();
    },
    act: async (page) => {
      const steps = [
        page.getByRole('checkbox', { name: /^Seleccionar las facturas de/ }).first(),
        page.getByRole('checkbox', { name: /^Seleccionar todo/ }),
        page.getByRole('button', { name: /^Ver las facturas de/ }).first(),
        page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Vender' }),
      ];
      for (const step of steps) {
        await step.click();
        await page.waitForTimeout(PAUSE_MS);
      }
    },
  },
});

export const measureVitals = async (portal: Portal): Promise<Figure[]> => {
  const seller = await aSeller(portal);
  await insertPortfolio(portal, seller, INVOICES_EACH);
  const chrome = await chromium.launch(browserOptions());
  try {
    const figures: Figure[] = [];
    for (const [name, described] of Object.entries(pagesOf(seller))) {
      for (const size of sizes) {
        const rounds: Vitals[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.push(await visit(portal, chrome, { ...described, size }));
        }
        for (const vital of ['lcp', 'cls', 'inp'] as const) {
          const values = rounds.map((one) => one[vital]);
          const value = median(values);
          const bound = LIMITS[vital];
          figures.push({
            name: `${name}, ${size.width} px, ${vital.toUpperCase()}`,
            unit: vital === 'cls' ? 'score' : 'ms',
            value,
            bound,
            ratio: value === 0 ? Number.POSITIVE_INFINITY : bound / value,
            against: vital === 'lcp' ? 'limit on slow 4G' : vital === 'inp' ? `limit, CPU / ${SLOWDOWN}` : 'limit',
            details: { values, ...(vital === 'cls' ? { shifts: rounds[0]?.shifts.join(' | ') ?? '' } : {}) },
          });
        }
      }
    }
    return figures;
  } finally {
    await chrome.close();
  }
};
