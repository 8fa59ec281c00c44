import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { checkLooks, checkState, signIn } from './portal.ts';

test('[RUT-06] [MOV-01] [CLI-01] [CLI-02] [CLI-07] a user finds the CLABE of each payer and adds one, which gets its own', async ({
  page,
}) => {
  const norte = await aCompany('norte');
  await signIn(page, norte.emailOf('usuario'));
  await page.getByRole('link', { name: 'Perfil' }).click();
  await page.getByRole('button', { name: 'Mis clientes' }).click();
  await expect(page).toHaveURL(/\/profile\?ver=clientes$/);
  await expect(page).toHaveTitle(/^Mis clientes/);
  await expect(page.getByRole('heading', { name: 'Mis clientes', level: 1 })).toBeFocused();

  const table = page.getByRole('grid', { name: 'Mis clientes' });
  await expect(table.getByRole('columnheader')).toHaveText(['Rfc', 'Nombre', 'Clabe interbancaria', 'Activo']);
  const rows = table.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(7);
  const [main, first] = [rows.nth(0), rows.nth(1)];
  await expect(main.getByRole('gridcell').first()).toHaveText(norte.party.rfc);
  await expect(main.getByRole('gridcell').nth(2)).toHaveText(/^\d{18}$/);
  await expect(main.getByRole('img')).toHaveCount(0);
  await expect(first).toContainText('ACEROS Y CABLES DEL NORESTE');
  await expect(table.getByRole('img', { name: 'Activo', exact: true })).toHaveCount(5);
  const off = rows.filter({ has: page.getByRole('img', { name: 'Inactivo' }) });
  await expect(off).toContainText('PÉREZ & MUÑOZ LOGÍSTICA');
  await checkLooks(page, 'payers');
  await page.getByRole('button', { name: 'Consulta de Movimientos' }).click();
  const movements = page.getByRole('dialog', { name: 'Consulta de Movimientos' });
  await expect(movements.getByLabel('Fecha Inicial')).toHaveValue(/^01\//);
  await expect(movements.getByRole('button', { name: 'Descargar' })).toBeEnabled();
  await movements.getByRole('button', { name: 'Cancelar' }).click();

  await table.getByRole('button', { name: 'Nombre' }).click();
  await expect(main).toContainText(norte.party.rfc);
  await expect(first).toContainText('SUPERMERCADOS EL BAJÍO');
  await page.getByRole('button', { name: 'Agregar cliente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar cliente' });
  await checkLooks(page, 'payers-add-rfc');
  await page.keyboard.type('cnu 010101-ab9');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Razón Social')).toBeFocused();
  await checkState(page, 'payers-add-name');
  await page.keyboard.type('Comercial nueva');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('¿Estas seguro que deseas guardar este cliente?')).toBeFocused();
  await checkState(page, 'payers-add-confirm');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.filter({ hasText: 'CNU010101AB9' })).toContainText(/COMERCIAL NUEVA.*646180\d{12}/s);
  await expect(rows).toHaveCount(8);

  await page.getByRole('searchbox').fill('p&m');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/buscar=/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('p&m');
  await expect(rows).toHaveCount(1);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goForward();
  await page.getByRole('link', { name: 'Volver a Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Perfil/);
});

test('[CLI-06] a client without a payment-order company sees how to get one', async ({ page }) => {
  await signIn(page, (await aCompany('sur')).admin);
  await page.goto('/profile?ver=clientes');
  await expect(page.getByRole('heading', { name: 'Esta función no está activada' })).toBeVisible();
  await expect(page.getByText('Contacta a tu asesor para habilitar la función')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Llamar al 999 555 0120' })).toHaveAttribute('href', 'tel:9995550120');
  await checkLooks(page, 'payers-not-activated');
});
