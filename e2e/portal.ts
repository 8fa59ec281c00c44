import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

export const ARTEFACTS = join(import.meta.dirname, '..', '.artefacts');
export const PASSWORD = 'Anticipa-2026';

/** Signs in through the login screen and waits for the home screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
}

/** Keeps a picture of the screen and proves that axe finds nothing serious on it. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const folder = join(ARTEFACTS, 'screens');
  await mkdir(folder, { recursive: true });
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: false });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Calls the API as somebody, beside the browser. */
export async function api(email: string) {
  const base = test.info().project.use.baseURL ?? '';
  const signedIn = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: PASSWORD }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    get: async (path: string): Promise<unknown> => (await fetch(`${base}${path}`, { headers })).json(),
    post: (path: string, body: unknown, key?: string) =>
      fetch(`${base}${path}`, {
        method: 'POST',
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}
