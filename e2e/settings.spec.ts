import { expect, test } from '@playwright/test';
import { atDesk } from './desk.ts';
import { checkLooks } from './portal.ts';

/** Each step has its component and API tests. */
test('[OPE-07] settings change on screen; new terms need a second operator and show their difference', {
  tag: '@full',
}, async ({ page, browser }) => {
  await atDesk(page, 'operador@anticipa.demo', '/lender/settings');
  await page.getByRole('button', { name: 'Productos', exact: true }).click();
  await expect(page.getByText('Anticipo Índice', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sucursales y asesores' }).click();
  await checkLooks(page, 'desk-settings');
  await page.getByRole('button', { name: 'Nueva sucursal' }).click();
  const branch = page.getByRole('dialog', { name: 'Nueva sucursal' });
  await branch.getByLabel('Sucursal').fill('Tijuana');
  await branch.getByLabel('Teléfono del asesor').fill('664 555 0199');
  await branch.getByLabel('Motivo').fill('abrimos oficina');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('664 555 0199')).toBeVisible();

  await page.getByRole('button', { name: 'Proponer texto nuevo' }).click();
  const terms = page.getByRole('dialog', { name: 'Proponer texto nuevo' });
  await terms.getByLabel('Versión').fill('2030-1');
  await terms.getByLabel('Vigente desde').fill('01/01/2030');
  const body = await terms.getByLabel('Texto').inputValue();
  await terms.getByLabel('Texto').fill(`${body}\n\n12. Cláusula nueva.`);
  await terms.getByLabel('Motivo').fill('lo pide el área legal');
  await checkLooks(page, 'desk-terms');
  await terms.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect(terms).toHaveCount(0);

  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender/proposals');
  const waiting = second.getByRole('region', { name: 'Términos 2030-1' });
  await expect(waiting.getByRole('insertion')).toHaveText('12. Cláusula nueva.');
  await checkLooks(second, 'desk-terms-proposed');
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await expect(waiting).toHaveCount(0);
  await second.goto('/lender/settings');
  await expect(second.getByText('Por entrar en vigor')).toBeVisible();
  await second.close();
});
