import { chromium } from '@playwright/test';
const base = 'http://localhost:4830';
const browser = await chromium.launch();
for (const [w, h, name] of [[1440, 900, '1440'], [390, 844, '390']])
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme, hasTouch: w < 500 });
    const page = await context.newPage();
    await page.request.post(`${base}/api/login`, { data: { username: 'contador@despacho.demo', password: 'Anticipa-2026' } });
    await page.goto(base);
    await page.getByRole('heading', { name: 'Tablero General' }).waitFor();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/acc/shots/home-${name}-${colorScheme}.png` });
    await page.getByRole('button', { name: /^Empresa: / }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/acc/shots/switch-${name}-${colorScheme}.png` });
    const admin = await (await browser.newContext({ viewport: { width: w, height: h }, colorScheme, hasTouch: w < 500 })).newPage();
    await admin.request.post(`${base}/api/login`, { data: { username: 'admin@norte.demo', password: 'Anticipa-2026' } });
    await admin.goto(`${base}/profile`);
    await admin.getByText('Seguridad de la empresa').waitFor();
    await admin.waitForTimeout(800);
    await admin.screenshot({ path: `/tmp/acc/shots/profile-${name}-${colorScheme}.png`, fullPage: true });
    await admin.getByRole('button', { name: 'Activar segundo factor' }).click();
    await admin.getByLabel('Tu contraseña', { exact: true }).fill('Anticipa-2026');
    await admin.getByRole('button', { name: 'Continuar' }).click();
    await admin.getByText('Elige tu segundo factor').waitFor();
    await admin.waitForTimeout(800);
    await admin.screenshot({ path: `/tmp/acc/shots/enrol-${name}-${colorScheme}.png` });
    await admin.context().close();
    await context.close();
  }
await browser.close();
