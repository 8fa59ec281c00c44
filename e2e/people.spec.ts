import { type Browser, expect, type Page, test } from '@playwright/test';
import { addColleague, COLLEAGUE_PASSWORD } from './colleague.ts';
import { aCompany } from './company.ts';
import { mailTo } from './mails.ts';
import { asOwner, inDatabase, renamed } from './owner.ts';
import { checkLooks, checkState, PASSWORD, signIn } from './portal.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toProfile = (page: Page) => page.getByRole('link', { name: 'Perfil' }).click();
const isAdmin = (page: Page) => page.getByRole('switch', { name: 'Es administrador' });
const hasAccess = (page: Page) => page.getByRole('switch', { name: 'Acceso al portal' });

test('[PER-01] [PER-02] [PER-04] [PER-06] [PER-08] [PER-09] [PER-10] [PER-12] [PER-13] [PER-14] an administrator adds a user, who chooses a password and signs in', async ({
  page,
  browser,
}) => {
  const norte = await aCompany('norte');
  await signIn(page, norte.admin);
  await toProfile(page);
  await expect(page.getByRole('heading', { name: 'Manufacturas del Norte' })).toBeVisible();
  await expect(page.getByText('Persona Moral')).toBeVisible();
  await expect(page.getByText('Usuario Administrador').first()).toBeVisible();
  await expect(page.getByText('Usuario activo').first()).toBeVisible();
  await checkLooks(page, 'profile');

  await button(page, 'Agregar Usuario').click();
  await button(page, 'Agregar Usuario').click();
  const first = page.getByRole('alertdialog', { name: 'Agregar Usuario' });
  await expect(first.getByText('Primero guarda el usuario que tienes pendiente')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Guardar nuevo usuario').click();
  await expect(page.getByText('El nombre es requerido')).toHaveCount(2);
  await checkLooks(page, 'new-user');

  await field(page, 'Email').fill(norte.emailOf('usuario'));
  await field(page, 'Nombre').fill('Lucía');
  await field(page, 'Apellido Paterno').fill('Campos');
  await field(page, 'Apellido Materno').fill('+52 (55) 1234-5678');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+X');
  await field(page, 'Celular').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(field(page, 'Celular')).toHaveValue('(551)-234-56-78');
  await button(page, 'Guardar nuevo usuario').click();
  const bad = page.getByRole('alertdialog', { name: '¡No pudimos guardar tus datos!' });
  await expect(bad.getByText('El correo ya se encuentra registrado')).toBeVisible();
  await bad.getByRole('button', { name: 'Ok', exact: true }).click();
  await field(page, 'Email').fill(norte.emailOf('lucia'));
  await button(page, 'Guardar nuevo usuario').click();
  const good = page.getByRole('alertdialog', { name: '¡Éxito!' });
  await good.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(button(page, /Lucía Campos/)).toBeVisible();

  const invited = await (await browser.newContext()).newPage();
  await invited.goto((await mailTo(norte.emailOf('lucia'), /usuario/i)).page);
  await invited.getByRole('link').first().click();
  await field(invited, 'Nueva contraseña').fill(COLLEAGUE_PASSWORD);
  await field(invited, 'Repite la nueva contraseña').fill(COLLEAGUE_PASSWORD);
  await button(invited, 'Guardar contraseña').click();
  await button(invited, 'Iniciar sesión').click();
  await field(invited, 'Contraseña').fill(COLLEAGUE_PASSWORD);
  await invited.keyboard.press('Enter');
  await expect(invited.getByRole('heading', { name: 'Tablero General' })).toBeVisible();

  // Revoking access signs the user out at once; the new user's panel is still open.
  await isAdmin(page).check();
  await hasAccess(page).uncheck();
  await expect(isAdmin(page)).not.toBeChecked();
  await isAdmin(page).check();
  await expect(hasAccess(page)).toBeChecked();
  await hasAccess(page).uncheck();
  await button(page, 'Actualizar datos').click();
  await expect(good.getByText('¡Tus datos han sido guardados!')).toBeVisible();
  await good.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(page.getByText('Usuario Deshabilitado')).toBeVisible();
  await invited.goto('/profile');
  await expect(invited).toHaveURL(/\/login/);
});

test('[PER-06] [PER-07] [PER-11] edits must be saved or discarded first, and the last administrator stays', async ({
  page,
}) => {
  await signIn(page, (await aCompany('norte')).admin);
  await toProfile(page);
  await button(page, /Tomás Iglesias/).click();
  await field(page, 'Teléfono Fijo').fill('6141234567');
  await expect(page.getByText(/^Hay cambios sin guardar de/).first()).toBeVisible();
  await expect(button(page, /Elena Robledo/)).toHaveAttribute('aria-disabled', 'true');
  await checkState(page, 'user-edited');

  await page.getByRole('link', { name: 'Tablero General' }).click();
  const leave = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' });
  await leave.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(field(page, 'Teléfono Fijo')).toHaveValue('(614)-123-45-67');
  await button(page, 'DESCARTAR CAMBIOS').click();
  await expect(field(page, 'Teléfono Fijo')).toHaveValue('');

  await button(page, /Elena Robledo/).click();
  await isAdmin(page).click();
  await expect(page.getByText('No olvides que debe existir al menos un administrador')).toBeVisible();
  await expect(isAdmin(page)).toBeChecked();
});

/** Opens an administrator's window with a colleague's administration switched off but not saved. */
async function openRevocation(browser: Browser, who: { email: string; password: string }, from: RegExp): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, who.email, who.password);
  await toProfile(page);
  await button(page, from).click();
  await isAdmin(page).uncheck();
  return page;
}

