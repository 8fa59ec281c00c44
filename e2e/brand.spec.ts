import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { lenderPaths } from '@anticipa/web/src/lib/lender-paths.ts';
import { paths } from '@anticipa/web/src/lib/paths.ts';
import { expect, type Page, test } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { closed, press, typeInto } from './keys.ts';
import { startLender } from './lender.ts';
import { approve, goTo, openClient, toApproval } from './opening-steps.ts';
import { firstBrand, inviteOperator, proposeBrand } from './setup-steps.ts';

const NOW = new Date('2026-03-10T17:00:00Z');
const DEMO = /\bAnticipa\b|anticipa\.mx/;
const ADMINISTRATOR = 'zoe@zapatos.example';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#8a1538"/></svg>';

/** Every screen that is not of one thing. */
const screensOf = (all: Readonly<Record<string, string>>): string[] =>
  Object.values(all).filter((path) => !path.includes('$') && !['/login', '/logout', '/recoverPass'].includes(path));

/** The texts of a page that a person can read, with names for screen readers, and title. */
const readOn = async (page: Page): Promise<string> => {
  const labels = await page
    .locator('[aria-label], [alt], [title], [placeholder]')
    .evaluateAll((all) =>
      all.map((one) =>
        ['aria-label', 'alt', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? '').join(' '),
      ),
    );
  return [await page.title(), await page.locator('body').textContent(), ...labels].join('\n');
};

const textOf = async (base64: string): Promise<string> => {
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(base64, 'base64')));
  const { info } = await document.getMetadata();
  return `${JSON.stringify(info)} ${(await extractText(document, { mergePages: true })).text}`;
};

test('[MAR-08] a brand changed by two people is on every screen, mail and PDF, and nothing of the demo’s is left', {
  tag: '@full',
}, async ({ browser }) => {
  // It opens forty screens.
  test.setTimeout(900_000);
  const lender = await startLender('brand', NOW);
  try {
    const byCommand = async (name: string) => {
      const email = `${name}@financiera.example`;
      const link = await lender.production.inviteOperator(email, ['administrador', 'riesgo', 'soporte', 'tesoreria']);
      return lender.join(browser, email, 'operator', link);
    };
    const ana = await byCommand('ana');
    await proposeBrand(ana.page, firstBrand);
    const beto = await byCommand('beto');

    await goTo(ana.page, 'a', 'Ajustes');
    await press(ana.page, ana.page.getByRole('button', { name: 'Proponer cambio de marca' }));
    const dialog = ana.page.getByRole('dialog', { name: 'Proponer cambio de marca' });
    await dialog.getByLabel('Nombre', { exact: true }).fill('Capital Brisa');
    await dialog.getByLabel('Color principal', { exact: true }).fill('#8a1538');
    await dialog
      .getByLabel('Subir logotipo')
      .last()
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    await expect(dialog.getByRole('button', { name: 'Sin logotipo' })).toBeVisible();
    await typeInto(ana.page, dialog.getByLabel('Motivo'), 'nueva imagen');
    await press(ana.page, dialog.getByRole('button', { name: toApproval }));
    await closed(dialog);
    const proposals = await lender.open(beto, '/lender/proposals');
    await expect(proposals.getByRole('group', { name: 'Modo oscuro' })).toBeVisible();
    await approve(proposals, /^Marca de la financiera/);

    const check = async (page: Page, path: string): Promise<void> => {
      // Each page takes another token, and only the newest of a session are kept.
      lender.production.clock.pass(1_000);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const text = await readOn(page);
      expect(text, page.url()).not.toMatch(DEMO);
      expect(text, page.url()).toContain('Capital Brisa');
    };
    for (const path of screensOf(lenderPaths)) await check(ana.page, path);
    const colour = () =>
      ana.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
    expect(await colour()).toContain('#8a1538');
    await expect(ana.page.getByRole('img', { name: 'Capital Brisa' }).locator('img')).not.toHaveJSProperty(
      'naturalWidth',
      0,
    );

    await goTo(ana.page, 'o', 'Operadores');
    await inviteOperator(ana.page, 'carla@financiera.example', ['cobranza'], toApproval);
    await approve(await lender.open(beto, '/lender/proposals'), /^Operador carla/);
    await openClient(ana.page, {
      entityName: 'Zapatos Ñuñoa',
      issuer: { rfc: 'ZNU150401AB9', regime: '601', postalCode: '64000' },
      administrator: { firstName: 'Zoé', lastName: 'Núñez', email: ADMINISTRATOR },
      clabe: '012180001234567899',
    });
    const zoe = await lender.join(browser, ADMINISTRATOR, 'client');
    for (const path of screensOf(paths)) await check(zoe.page, path);
    const mails = lender.production.systems.mail.mails();
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(['carla@financiera.example', ADMINISTRATOR]));
    for (const mail of mails) {
      const whole = JSON.stringify(mail);
      expect(whole).not.toMatch(DEMO);
      expect(mail.from).toMatch(/<avisos@aurora\.example>$/);
    }
    expect(mails.find(({ to }) => to === ADMINISTRATOR)?.subject).toBe('Tu usuario en el portal de Capital Brisa');

    const session = await lender.production.signIn(ADMINISTRATOR);
    const period = { startDate: '2026-03-01', endDate: '2026-03-10' };
    const { base64 } = await session.call(routes.balanceStatement, { body: period });
    const statement = await textOf(base64);
    expect(statement).toContain('Capital Brisa');
    expect(statement).not.toMatch(DEMO);

    const visitor = await browser.newPage();
    await check(visitor, `${lender.production.config.baseUrl}/login`);
    for (const path of ['/manifest.webmanifest', '/brand.json', '/login', '/', '/lender']) {
      const answer = await visitor.request.get(`${lender.production.config.baseUrl}${path}`);
      const text = await answer.text();
      expect(text, path).toContain('Capital Brisa');
      expect(text, path).not.toMatch(DEMO);
    }
    for (const path of ['/v1/docs', '/v1/openapi.json', '/api/docs', '/api/openapi.json'])
      expect(await (await visitor.request.get(`${lender.production.config.baseUrl}${path}`)).text(), path).not.toMatch(
        DEMO,
      );
    const dist = join(import.meta.dirname, '..', 'apps/web/dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|css|html|svg|vtt|webmanifest)$/.test(name))
        expect(readFileSync(join(dist, name), 'utf8'), name).not.toMatch(DEMO);
  } finally {
    await lender.close();
  }
});
