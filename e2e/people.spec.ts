import { expect, type Page, test } from '@playwright/test';
import { mailTo } from './mails.ts';
import { lookEverywhere, signIn } from './portal.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toProfile = (page: Page) => page.getByRole('link', { name: 'Perfil' }).click();

test('[PER-01] [PER-02] [PER-04] [PER-06] [PER-08] [PER-09] [PER-12] [PER-13] [PER-14] an administrator adds somebody, who chooses a password and enters', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@norte.demo');
  await toProfile(page);
  await expect(page.getByRole('heading', { name: 'Manufacturas del Norte' })).toBeVisible();
  await expect(page.getByText('Persona Moral')).toBeVisible();
  await expect(page.getByText('Usuario Administrador').first()).toBeVisible();
  await expect(page.getByText('Usuario activo').first()).toBeVisible();
  await lookEverywhere(page, 'profile');

  await button(page, 'Agregar Usuario').click();
  await button(page, 'Agregar Usuario').click();
  const first = page.getByRole('alertdialog', { name: 'Agregar Usuario' });
  await expect(first.getByText('Primero guarda el usuario que tienes pendiente')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Guardar nuevo usuario').click();
  await expect(page.getByText('El nombre es requerido')).toHaveCount(2);
  await lookEverywhere(page, 'new-user');

  await field(page, 'Email').fill('usuario@norte.demo');
  await field(page, 'Nombre').fill('Lucía');
  await field(page, 'Apellido Paterno').fill('Campos');
  await field(page, 'Celular').fill('+52 614 123 4567');
  await expect(field(page, 'Celular')).toHaveValue('(614)-123-45-67');
  await button(page, 'Guardar nuevo usuario').click();
  const bad = page.getByRole('alertdialog', { name: '¡No pudimos guardar tus datos!' });
  await expect(bad.getByText('El correo ya se encuentra registrado')).toBeVisible();
  await bad.getByRole('button', { name: 'Ok' }).click();
  await field(page, 'Email').fill('lucia@norte.demo');
  await button(page, 'Guardar nuevo usuario').click();
  const good = page.getByRole('alertdialog', { name: '¡Éxito!' });
  await good.getByRole('button', { name: 'Ok' }).click();
  await expect(button(page, /Lucía Campos/)).toBeVisible();

  const invited = await (await browser.newContext()).newPage();
  await invited.goto((await mailTo('lucia@norte.demo', /usuario/i)).page);
  await invited.getByRole('link').first().click();
  await field(invited, 'Nueva contraseña').fill('Puerta-Verde-31');
  await field(invited, 'Repite la nueva contraseña').fill('Puerta-Verde-31');
  await button(invited, 'Guardar contraseña').click();
  await button(invited, 'Iniciar sesión').click();
  await field(invited, 'Contraseña').fill('Puerta-Verde-31');
  await invited.keyboard.press('Enter');
  await expect(invited.getByRole('heading', { name: 'Tablero General' })).toBeVisible();

  // Whose access is taken away is out at once; the panel of who was just added is still open.
  await page.getByRole('switch', { name: 'Es administrador' }).check();
  await page.getByRole('switch', { name: 'Acceso al portal' }).uncheck();
  await expect(page.getByRole('switch', { name: 'Es administrador' })).not.toBeChecked();
  await button(page, 'Actualizar datos').click();
  await expect(good.getByText('¡Tus datos han sido guardados!')).toBeVisible();
  await good.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByText('Usuario Deshabilitado')).toBeVisible();
  await invited.goto('/profile');
  await expect(invited).toHaveURL(/\/login/);
});

test('[PER-06] [PER-07] [PER-11] who edits somebody saves or discards first, and the last administrator stays', async ({
  page,
}) => {
  await signIn(page, 'admin@norte.demo');
  await toProfile(page);
  await button(page, /Tomás Iglesias/).click();
  await field(page, 'Teléfono Fijo').fill('6141234567');
  await expect(page.getByText(/^Hay cambios sin guardar de/).first()).toBeVisible();
  await expect(button(page, /Elena Robledo/)).toHaveAttribute('aria-disabled', 'true');
  await lookEverywhere(page, 'user-edited');

  await page.getByRole('link', { name: 'Tablero General' }).click();
  const leave = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' });
  await leave.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(field(page, 'Teléfono Fijo')).toHaveValue('(614)-123-45-67');
  await button(page, 'DESCARTAR CAMBIOS').click();
  await expect(field(page, 'Teléfono Fijo')).toHaveValue('');

  await button(page, /Elena Robledo/).click();
  await page.getByRole('switch', { name: 'Es administrador' }).click();
  await expect(page.getByText('No olvides que debe existir al menos un administrador')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Es administrador' })).toBeChecked();
});

test('[PER-03] [PER-05] who is no administrator sees and changes only their own data', async ({ page }) => {
  await signIn(page, 'usuario@norte.demo');
  await toProfile(page);
  await expect(field(page, 'Email')).toHaveValue('usuario@norte.demo');
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
  await expect(button(page, 'Agregar Usuario')).toHaveCount(0);
  await expect(page.getByText('Elena')).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Depósito de facturas' }).click();
  await button(page, 'Actualizar datos').click();
  const good = page.getByRole('alertdialog', { name: '¡Éxito!' });
  await expect(good.getByText('¡Tus datos han sido guardados!')).toBeVisible();
});
