import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { asOwner } from './owner.ts';
import { checkLooks, PASSWORD, signIn } from './portal.ts';

const CHECK_EVERY_MS = 300_000;
const PASSWORD_AFTER = 'Ventana-Azul-27';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Counts the page's session checks from now on. */
function checksOf(page: Page): () => number {
  let checks = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/getSession') checks += 1;
  });
  return () => checks;
}

test('[SES-06] the session is polled every 300,000 ms, and ending it in another browser signs out', async ({
  page,
  browser,
}) => {
  const { admin: email } = await aCompany('este');
  await page.clock.install();
  await signIn(page, email);
  // From here on the page's clock only advances explicitly.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/profile');
  await expect(heading(page, 'Perfil')).toBeVisible();
  const checks = checksOf(page);
  await page.clock.runFor(CHECK_EVERY_MS - 1);
  expect(checks()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(checks).toBe(1);
  await page.clock.runFor(CHECK_EVERY_MS);
  await expect.poll(checks).toBe(2);
  await expect(page).toHaveURL(/\/profile$/);

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, email);
  await elsewhere.getByRole('link', { name: 'Perfil' }).click();
  const sessions = elsewhere.getByRole('list', { name: 'Sesiones abiertas' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('Esta sesión')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Cerrar sesión en .+, último uso/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  await page.clock.runFor(CHECK_EVERY_MS);
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fprofile$/);
  await sessions.getByRole('button', { name: 'Cerrar sesión en este dispositivo' }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);
});

test('[SES-06] a failed check is logged and signs the user out', async ({ page }) => {
  await page.clock.install();
  await signIn(page, (await aCompany('norte')).emailOf('usuario'));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  // Exceed the server's header limit, so it refuses every request of this browser.
  const url = page.url();
  await page.context().addCookies(['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, value: 'x'.repeat(4000), url })));
  await page.clock.fastForward(CHECK_EVERY_MS);
  await expect(page).toHaveURL(/\/login\?returnTo=%2F$/);
  expect(logged).toContainEqual(expect.stringContaining('session check failed'));
  await expect(page.getByText(/^Tu navegador guarda demasiadas cookies de este sitio/)).toBeVisible();
});

test('[SES-06] [PER-07] signing out during an edit is not blocked, and the edit is restored', async ({ page }) => {
  const email = (await aCompany('norte')).emailOf('usuario');
  await signIn(page, email);
  await page.getByRole('link', { name: 'Perfil' }).click();
  await page.getByLabel('Apellido Materno').fill('Peñaloza');
  await expect(page.getByText('Hay cambios sin guardar').first()).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await page.route('**/api/getSession', (route) =>
    route.fulfill({ json: { isLoggedIn: false, user: null, token: null } }),
  );
  // Pretends that the back button restored the page.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(heading(page, 'Iniciar sesión')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Apellido Materno')).toHaveValue('Peñaloza');
});

test('[SES-03] [SES-07] a user who must change the password can do nothing else', async ({ page }) => {
  const { admin: email } = await aCompany('este');
  const mustChange = () => asOwner('update users set must_change_password = true where email = $1', [email]);
  await mustChange();
  await page.clock.install();

  const sent = page.waitForRequest((request) => request.url().endsWith('/api/checkRecoveryKey'));
  await page.goto(`/login?email=${encodeURIComponent(email)}`);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ email, key: expect.stringMatching(/^[\w-]{43}$/) });
  await expect(heading(page, 'Nueva contraseña')).toBeVisible();
  await expect(page).toHaveURL(/\/recoverPass$/);
  await expect(page.getByText(email)).toBeVisible();
  const only = page.getByText(/^Antes de continuar hay que cambiar la contraseña/);
  await expect(only).toBeVisible();
  await checkLooks(page, 'recover-forced');

  for (const address of ['/', '/profile', '/login']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/recoverPass$/);
    await expect(only).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }

  await page.getByRole('link', { name: 'Cerrar Sesión' }).click();
  // The previous page has an e-mail field too.
  await expect(heading(page, 'Iniciar sesión')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(PASSWORD_AFTER);
  await page.getByLabel('Repite la nueva contraseña').fill(PASSWORD_AFTER);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_AFTER);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Tablero General')).toBeVisible();

  // A signed-in user is redirected by the next check.
  await mustChange();
  await page.clock.fastForward(CHECK_EVERY_MS);
  await expect(page).toHaveURL(/\/recoverPass$/);
  await expect(only).toBeVisible();
});
