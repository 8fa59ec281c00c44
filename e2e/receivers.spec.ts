import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { atDesk } from './desk.ts';
import { api, checkLooks } from './portal.ts';

/** Each step has its component and API tests. */
test('[OPE-06] a new receiver is approved, its limit lowered at once and raised by a second person', {
  tag: '@full',
}, async ({ page, browser }) => {
  const { admin, party } = await aCompany('norte');
  const rfc = `QRE150401${party.rfc.slice(-3)}`;
  const name = `QUESOS ${rfc}`;
  const { post } = await api(admin);
  expect((await post('/api/factoringCompany', { rfc, razonSocial: name })).ok).toBe(true);

  await atDesk(page, 'operador@anticipa.demo', '/lender/receivers');
  await page.getByLabel('Buscar por nombre o RFC').fill(rfc);
  const row = page.getByRole('row', { name: new RegExp(`${name}.*Por revisar`) });
  await row.focus();
  await checkLooks(page, 'desk-receivers');
  await row.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await checkLooks(page, 'desk-receiver');

  await page.getByRole('button', { name: 'Cambiar estado' }).click();
  const deciding = page.getByRole('dialog', { name: `Cambiar estado: ${name}` });
  await deciding.getByRole('radio', { name: 'Aprobado' }).check();
  await deciding.getByLabel('Motivo').fill('Estados financieros en orden');
  await checkLooks(page, 'desk-receiver-status');
  await deciding.getByLabel('Motivo').press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sus facturas se pueden vender.')).toBeVisible();

  const setLimit = async (amount: string, button: string): Promise<void> => {
    await page.getByRole('button', { name: 'Cambiar límite MXN', exact: true }).click();
    const limiting = page.getByRole('dialog', { name: 'Cambiar límite MXN' });
    await limiting.getByLabel('Límite, MXN').fill(amount);
    await limiting.getByLabel('Motivo').fill('Comité del lunes');
    await expect(limiting.getByRole('button', { name: button })).toBeVisible();
    await checkLooks(page, 'desk-receiver-limit');
    await limiting.getByRole('button', { name: button }).click();
    await expect(limiting).toHaveCount(0);
  };
  await setLimit('1,000,000', 'Aplicar');
  await expect(page.getByText('MXN 1,000,000.00').first()).toBeVisible();
  await setLimit('2,000,000', 'Enviar a aprobación');
  const title = `Límite de receptor MXN, ${name}`;
  await expect(page.getByRole('region', { name: title }).getByText('La propusiste')).toBeVisible();

  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender/proposals');
  const waiting = second.getByRole('region', { name: title });
  await expect(waiting.getByRole('row', { name: /Límite.*1,000,000\.00.*2,000,000\.00/ })).toBeVisible();
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await expect(waiting).toHaveCount(0);
  await second.close();
  await page.reload();
  await expect(page.getByText('MXN 2,000,000.00').first()).toBeVisible();
});
