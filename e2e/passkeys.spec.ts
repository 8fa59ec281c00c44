import { expect, test } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { atDesk } from './desk.ts';
import { asOwner } from './owner.ts';
import { checkLooks, PASSWORD } from './portal.ts';

test('[OPE-01] an invited operator enrols a passkey at the first sign-in, and signs in with it', async ({
  page,
  browser,
}) => {
  const email = 'rosa@financiera.demo';
  // Stands for an administrator's invitation; the demo's password saves the way through the mail.
  await asOwner(
    `insert into operators (operator_id, email, password_hash, first_name, last_name, created_at)
     select gen_random_uuid(), $1, password_hash, 'Rosa', 'Luna', now() from operators where email = 'operador@anticipa.demo'`,
    [email],
  );
  await asOwner(`insert into operator_roles select operator_id, 'soporte', now() from operators where email = $1`, [
    email,
  ]);
  await addAuthenticator(page);
  const enterPassword = async () => {
    await page.goto('/lender/account');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
  };
  await enterPassword();
  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible();
  await checkLooks(page, 'passkey-enrol');
  await page.getByRole('button', { name: 'Crear llave de acceso' }).click();
  await expect(page.getByRole('heading', { name: 'Guarda tus códigos de recuperación' })).toBeFocused();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByRole('heading', { name: 'Mi cuenta', level: 1 })).toBeVisible();
  await expect(page.getByText('Llave 1')).toBeVisible();
  await checkLooks(page, 'desk-passkeys');
  await page.getByRole('button', { name: 'Quitar Llave 1' }).click();
  const removing = page.getByRole('dialog', { name: 'Quitar Llave 1' });
  await checkLooks(page, 'desk-passkey-proof');
  await removing.getByRole('button', { name: 'Usar llave de acceso' }).click();
  await expect(removing.getByText('Es tu único segundo factor').first()).toBeVisible();
  await removing.getByRole('button', { name: 'Cancelar' }).click();

  await page.context().clearCookies();
  await enterPassword();
  await expect(page.getByLabel('Código')).toBeFocused();
  await checkLooks(page, 'passkey-use');
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click();
  await expect(page.getByRole('heading', { name: 'Mi cuenta', level: 1 })).toBeVisible();
  await expect(page.getByText(/último uso/)).toBeVisible();

  const administrator = await browser.newPage();
  await atDesk(administrator, 'operador@anticipa.demo', '/lender/operators');
  const row = administrator.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Segundo factor registrado · 10 códigos de recuperación');
  await row.getByRole('button', { name: 'Reparar segundo factor: Rosa Luna' }).click();
  const repairing = administrator.getByRole('dialog', { name: 'Reparar segundo factor: Rosa Luna' });
  await repairing.getByLabel('Motivo').fill('Perdió su equipo');
  await repairing.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect(repairing).toHaveCount(0);
  await administrator.close();
  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender/proposals');
  const waiting = second.getByRole('region', { name: 'Segundo factor Rosa Luna' });
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await expect(waiting).toHaveCount(0);
  await second.close();
  await page.context().clearCookies();
  await enterPassword();
  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible();
});
