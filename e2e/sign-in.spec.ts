import { rounds } from '@anticipa/sandbox/rounds';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { announced, checkScreen, PASSWORD } from './portal.ts';

/** Signs in through the form. */
async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
}

/** Most other journeys are on a desktop; the full run repeats these on one. */
const looks = [
  [390, 844, 'dark'],
  [1440, 900, 'light'],
] as const;

for (const [width, height, colorScheme] of looks.slice(0, rounds(1, looks.length))) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('[SES-01] [SES-04] [SES-05] the form validates its fields, and a refusal is an alert with an Ok button', async ({
      page,
    }) => {
      const { admin } = await aCompany('norte');
      await page.goto(`/login?email=${encodeURIComponent(admin)}`);
      const email = page.getByLabel('Email');
      const password = page.getByLabel('Contraseña', { exact: true });
      await expect(email).toHaveValue(admin);
      await expect(page.getByRole('link', { name: 'Recuperar contraseña' })).toBeVisible();

      await email.fill('');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(page.getByText('El email es requerido')).toBeVisible();
      await expect(page.getByText('La contraseña es requerida')).toBeVisible();
      await email.fill('ana');
      await password.fill('x');
      await page.keyboard.press('Enter');
      await expect(email).toHaveAccessibleDescription(/Ingresa un email válido \(Ejemplo: .+@.+\)/);
      await email.fill('ana @norte.demo');
      await page.keyboard.press('Enter');
      await expect(email).toHaveAccessibleDescription('Los espacios no están permitidos');
      await expect(announced(page, 'assertive').getByText('Los espacios no están permitidos')).toBeAttached();
      await checkScreen(page, 'login-errors');

      await email.fill(admin);
      await expect(email).toHaveAccessibleDescription('');
      await password.fill('no es esta');
      await page.keyboard.press('Enter');
      const alert = page.getByRole('alertdialog', { name: '¡Error!' });
      await expect(alert).toHaveAccessibleDescription('Usuario o contraseña invalida');
      await checkScreen(page, 'login-refused');
      await alert.getByRole('button', { name: 'Ok', exact: true }).click();
      await expect(email).toHaveValue(admin);
    });

    test('[SES-02] [SES-08] [RUT-05] signing in leads home and fetches the survey; signing out ends the session', async ({
      page,
    }) => {
      const survey = page.waitForRequest((request) => request.url().includes('/api/survey-answer/getForUser/'));
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/login'));
      const user = (await aCompany('norte')).emailOf('usuario');
      await page.goto('/login');
      await enter(page, user);
      await expect(page).toHaveURL('/');
      await survey;
      const bearer = `Bearer ${(await (await answered).json()).token}`;
      expect((await page.request.get('/api/products', { headers: { authorization: bearer } })).status()).toBe(200);

      if (width < 1024) await page.getByRole('button', { name: 'Más', exact: true }).click();
      await page.getByRole('link', { name: 'Cerrar Sesión' }).click();
      await expect(page).toHaveURL(/\/login/);
      expect((await page.request.get('/api/products', { headers: { authorization: bearer } })).status()).toBe(401);
      await page.goto('/');
      await expect(page).toHaveURL(/\/login/);
      await enter(page, user);
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(kept).not.toMatch(/[A-Za-z0-9_-]{40}/);
    });
  });
}

test('a browser too old for the portal is named as the cause', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Map, 'groupBy'));
  for (const path of ['/login', '/']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Tu navegador es demasiado antiguo' })).toBeVisible();
    await expect(page.getByText('Chrome o Edge 122, Firefox 127, Safari 17.4 o posterior')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
  }
});

test('the name that is shown until the portal has loaded is in a landmark', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/login', '/', '/lender']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText('Anticipa');
    await checkScreen(page, 'splash');
  }
});

test('[API-08] faults of the page that nothing handles are reported, each once', async ({ page }) => {
  const reports: string[] = [];
  await page.route('**/api/notify-error', async (route) => {
    reports.push(route.request().postDataJSON().error);
    await route.continue();
  });
  await page.goto('/login?returnTo=%2F');
  await page.evaluate(() => {
    const fail = (): never => {
      throw new TypeError('one');
    };
    queueMicrotask(fail);
    queueMicrotask(fail);
    void Promise.reject(new DOMException('left', 'AbortError'));
    void Promise.reject(new Error('two'));
  });
  await expect.poll(() => reports).toEqual(['TypeError: one', 'Error: two']);
});
