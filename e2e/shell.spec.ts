import { expect, type Page, test } from '@playwright/test';
import { lookAt, PASSWORD, signIn } from './portal.ts';

const screens = [
  ['Tablero General', '/'],
  ['Perfil', '/profile'],
] as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function expectScreen(page: Page, name: string, path: string): Promise<void> {
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(`${name} · Anticipa`);
}

for (const [width, height, colorScheme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('[RUT-05] a visitor is asked to sign in before every private screen and then reaches where they were going', async ({
      page,
    }) => {
      await page.goto('/');
      await expectScreen(page, 'Iniciar sesión', '/login');
      await page.goto('/profile');
      await expect(page).toHaveURL('/login?returnTo=%2Fprofile');
      await page.getByLabel('Email').fill('admin@sur.demo');
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expectScreen(page, 'Perfil', '/profile');
    });

    test('[RUT-01] [RUT-02] every address works when opened and reloaded, and any other leads home', async ({
      page,
    }) => {
      for (const [name, path] of [
        ['Iniciar sesión', '/login'],
        ['Recuperar contraseña', '/recoverPass'],
      ] as const) {
        await page.goto(path);
        await expectScreen(page, name, path);
        await page.reload();
        await expectScreen(page, name, path);
        await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0);
      }
      await lookAt(page, 'recover-ask');

      await signIn(page, 'usuario@norte.demo');
      for (const [name, path] of screens) {
        await page.goto(path);
        await expectScreen(page, name, path);
        await page.reload();
        await expectScreen(page, name, path);
      }
      for (const unknown of ['/no/existe', '/profile/otra', '/%C3%B1']) {
        await page.goto(unknown);
        await expectScreen(page, 'Tablero General', '/');
      }
      await page.goto('/logout');
      await expectScreen(page, 'Iniciar sesión', '/login');
      await page.goto('/no/existe');
      await expect(page).toHaveURL('/login');
    });

    test('[RUT-03] [RUT-04] [RUT-07] the menu names the screens, the window and the focus follow, and the frame says who is inside', async ({
      page,
    }) => {
      await signIn(page, 'admin@norte.demo');
      const menu = page.getByRole('navigation', { name: 'Menú principal' });
      await expect(menu.getByRole('link')).toHaveText([...screens.map(([name]) => name), 'Cerrar Sesión']);
      for (const [name, path] of screens.toReversed()) {
        await menu.getByRole('link', { name }).click();
        await expectScreen(page, name, path);
        await expect(heading(page, name)).toBeFocused();
        await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      }
      await page.goBack();
      await expectScreen(page, 'Perfil', '/profile');

      const frame = page.getByRole('banner');
      await expect(frame.getByText('Elena', { exact: true })).toBeVisible();
      await expect(frame.getByText(/^Manufacturas del Norte$/i)).toBeVisible();
      const year = new Date().getFullYear();
      await expect(page.getByRole('contentinfo')).toHaveText(`© ${year} Anticipa. Todos los derechos reservados.`);
      await expect(page.getByText(/ambiente de pruebas/i)).toHaveCount(0);
      await lookAt(page, 'profile');
    });

    test('keys lead everywhere, the sheet of "?" lists them, and what is typed is left alone', async ({ page }) => {
      await signIn(page, 'admin@norte.demo');
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
      await expect(sheet).toContainText('Ir al buscador de la pantalla');
      await lookAt(page, 'shortcuts');
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await expect(sheet).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await expectScreen(page, 'Perfil', '/profile');

      await page.getByRole('button', { name: /^Elena Robledo/ }).click();
      await page.getByLabel('Nombre', { exact: true }).focus();
      await page.keyboard.type('?gt');
      await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Elena?gt');
      await expect(sheet).toHaveCount(0);
      await page.getByRole('button', { name: 'DESCARTAR CAMBIOS' }).click();

      await page.reload();
      await expectScreen(page, 'Perfil', '/profile');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    test('the theme is chosen and kept on the device, and a lost network is said and taken back', async ({
      page,
      context,
    }) => {
      await signIn(page, 'admin@norte.demo');
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const asDevice = await background();
      await page.getByRole('button', { name: 'Apariencia: Automática' }).click();
      const other = colorScheme === 'light' ? 'Oscura' : 'Clara';
      await page.getByRole('radio', { name: other }).check();
      await expect.poll(background).not.toBe(asDevice);
      await lookAt(page, 'other-theme');
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(heading(page, 'Tablero General')).toBeVisible();
      expect(await background()).not.toBe(asDevice);
      await page.getByRole('button', { name: `Apariencia: ${other}` }).click();
      await page.getByRole('radio', { name: 'Automática' }).check();
      await expect.poll(background).toBe(asDevice);
      await page.keyboard.press('Escape');

      await context.setOffline(true);
      const notice = page.getByRole('status').filter({ hasText: 'Sin conexión a internet' });
      await expect(notice).toBeVisible();
      await expect(heading(page, 'Tablero General')).toBeVisible();
      await lookAt(page, 'offline');
      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
    });
  });
}
