import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { checkLooks, signIn } from './portal.ts';

test('[TAB-01] [TAB-09] [VTA-17] [EST-01] a client with an inactive product sees why uploads are disabled', async ({
  page,
}) => {
  await signIn(page, (await aCompany('este')).admin);
  await expect(page.getByText('Carga de facturas bloqueada').first()).toBeVisible();
  const status = page.getByRole('region', { name: 'Estado de tus facturas' });
  await expect(status.getByRole('tab')).toHaveText([/^Anticipo Índice/]);
  await expect(status.getByRole('heading', { name: 'No hay facturas' })).toBeVisible();
  await checkLooks(page, 'inactive');
});
