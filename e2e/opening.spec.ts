import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOfApp } from '@anticipa/api/testing/authenticator';
import { freePort } from '@anticipa/api/testing/free-port';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { type PickedFile, receivers, today } from './invoices.ts';
import { tabTo, typeInto } from './keys.ts';
import { invariantsOf, type KillablePortal, operatorCommand, startPortal } from './killable-portal.ts';
import {
  acceptInvitation,
  approve,
  approveReceiver,
  authoriseSale,
  confirmSale,
  goTo,
  keepRecoveryCodes,
  keyOfApp,
  openClient,
  proposeTerms,
  sell,
  withdrawFirst,
} from './opening-steps.ts';
import { ARTEFACTS, drop } from './portal.ts';
import { rehearse } from './rehearsal.ts';
import { firstBrand, proposeBrand } from './setup-steps.ts';

const OPERATOR_PASSWORD = 'mesa-de-credito-2026';
const CLIENT_PASSWORD = 'Ventana-Azul-27';
const ADMINISTRATOR = 'zoe@zapatos.example';
const COUNT = 3;
const issuer = { rfc: 'ZNU150401AB9', name: 'ZAPATOS ÑUÑOA', regime: '601', postalCode: '64000' };
const client = {
  entityName: 'Zapatos Ñuñoa',
  issuer,
  administrator: { firstName: 'Zoé', lastName: 'Núñez', email: ADMINISTRATOR },
  clabe: '012180001234567899',
};

test.describe.configure({ mode: 'serial' });

const dataDir = join(ARTEFACTS, `opening-${process.pid}`);
const portalDir = join(dataDir, 'rehearsal', 'portal');
let systems: Awaited<ReturnType<typeof rehearse>>;
let portal: KillablePortal;
let url: string;
test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  systems = await rehearse(dataDir, port);
  portal = await startPortal(portalDir, port, systems.environment);
});
test.afterAll(async () => {
  await portal?.stop();
  await systems?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Second factor with which an operator signs in. */
const enrol = {
  passkey: async (page: Page): Promise<void> => {
    // It stands before the field of the code, which has the focus.
    await expect(page.getByLabel('Código')).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Crear llave de acceso' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
  },
  app: async (page: Page): Promise<void> => {
    await typeInto(page, page.getByLabel('Código'), codeOfApp(await keyOfApp(page), new Date()));
    await page.keyboard.press('Enter');
  },
};

/** Adds an operator by the command, who enrols a second factor at the first sign-in. */
async function anOperator(
  browser: Browser,
  { email, roles, factor }: { email: string; roles: readonly string[]; factor: keyof typeof enrol },
): Promise<Page> {
  const flags = roles.flatMap((role) => ['--role', role]);
  const printed = operatorCommand(portalDir, systems.environment, 'add', email, ...flags);
  const link = /^http:\S+$/m.exec(printed)?.[0];
  expect(link, printed).toContain(`${url}/recoverPass#`);
  const page = await browser.newPage({ baseURL: url });
  await addAuthenticator(page);
  await acceptInvitation(page, link ?? '', OPERATOR_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible();
  await enrol[factor](page);
  await keepRecoveryCodes(page);
  return page;
}

/** Invoices that the client uploads, all to one receiver. */
async function files(): Promise<PickedFile[]> {
  const made = await makeInvoices({
    pki: systems.pki,
    issuer,
    count: COUNT,
    seed: 1,
    today: today(),
    override: () => ({ receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null, conditions: null }),
  });
  return made.map(({ name, bytes }) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(bytes) }));
}

test('[OPE-01] [OPE-03] [OPE-04] [OPE-05] [OPE-06] a lender starts with an empty database and a client sells, by keyboard', {
  tag: '@full',
}, async ({ browser }) => {
  const ana = await anOperator(browser, {
    email: 'ana@financiera.example',
    roles: ['administrador', 'riesgo', 'soporte'],
    factor: 'passkey',
  });
  const beto = await anOperator(browser, {
    email: 'beto@financiera.example',
    roles: ['riesgo', 'soporte', 'tesoreria'],
    factor: 'app',
  });
  await proposeBrand(ana, firstBrand);
  await proposeTerms(ana, today());
  await openClient(ana, client);
  await goTo(beto, 'p', 'Propuestas');
  await approve(beto, /^Términos 1/);
  await approve(beto, /^Línea Anticipo Índice MXN, Zapatos Ñuñoa/);
  await approve(beto, /^Cuenta Anticipo Índice MXN, Zapatos Ñuñoa/);

  const invitation = async () =>
    /http:\S+recoverPass#\S+/.exec((await systems.mailsTo(ADMINISTRATOR)).join('\n'))?.[0] ?? '';
  await expect.poll(invitation).toContain(url);
  const zoe = await browser.newPage({ baseURL: url });
  await acceptInvitation(zoe, await invitation(), CLIENT_PASSWORD);
  await expect(zoe.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
  await drop(zoe, await files());
  await expect(zoe.getByText(`${COUNT} facturas nuevas`, { exact: true })).toBeVisible();

  await approveReceiver(beto, receivers.biMxn.name);
  await sell(zoe, receivers.biMxn.name);
  await authoriseSale(ana, COUNT, issuer.name);
  await confirmSale(beto);
  await withdrawFirst(ana);
  await zoe.reload();
  await zoe.getByRole('region', { name: 'Estado de tus facturas' }).getByRole('button', { name: 'Rechazadas' }).click();
  await expect(
    zoe.getByRole('dialog', { name: /^Rechazadas/ }).getByRole('row', { name: receivers.biMxn.name }),
  ).toHaveCount(1);
  expect(invariantsOf(portalDir)).toMatch(/^\d+ invariants hold\.$/);
});

test('a production starts no rehearsal, and refuses the database of one', { tag: '@full' }, async () => {
  await expect(rehearse(join(dataDir, 'other'), 1, 'production')).rejects.toThrow('the rehearsal ended');
  await portal.stop();
  const { REHEARSAL_TRUST_DIR: _, ...others } = systems.environment;
  const starting = startPortal(portalDir, await freePort(), others);
  await expect(starting).rejects.toThrow('the database was used for a rehearsal and cannot be used otherwise');
});
