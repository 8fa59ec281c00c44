import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { mailTo } from './mails.ts';
import { checkLooks, PASSWORD } from './portal.ts';

const recoverySubject = /^Define una contraseña nueva$/;
const newPassword = 'Ventana-Azul-27';

test('[REC-01] [REC-02] [REC-03] [REC-04] [REC-05] a user recovers a forgotten password by mail', async ({ page }) => {
  const { admin: email } = await aCompany('este');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('El email es requerido')).toBeVisible();
  await expect(page.getByText('La contraseña es requerida')).toBeVisible();
  await checkLooks(page, 'login');

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('no-la-recuerdo');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alertdialog', { name: '¡Error!' });
  await expect(alert.getByText('Usuario o contraseña invalida')).toBeVisible();
  await alert.getByRole('button', { name: 'Ok', exact: true }).click();

  await page.getByRole('link', { name: 'Recuperar contraseña' }).click();
  await expect(page.getByRole('heading', { name: 'Recuperar contraseña' })).toBeFocused();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeFocused();
  await checkLooks(page, 'recover-sent');

  await page.goto(`/recoverPass?k=${'x'.repeat(43)}&e=${encodeURIComponent(email)}`);
  await expect(alert.getByText('El token de recuperación de contraseña ha expirado')).toBeVisible();
  await expect(page).toHaveURL('/recoverPass');
  const mail = await mailTo(email, recoverySubject);
  await page.goto(mail.page);
  await page.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Nueva contraseña' })).toBeVisible();
  await expect(page).toHaveURL('/recoverPass');
  for (const [password, repeated, text] of [
    ['', '', 'La contraseña es requerida'],
    ['Ventana Azul 27', 'Ventana Azul 27', 'Los espacios no están permitidos'],
    ['Azul-27', 'Azul-27', 'La contraseña debe tener mínimo 8 caracteres'],
    [newPassword, `${newPassword}8`, 'Las contraseñas no coinciden'],
  ] as const) {
    await page.getByLabel('Nueva contraseña', { exact: true }).fill(password);
    await page.getByLabel('Repite la nueva contraseña').fill(repeated);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    // Shown below the field, and announced.
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await checkLooks(page, 'recover-choose');
  await page.getByLabel('Repite la nueva contraseña').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Contraseña Actualizada' })).toBeFocused();
  await checkLooks(page, 'recover-done');

  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await alert.getByRole('button', { name: 'Ok', exact: true }).click();
  await page.getByLabel('Contraseña', { exact: true }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tablero General' })).toBeVisible();

  // The link in the mail works once.
  await page.goto(mail.page);
  const link = await page.getByRole('link').first().getAttribute('href');
  await page.getByRole('link').first().click();
  await expect(page.getByText('El token de recuperación de contraseña ha expirado')).toBeVisible();
  await alert.getByRole('button', { name: 'Ok', exact: true }).click();
  // Pasted into a tab that already shows the page: only the fragment changes, so nothing is loaded.
  await page.goto(link ?? '');
  await expect(page.getByText('El token de recuperación de contraseña ha expirado')).toBeVisible();
  await expect(page).toHaveURL('/recoverPass');
});
