import { expect, test } from '@playwright/test';
import { atDesk } from './desk.ts';
import { checkLooks } from './portal.ts';

/** Each step has its component and API tests. */
test('[OPE-08] an operator’s reading and decision are in the log, which is exported', { tag: '@full' }, async ({
  page,
}) => {
  await atDesk(page, 'operador@anticipa.demo', '/lender/clients');
  await page.getByRole('link', { name: 'Textiles del Sur' }).first().click();
  await expect(page.getByRole('heading', { name: 'Textiles del Sur', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: 'Bitácora', level: 1 })).toBeVisible();
  await checkLooks(page, 'desk-log');
  await page.getByLabel('Buscar por cliente o RFC').fill('textiles');
  await page.getByLabel('Qué', { exact: true }).selectOption('Consultó un cliente');
  const row = page.getByRole('row', { name: /Mesa de Operaciones.*Consultó un cliente.*Textiles del Sur/ });
  await expect(row.first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^bitacora-hasta-.*\.xlsx$/);
});
