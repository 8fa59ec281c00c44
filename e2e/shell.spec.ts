import { getCreditInformation } from '@anticipa/contract/credit';
import { streamEvents } from '@anticipa/contract/events';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { api, checkLooks, checkState, PASSWORD, signIn } from './portal.ts';

const screens = [
  ['/', 'Tablero General'],
  ['/profile', 'Perfil'],
  ['/paymentReferences', 'Referencias de pago'],
  ['/collections', 'Cobros'],
  ['/invoicesHistory', 'Historial de Facturación'],
  ['/interestHistory', 'Detalle de Intereses'],
  ['/invoices', 'Facturas Liquidadas'],
  ['/statement', 'Estado de cuenta'],
] as const;

test('[RUT-01] [RUT-02] [RUT-05] [SES-08] a visitor returns to the requested page after signing in, and signs out completely', async ({
  page,
  context,
}) => {
  const { admin: email } = await aCompany('norte');
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
  for (const [path, title] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    if (isFullProof) await page.reload();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(new RegExp(`^${title} ·`));
  }
  await page.goto('/no/existe?a=1');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
  await page.goto('/?producto=BI&estado=liquidadas&moneda=EUR');
  await expect(page).toHaveURL(/:\d+\/\?producto=BI$/);
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/?estado=pendientes');
  await expect(page.getByRole('dialog', { name: 'Pendientes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeFocused();

  // A link to /logout only asks. Signing out empties every tab of this browser, also one with unsaved input.
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Agregar Usuario' }).click();
  await other.getByLabel('Email').fill('a-medias@norte.demo');
  const stored = () => other.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('anticipa.')));
  await expect.poll(stored).toContainEqual(expect.stringContaining('anticipa.user-draft.'));
  // A tab that shows another page meanwhile receives no message.
  const away = await context.newPage();
  await away.goto('/profile');
  const keptUser = () => away.evaluate(() => sessionStorage.getItem('anticipa.user'));
  await expect.poll(keptUser).not.toBeNull();
  await away.goto('about:blank');
  await page.goto('/logout');
  await checkLooks(page, 'sign-out');
  await page.getByRole('link', { name: 'Ir al Tablero General' }).click();
  await page.getByRole('link', { name: 'Cerrar Sesión' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Iniciar sesión', level: 1 })).toBeVisible();
  }
  expect(await stored()).toEqual([]);
  await away.goto('/');
  await expect(away.getByRole('heading', { name: 'Iniciar sesión', level: 1 })).toBeVisible();
  expect(await keptUser()).toBeNull();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión', level: 1 })).toBeVisible();
});

test('[RUT-01] back and forward between the sign-in page and the portal match the URL', async ({ page }) => {
  const login = page.getByRole('heading', { name: 'Iniciar sesión', level: 1 });
  const recovery = page.getByRole('heading', { name: 'Recuperar contraseña', level: 1 });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Recuperar contraseña' }).click();
  await expect(recovery).toBeVisible();
  for (let turn = 0; turn < 2; turn += 1) {
    await page.goBack();
    await expect(login).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL('/recoverPass');
    await expect(recovery).toBeVisible();
  }
});

test('[RUT-03] [RUT-04] [RUT-07] the frame shows the current page, the user and the shortcuts', async ({ page }) => {
  for (const path of ['/login', '/recoverPass']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  const { admin: email } = await aCompany('norte');
  await signIn(page, email);
  await expect(page).toHaveTitle(/^Tablero General/);
  const menu = page.getByRole('navigation', { name: 'Menú principal' });
  await expect(menu.getByRole('link')).toHaveText([
    'Tablero General',
    'Perfil',
    'Referencias de pago',
    'Historial de Facturación',
    'Detalle de Intereses',
    'Facturas Liquidadas',
    'Estado de cuenta',
    'Mis ventas',
    'Por aceptar',
    'Calendario',
    'Costos',
    'Contrato y tasas',
    'Cerrar Sesión',
  ]);
  await expect(page.getByRole('banner').getByText('Elena')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Manufacturas del Norte')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText(/^© \d{4} Anticipa/)).toBeVisible();
  await expect(page.getByText('Ambiente de pruebas')).toHaveCount(0);
  await checkLooks(page, 'home');

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(sheet).toBeVisible();
  await checkLooks(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: /^Folio, cliente/ });
  await expect(search).toBeFocused();
  await page.keyboard.type('clabe');
  await expect(page.getByRole('option', { name: /^Mis clientes/ })).toBeVisible();
  await checkLooks(page, 'search');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Perfil/);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

/** Ends a user's sessions in all browsers. */
async function endSessionsOf(email: string): Promise<void> {
  const { get, post } = await api(email);
  const { data } = await get('/api/sessions');
  for (const { sessionId, current } of data) if (!current) await post(`/api/sessions/${sessionId}/end`, {});
}

test('[SES-06] [PER-07] an edit discarded while waiting for a sign-in is not saved after it', async ({ page }) => {
  const email = (await aCompany('norte')).emailOf('usuario');
  await signIn(page, email);
  await page.getByRole('link', { name: 'Perfil' }).click();
  await page.getByLabel('Apellido Materno').fill('Descartado');
  await endSessionsOf(email);
  await page.getByRole('button', { name: 'Actualizar datos' }).click();
  const password = page
    .getByRole('dialog', { name: 'Iniciar sesión de nuevo' })
    .getByLabel('Contraseña', { exact: true });
  await expect(password).toBeVisible();
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'DESCARTAR CAMBIOS' }).click();
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Iniciar sesión' }).click();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(password).toHaveCount(0);
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByLabel('Apellido Materno')).toHaveValue('Peña');
});

test('[SES-06] after the session ended elsewhere, signing in again keeps all input', async ({ page }) => {
  const { admin: email } = await aCompany('norte');
  await signIn(page, email);
  await page.getByRole('link', { name: 'Perfil' }).click();
  await page.getByRole('button', { name: /Tomás Iglesias/ }).click();
  await page.getByLabel('Apellido Materno').fill('Peña Nieves');

  await endSessionsOf(email);

  const save = page.getByRole('button', { name: 'Actualizar datos' });
  const again = page.getByRole('dialog', { name: 'Iniciar sesión de nuevo' });
  const typed = page.getByLabel('Apellido Materno');
  await save.click();
  await expect(again.getByLabel('Email')).toHaveValue(email);
  await checkLooks(page, 'session-ended');

  // Dismissing the sign-in reports that nothing was saved; it can be reopened.
  await page.keyboard.press('Escape');
  const bad = page.getByRole('alertdialog', { name: '¡No pudimos guardar tus datos!' });
  await bad.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(typed).toHaveValue('Peña Nieves');
  await page.getByRole('status').getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(again).toBeVisible();
  await page.keyboard.press('Escape');

  // The request resumes after signing in.
  await save.click();
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const good = page.getByRole('alertdialog', { name: '¡Éxito!' });
  await expect(good.getByText('¡Tus datos han sido guardados!')).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(typed).toHaveValue('Peña Nieves');
});

/** Brings the tab to the front or hides it. */
const setVisibility = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a hidden tab closes its event stream and catches up when visible again; seven visible ones share one', async ({
  page,
  context,
}) => {
  const isOf = (path: string) => (request: { url: () => string }) => new URL(request.url()).pathname === path;
  const open = page.waitForResponse(isOf(streamEvents.path));
  const { admin: email } = await aCompany('norte');
  const credit = page.waitForResponse(isOf(getCreditInformation.path));
  await signIn(page, email);
  await Promise.all([open, credit]);
  const freed = page.waitForEvent('requestfailed', isOf(streamEvents.path));
  await setVisibility(page, 'hidden');
  await freed;
  const again = [streamEvents.path, getCreditInformation.path].map((path) => page.waitForRequest(isOf(path)));
  await setVisibility(page, 'visible');
  await Promise.all(again);

  // Over HTTP/1.1 a browser opens six connections.
  const streams: unknown[] = [];
  context.on('request', (request) => {
    if (isOf(streamEvents.path)(request)) streams.push(request);
  });
  for (let number = 0; number < 6; number += 1) {
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByText(email)).toBeVisible();
  }
  expect(streams).toEqual([]);
  const continued = context.waitForEvent('request', isOf(streamEvents.path));
  await page.close();
  await continued;
});

