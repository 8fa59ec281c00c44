import { demoCode } from '@anticipa/sandbox/demo-parties';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { checkLooks, PASSWORD } from './portal.ts';

test('an operator sees every e-mail of the portal with its state', async ({ page }) => {
  const { admin } = await aCompany('sur');
  const asked = await page.request.post('/api/recoverPass/', { data: { email: admin } });
  expect(asked.status()).toBe(200);
  await page.goto('/login');
  await page.getByLabel('Email').fill('operador@anticipa.demo');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Código')).toBeFocused();
  await checkLooks(page, 'operator-code');
  await page.getByLabel('Código').fill(demoCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Operación de la financiera', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Tablero General',
    'Perfil',
    'Cerrar Sesión',
  ]);
  await page.getByRole('button', { name: 'Enviado' }).click();
  await page.getByLabel('Buscar cliente, correo o tipo').fill(admin);
  const row = page.getByRole('row', { name: /Liga para la contraseña.*Enviado.*Textiles del Sur/ });
  await expect(async () => {
    await page.reload();
    await page.getByLabel('Buscar cliente, correo o tipo').fill(admin);
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass();
  await checkLooks(page, 'operator-messages');
  await page.getByRole('button', { name: 'No se pudo enviar' }).click();
  await expect(page.getByRole('heading', { name: 'No hay correos así' })).toBeVisible();
  await checkLooks(page, 'operator-no-messages');
});
