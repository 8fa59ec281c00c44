import { expect, test } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { aCompany } from './company.ts';
import { atDesk } from './desk.ts';
import { receivers, validFiles } from './invoices.ts';
import { asOwner } from './owner.ts';
import { checkLooks, PASSWORD, signIn } from './portal.ts';

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

test('[FAC-01] [FAC-02] [FAC-04] [FAC-05] [FAC-06] a client’s person registers a passkey, signs in with it, and is asked again at a sale and a key', async ({
  page,
}) => {
  const { admin, clientId, party } = await aCompany('norte');
  await addAuthenticator(page);
  await signIn(page, admin);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Activar segundo factor' }).click();
  const turningOn = page.getByRole('dialog', { name: 'Activar segundo factor' });
  await turningOn.getByLabel('Tu contraseña').fill(PASSWORD);
  await turningOn.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Crear llave de acceso' }).click();
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText('Llave 1')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill(admin);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click();
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();

  // The company confirms every sale, and the sign-in is no longer fresh.
  await asOwner('update clients set fresh_factor_above = 0 where client_id = $1', [clientId]);
  const pass = () =>
    asOwner(`update sessions set factor_at = factor_at - interval '11 minutes' where client_id = $1`, [clientId]);
  await pass();
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  const confirm = async (name: string) => {
    await checkLooks(page, name);
    await confirming.getByRole('button', { name: 'Usar llave de acceso' }).click();
    await expect(confirming).toHaveCount(0);
  };

  await page.goto('/profile?ver=llaves');
  await page.getByRole('button', { name: 'Crear llave' }).click();
  const making = page.getByRole('dialog', { name: 'Crear llave' });
  await making.getByLabel('Nombre').fill('ERP');
  await making.getByRole('button', { name: 'Crear llave' }).click();
  await confirm('step-up-key');
  await page.getByRole('dialog', { name: 'Llave creada' }).getByRole('button', { name: 'Ya la guardé' }).click();
  await pass();
  await page.getByRole('button', { name: 'Revocar ERP' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(page.getByText('Revocaste la llave ERP.')).toBeVisible();

  await page.goto('/');
  const receiver = receivers.biMxn;
  const specOf = () => ({ receiver, currency: 'MXN', exchangeRate: null, version: '4.0' }) as const;
  const files = await validFiles(party, { count: 1, seed: 45_000, specOf });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver.name}` }).check();
  await page
    .getByRole('region', { name: 'Selección' })
    .getByRole('button', { name: /^Vender/ })
    .click();
  const sale = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await sale.getByLabel('Plazo de pago en días').fill('60');
  await expect(sale.getByText('Precio confirmado')).toBeVisible();
  await sale.getByRole('button', { name: 'Vender mis facturas' }).click();
  await sale.getByRole('button', { name: 'Confirmar los datos' }).click();
  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });
  await terms.getByRole('button', { name: 'Sí, acepto' }).click();
  await confirm('step-up-sale');
  await expect(sale.getByText(/^El depósito llegará a tu cuenta/)).toBeVisible();
});
