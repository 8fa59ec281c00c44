import { expect, test } from '@playwright/test';
import { atDesk } from './desk.ts';
import { checkLooks } from './portal.ts';

/** Each step has its component and API tests. */
test('[OPE-01] [OPE-02] an administrator invites an operator, and another administrator approves it', {
  tag: '@full',
}, async ({ page, browser }) => {
  await atDesk(page, 'operador@anticipa.demo', '/lender');
  await expect(page.getByRole('heading', { name: 'Hoy', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Operadores', level: 1 })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'operador2@anticipa.demo' })).toContainText('Con acceso');
  await checkLooks(page, 'desk-operators');
  await page.getByRole('button', { name: 'Invitar operador' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invitar operador' });
  await expect(inviting.getByLabel('Nombre')).toBeFocused();
  await page.keyboard.type('Inés Cobos');
  await inviting.getByLabel('Correo').fill('ines@financiera.demo');
  await inviting.getByRole('button', { name: 'cobranza' }).click();
  await inviting.getByLabel('Motivo').fill('Refuerza la cobranza');
  await checkLooks(page, 'desk-invite');
  await inviting.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect(inviting).toHaveCount(0);

  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender/proposals');
  const waiting = second.getByRole('region', { name: 'Operador Inés Cobos' });
  await expect(waiting.getByRole('row', { name: 'Roles cobranza' })).toBeVisible();
  await checkLooks(second, 'desk-access-proposal');
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await expect(waiting).toHaveCount(0);
  await second.close();
  await page.reload();
  const added = page.getByRole('listitem').filter({ hasText: 'ines@financiera.demo' });
  await expect(added).toContainText('Invitación enviada');
  await added.getByRole('button', { name: 'Quitar acceso: Inés Cobos' }).click();
  const disabling = page.getByRole('dialog', { name: 'Quitar acceso: Inés Cobos' });
  await disabling.getByLabel('Motivo').fill('Fue una prueba');
  await disabling.getByRole('button', { name: 'Aplicar' }).click();
  await expect(added).toContainText('Sin acceso');
});
