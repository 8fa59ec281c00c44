import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { login } from '@anticipa/contract/session';
import { demoCode, demoPassword } from '@anticipa/sandbox/demo-parties';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type Axe from 'axe-core';
import type { PickedFile } from './invoices.ts';
import { workerHeaders } from './worker-headers.ts';

export const ARTEFACTS = join(import.meta.dirname, '..', '.artefacts');
export const PASSWORD = demoPassword;

/** Exists in a page, after `axeScript`. */
declare const axe: typeof Axe;

/** Minified: less than half of what the package exports, sent to each document and parsed there. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Opens the home screen of a signed-in user; `sign-in.spec.ts` signs in through the form. */
export async function signIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await expect(await page.request.post(login.path, { data: { username: email, password } })).toBeOK();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
}

/** Checks that axe finds nothing, and in the full run takes a screenshot. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  if (isFullProof) {
    const width = page.viewportSize()?.width ?? 0;
    const path = join(ARTEFACTS, 'screens', `${name}-${width}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  // In a transition or a change of layout colours have contrasts that no design intends: a violation has to last.
  await expect.poll(() => violations(page)).toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => (await axe.run({ resultTypes: ['violations'] })).violations);
  return found.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Announcements in the live region of the given urgency. */
export const announced = (page: Page, urgency: 'polite' | 'assertive'): Locator =>
  page.getByRole('log').and(page.locator(`[aria-live="${urgency}"]`));

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

type Look = readonly [colorScheme: 'light' | 'dark', size: typeof desktop];

/** The two most different ones first. */
const looks: readonly Look[] = [
  ['light', desktop],
  ['dark', phone],
  ['light', phone],
  ['dark', desktop],
];

/** One of the first two, which the length of its name decides, and in the full run all of them. */
const looksOf = (screen: string): readonly Look[] => {
  const one = screen.length % 2;
  return isFullProof ? looks : looks.slice(one, one + 1);
};

/** Checks the screen on a light desktop or a dark phone, in the full run in all looks; restores the viewport and theme. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [colorScheme, size] of looksOf(name)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await checkScreen(page, `${name}-${colorScheme}`);
    const isDesk = new URL(page.url()).pathname.startsWith('/lender');
    if (size === phone && !isDesk) await checkTargets(page);
    if (size === desktop && isDesk) await checkTables(page);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Checks that a finger can hit every control of a client's phone: at least 44 px, except for links within a sentence. */
async function checkTargets(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await expect.poll(() => page.evaluate(smallTargets)).toEqual([]);
  } finally {
    // The session is not detached: that would take a page's virtual authenticator with it.
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

/** Checks on a desktop that every column of the desk's tables is in sight: the actions are the last one. */
export const checkTables = (page: Page): Promise<void> => expect.poll(() => page.evaluate(cutTables)).toEqual([]);

/** Runs in a page. Finds tables that scroll sideways. */
function cutTables(): string[] {
  return [...document.querySelectorAll('table')]
    .filter(({ parentElement: around }) => around !== null && around.scrollWidth > around.clientWidth + 1)
    .map((table) => `${table.getAttribute('aria-label')}: ${table.scrollWidth} px`);
}

/** Runs in a page. Finds controls that are too small, counting the area around them that belongs to them. */
function smallTargets(): string[] {
  const SMALLEST = 43.5;
  const sizeOf = (element: Element): number => {
    const { width, height } = element.getBoundingClientRect();
    const around = getComputedStyle(element, '::after');
    const isAround = around.position === 'absolute' && around.content !== 'none';
    const [wide, high] = isAround ? [Number.parseFloat(around.width), Number.parseFloat(around.height)] : [0, 0];
    return Math.min(Math.max(width, wide || 0), Math.max(height, high || 0));
  };
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
  return [...document.querySelectorAll('a[href], button, summary, select, textarea, input, [role="option"]')]
    .filter((element) => {
      const { bottom, width } = element.getBoundingClientRect();
      // Controls for screen readers or the keyboard alone are never touched.
      return bottom > 0 && width > 1 && element.checkVisibility() && !element.closest('[inert], [aria-hidden="true"]');
    })
    .filter((element) => {
      const label = element.closest('label');
      return Math.max(sizeOf(element), label ? sizeOf(label) : 0) < SMALLEST && !isInSentence(element);
    })
    .map((element) => element.outerHTML.slice(0, 160));
}

/** Checks a further state of a screen that is checked elsewhere; only in the full run. */
export async function checkState(page: Page, name: string, check = checkLooks): Promise<void> {
  if (isFullProof) await check(page, name);
}

/** API client signed in as a user, independent of the browser; `base` is the portal's URL. */
export async function apiAs(base: string, email: string, password: string = PASSWORD) {
  const signedIn = await fetch(`${base}${login.path}`, {
    method: 'POST',
    headers: { ...workerHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password, code: demoCode }),
  });
  const { token, user } = (await signedIn.json()) as { token: string; user: { userId: string } };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    userId: user.userId,
    get: async (path: string) => (await fetch(`${base}${path}`, { headers })).json(),
    post: (path: string, body: unknown, key?: string) =>
      fetch(`${base}${path}`, {
        method: 'POST',
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}

/** `apiAs` on the test's portal. */
export const api = (email: string, password?: string) => apiAs(test.info().project.use.baseURL ?? '', email, password);

/** Drops files on the window; `over` runs while they are dragged over it. */
export async function drop(page: Page, files: readonly PickedFile[], over?: () => Promise<void>): Promise<void> {
  const contents = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const carried = new DataTransfer();
    for (const { name, mimeType, data } of list) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      carried.items.add(new File([bytes], name, { type: mimeType }));
    }
    return carried;
  }, contents);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await over?.();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
