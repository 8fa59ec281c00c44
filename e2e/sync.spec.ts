import { demoCiec } from '@anticipa/sandbox/demo-parties';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { checkScreen, checkState, signIn } from './portal.ts';

test('[SAT-01] [SAT-02] [SAT-03] [SAT-04] [TAB-02] [TAB-08] a client connects to the tax authority, receives its invoices and disconnects', async ({
  page,
}) => {
  const norte = await aCompany('norte');
  await signIn(page, norte.admin);
  await page.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const wizard = page.getByRole('dialog', { name: 'Conectar con el SAT' });
  const password = wizard.getByLabel('Contraseña del SAT (CIEC)');
  const next = wizard.getByRole('button', { name: 'Continuar' });
  await password.fill('equivocada');
  await checkScreen(page, 'sync-access');
  await page.keyboard.press('Enter');
  await expect(wizard.getByText('No pudimos establecer la conexión, verifica tu contraseña')).toBeVisible();
  await password.fill(demoCiec);
  await next.click();
  await expect(wizard.getByRole('radio', { name: '90 días' })).toBeChecked();
  await checkState(page, 'sync-history', checkScreen);
  await wizard.getByRole('radio', { name: '60 días' }).check();
  await next.click();
  await checkState(page, 'sync-finish', checkScreen);
  await wizard.getByRole('button', { name: 'Finalizar' }).click();

  // The lists refresh without a reload.
  const notice = page.getByRole('dialog', { name: 'Facturas Preaprobadas' });
  await notice.getByRole('button', { name: 'Ver facturas' }).click({ timeout: 60_000 });
  await expect(page.getByText(/^Última sincronización con el SAT: /)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('tab', { name: /^Facturas Preaprobadas/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('list', { name: 'Tus facturas' }).getByRole('listitem').first()).toBeVisible();
  await checkScreen(page, 'sync-connected');

  await page.getByRole('button', { name: 'Desconectar del SAT' }).click();
  await checkScreen(page, 'sync-leave');
  await page
    .getByRole('dialog', { name: 'Desconectar del SAT' })
    .getByRole('button', { name: 'Desconectar', exact: true })
    .click();
  await expect(page.getByRole('button', { name: 'Conectar con el SAT' })).toBeVisible();
});