test('offline, a screen that is not loaded shows a message, the portal stays usable and recovers by itself', async ({
  page,
  context,
}) => {
  const { admin: email } = await aCompany('norte');
  const code = '**/assets/settled-screen-*.js';
  const { promise: slow, resolve: loaded } = Promise.withResolvers<void>();
  await page.route(code, (route) => route.abort());
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Tablero General' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Facturas Liquidadas' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'No hay conexión con el servidor' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Tablero General', exact: true })).toBeVisible();
  await page.unroute(code);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Facturas Liquidadas' })).toBeVisible();

  const references = '**/assets/references-screen-*.js';
  await page.route(references, (route) => slow.then(() => route.continue()));
  await page.reload();
  const link = page.getByRole('link', { name: 'Referencias de pago' });
  await link.click();
  await expect(link).toHaveCSS('cursor', 'progress');
  loaded();
  await expect(page.getByRole('heading', { level: 1, name: 'Referencias de pago' })).toBeVisible();
  await expect(link).toHaveCSS('cursor', 'pointer');

  await page.route('**/assets/profile-page-*.css', (route) => route.abort());
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();

  // While no call is answered, a reload keeps the frame and names the adviser.
  const calls = '**/api/**';
  await page.route(calls, (route) => route.fulfill({ status: 503 }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'El portal no está disponible' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Llamar a tu asesor: / })).toHaveAttribute('href', /^tel:\d{10}$/);
  await expect(page.getByRole('link', { name: 'Mis ventas' })).toBeVisible();
  await checkState(page, 'outage');
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
});