/** The API tests prove the race; the journeys above show a refusal. */
test('[PER-11] when two administrators demote each other at once, one succeeds and the other gets an error', {
  tag: '@full',
}, async ({ browser }) => {
  const sur = await aCompany('sur');
  const regina = { email: sur.admin, password: PASSWORD };
  const daniel = { email: sur.emailOf('daniel'), password: COLLEAGUE_PASSWORD };
  await addColleague(regina.email, { email: daniel.email, names: ['Daniel', 'Paz'], isAdmin: true });
  const windows = [
    await openRevocation(browser, regina, /Daniel Paz/),
    await openRevocation(browser, daniel, /Regina Canul/),
  ] as const;

  await inDatabase(async (client) => {
    // Changes of access wait for this row; holding it admits both calls before either is answered.
    await client.query('begin');
    const company = 'select client_id from users where email = $1';
    await client.query(`select 1 from clients where client_id = (${company}) for update`, [regina.email]);
    await Promise.all(windows.map((page) => button(page, 'Actualizar datos').click()));
    const waiting = async () => (await client.query('select 1 from pg_locks where not granted')).rowCount;
    await expect.poll(waiting).toBe(2);
    await client.query('commit');
  });

  const refused = (page: Page) =>
    page
      .getByRole('alertdialog', { name: '¡No pudimos guardar tus datos!' })
      .getByText('Al menos un usuario debe ser administrador');
  const saved = (page: Page) => page.getByText('¡Tus datos han sido guardados!');
  await Promise.all(windows.map((page) => expect(refused(page).or(saved(page)).first()).toBeVisible()));
  const lost = await Promise.all(windows.map((page) => refused(page).isVisible()));
  expect(lost.filter(Boolean)).toHaveLength(1);

  // Losing administration ends the session; signing in again shows the reduced screen.
  const [loser, { password }] = lost[0] ? [windows[0], regina] : [windows[1], daniel];
  await loser.getByRole('button', { name: 'Ok', exact: true }).click();
  await button(loser, 'Iniciar sesión').click();
  await field(loser, 'Contraseña').fill(password);
  await loser.keyboard.press('Enter');
  await expect(loser.getByRole('heading', { name: 'Mis datos' })).toBeVisible();
  await expect(button(loser, 'Agregar Usuario')).toHaveCount(0);
});

test('[PER-03] [PER-05] other users see and change only their own data', async ({ page }) => {
  const email = (await aCompany('norte')).emailOf('usuario');
  await signIn(page, email);
  await toProfile(page);
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
  await expect(button(page, 'Agregar Usuario')).toHaveCount(0);
  await expect(page.getByText('Elena')).toHaveCount(0);
  // Both notices and no permission.
  await expect(page.getByRole('switch')).toHaveCount(2);
  await expect(page.getByRole('switch', { name: 'Desconexión del SAT' })).toBeChecked();
  await page.getByRole('switch', { name: 'Depósito de facturas' }).click();
  await button(page, 'Actualizar datos').click();
  const good = page.getByRole('alertdialog', { name: '¡Éxito!' });
  await expect(good.getByText('¡Tus datos han sido guardados!')).toBeVisible();
});

test('[PER-30] [PER-35] an accountant with three companies works for one at a time, on every page, and accepts a fourth', async ({
  page,
}) => {
  const [norte, sur, este, invites] = [
    await aCompany('norte'),
    await aCompany('sur'),
    await aCompany('este'),
    await aCompany('norte'),
  ];
  const email = norte.emailOf('contador');
  const nameOf = new Map<string, string>();
  for (const company of [norte, sur, este, invites]) nameOf.set(company.clientId, await renamed(company));
  for (const { clientId } of [norte, sur, este])
    await asOwner(
      `insert into users (client_id, user_id, email, password_hash, first_name, last_name, created_at)
       select $1, gen_random_uuid(), $2, password_hash, 'Julián', 'Tapia', now() from accounts where email = $3`,
      [clientId, email, norte.admin],
    );
  await asOwner(
    `insert into users (client_id, user_id, email, first_name, last_name, created_at)
     values ($1, gen_random_uuid(), $2, 'Julián', 'Tapia', now())`,
    [invites.clientId, email],
  );
  const shown = (of: Page, { clientId }: { readonly clientId: string }) =>
    of.getByRole('button', { name: new RegExp(`^Empresa:\\s+${nameOf.get(clientId)}\\s`) });
  const choose = async (of: Page, { clientId }: { readonly clientId: string }): Promise<void> => {
    await of.getByRole('button', { name: /^Empresa:/ }).click();
    await of
      .getByRole('dialog', { name: 'Tus empresas' })
      .getByRole('button', { name: nameOf.get(clientId) ?? '' })
      .click();
  };
  await signIn(page, email);
  await choose(page, sur);
  await expect(shown(page, sur)).toBeVisible();
  await expect(page.getByText(`Ahora estás como Julián Tapia, de ${nameOf.get(sur.clientId)}.`)).toBeVisible();
  await checkLooks(page, 'company-switch');

  // A second page of the same session follows at its next call.
  const second = await page.context().newPage();
  await second.goto('/profile');
  await expect(shown(second, sur)).toBeVisible();
  await page.bringToFront();
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, este);
  await expect(shown(page, este)).toBeVisible();
  await second.bringToFront();
  await second.getByRole('link', { name: 'Estado de cuenta' }).click();
  await expect(shown(second, este)).toBeVisible();
  await second.close();

  await test.step('[AVI-18] a link of another company asks, shows nothing of either, and goes on to its place', async () => {
    const link = (of: { readonly clientId: string }) => `/statement?empresa=${of.clientId}`;
    const asked = page.getByRole('heading', { name: `Este aviso es de ${nameOf.get(sur.clientId)}` });
    await page.goto(link(sur));
    await expect(asked).toBeVisible();
    await checkLooks(page, 'other-company');
    await page.getByRole('button', { name: `Cambiar a ${nameOf.get(sur.clientId)}` }).click();
    await expect(page).toHaveURL('/statement');
    await expect(shown(page, sur)).toBeVisible();
    const strange = await aCompany('norte');
    const name = await renamed(strange);
    await page.goto(link(strange));
    await expect(page.getByRole('heading', { name: /a la que no perteneces$/ })).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
    await page.getByRole('link', { name: `Seguir en ${nameOf.get(sur.clientId)}` }).click();
    await expect(shown(page, sur)).toBeVisible();
    // Signed out, the same link asks for the password first.
    await page.context().clearCookies();
    await page.goto(link(este));
    await field(page, 'Email').fill(email);
    await field(page, 'Contraseña').fill(PASSWORD);
    await button(page, 'Entrar').click();
    await page.getByRole('button', { name: `Cambiar a ${nameOf.get(este.clientId)}` }).click();
    await expect(page).toHaveURL('/statement');
    await expect(shown(page, este)).toBeVisible();
  });

  await page.getByRole('button', { name: /una invitación por aceptar$/ }).click();
  await checkState(page, 'companies');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Aceptar y entrar$/ })
    .click();
  await expect(shown(page, invites)).toBeVisible();
});
