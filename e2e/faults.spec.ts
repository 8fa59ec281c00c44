import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processPreSells, requestAuthorization, sendSummary, setAsPreSell } from '@anticipa/contract/sales';
import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { aCompany, type Company } from './company.ts';
import { receivers, today, validFiles, written } from './invoices.ts';
import { asOwner, during, without, withoutReferenceNumbers } from './owner.ts';
import { checkScreen, checkState, signIn } from './portal.ts';

const { pending: payer, canadian, german } = receivers;
const emittedOn = addDays(today(), -10);
const ofCompany = ({ clientId }: Company): string => `client_id = '${clientId}'`;

test('[TAB-03] [TAB-04] [VTA-13] [RES-03] [EST-03] [EST-04] [RPG-04] a sale continues despite missing data and failures', async ({
  page,
}) => {
  const norte = await aCompany('norte');
  await signIn(page, norte.admin);
  // The demo's operator rejects folios ending in 13.
  const kinds = [
    { folio: '40013', receiver: payer },
    { folio: '40014', receiver: payer },
    { folio: '40015', receiver: payer },
    { folio: '40016', receiver: payer },
    { folio: '40020', receiver: canadian },
    { folio: '40021', receiver: german },
  ] as const;
  const specOf = (index: number): Partial<InvoiceSpec> => ({
    ...kinds[index],
    ...(index < 4 ? { currency: 'MXN', exchangeRate: null } : { currency: 'USD', exchangeRate: '18.5199' }),
    series: 'F',
    version: '4.0',
    totalCents: 10_000_050n,
    emittedOn,
  });
  const files = await validFiles(norte.party, { count: kinds.length, seed: 40_000, specOf });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByText('6 facturas nuevas', { exact: true })).toBeVisible();
  // Pretends that the invoices in dollars came from the tax authority.
  await asOwner(`update invoices set is_synced = true where ${ofCompany(norte)} and folio like '4002%'`);

  await without('bank_accounts', `${ofCompany(norte)} and product = 'BI' and currency = 'USD'`, async () => {
    await page.reload();
    await expectTabs(page);
    await loseDollars(page);
  });
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await during(norte, 'no_summary', () => sellWithoutMail(page, dialog, norte));
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByText('3 facturas de Anticipo Índice pasaron a En crédito.').first()).toBeVisible({
    timeout: 60_000,
  });

  const status = page.getByRole('region', { name: 'Estado de tus facturas' });
  await status.getByRole('button', { name: 'Rechazadas' }).click();
  const rejected = page.getByRole('dialog', { name: /^Rechazadas/ }).getByRole('row', { name: /F-40013/ });
  await expect(rejected).toContainText('El pagador no confirmó la factura');
  await expect(rejected).toContainText('Verifica la factura con tu cliente y vuelve a venderla.');
  await page.keyboard.press('Escape');

  const credit = page.getByRole('dialog', { name: /^En crédito/ });
  await expectLights(status.getByRole('button', { name: 'En crédito' }), credit, norte);
  await credit.getByRole('checkbox', { name: /F-40014$/ }).check();
  await credit.getByRole('checkbox', { name: /F-40016$/ }).check();
  await failReference(page, credit, norte);
});

const tileOf = (page: Page, { name }: { readonly name: string }): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Seleccionar las facturas de ${name}`, exact: true }) });

const pick = (page: Page, receiver: { readonly name: string }): Promise<void> =>
  tileOf(page, receiver).getByRole('checkbox').check();

/** Uploaded and synchronised invoices, one tile per receiver; foreign receivers share a tax id. */
async function expectTabs(page: Page): Promise<void> {
  const notice = page.getByRole('dialog', { name: 'Facturas Preaprobadas' });
  await notice.getByRole('button', { name: 'Después' }).click();
  await expect(tileOf(page, payer)).toContainText(payer.rfc);
  await expect(tileOf(page, payer)).toContainText('MXN 400,002');
  await expect(tileOf(page, payer)).not.toContainText('USD');
  await expect(tileOf(page, canadian)).toHaveCount(0);
  await page.getByRole('tab', { name: /^Facturas Preaprobadas/ }).click();
  await expect(tileOf(page, payer)).toHaveCount(0);
  for (const receiver of [canadian, german]) {
    await expect(tileOf(page, receiver)).toContainText('XEXX010101000');
    await expect(tileOf(page, receiver)).toContainText('USD 100,001');
  }
}

/** Dollars without a bank account: alone the sale does not open, together with pesos it opens without them. */
async function loseDollars(page: Page): Promise<void> {
  const text =
    'Las facturas en USD no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.';
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  const sell = page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Vender' });
  await pick(page, canadian);
  await sell.click();
  const dropped = page.getByRole('alertdialog', { name: 'Facturas fuera de la venta' });
  await expect(dropped.getByText(text)).toBeVisible();
  await dropped.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await pick(page, canadian);
  await page.getByRole('tab', { name: /^Mis Facturas/ }).click();
  await pick(page, payer);
  await sell.click();
  await expect(dialog.getByText(text)).toBeVisible();
  await expect(dialog.getByRole('table')).toHaveCount(1);
  await expect(dialog.getByText('4 facturas', { exact: true }).first()).toBeVisible();
  await checkState(page, 'sale-dropped', checkScreen);
}

/** The four calls of a sale in order; the sale survives the failure of the last one. */
async function sellWithoutMail(page: Page, dialog: Locator, { admin }: Company): Promise<void> {
  const steps = [setAsPreSell, processPreSells, requestAuthorization, sendSummary].map(({ path }): string => path);
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));

  await dialog.getByLabel('Plazo de pago en días').fill('60');
  const soon = nextBusinessDay(addDays(today(), 1));
  await dialog.getByLabel('Fecha de pago de la factura F-40014').fill(written(soon));
  await expect(dialog.getByText('Precio confirmado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
  await dialog.getByRole('button', { name: 'Confirmar los datos' }).click();
  await page.getByRole('button', { name: 'Sí, acepto' }).click();
  await expect(dialog.getByRole('heading', { name: 'Qué sigue' })).toBeVisible();
  await expect(dialog.getByText(`Se envió una copia del resumen a ${admin}.`)).toHaveCount(0);
  expect([...new Set(called)].filter((path) => steps.includes(path))).toEqual(steps);
  expect(logged.some((text) => text.startsWith('the summary was not sent'))).toBe(true);
}

/** Three invoices in credit, one of them due today. */
async function expectLights(opener: Locator, credit: Locator, company: Company): Promise<void> {
  const setDue = (date: string) =>
    asOwner(`update invoices set due_date = ${date} where ${ofCompany(company)} and folio = '40015'`);
  await setDue(`'${today()}'`);
  await opener.click();
  for (const [folio, word] of [
    ['F-40015', 'Vencida'],
    ['F-40014', 'Por vencer'],
    ['F-40016', 'Al corriente'],
  ] as const) {
    await expect(credit.getByRole('row', { name: new RegExp(folio) }).getByText(word, { exact: true })).toBeVisible();
  }
  await setDue(`(select due_date from invoices where ${ofCompany(company)} and folio = '40016')`);
}

/** Failures to number, store and print a reference, then success. */
async function failReference(page: Page, credit: Locator, company: Company): Promise<void> {
  const make = credit.getByRole('button', { name: 'Generar referencia de pago' });
  const refused = credit.getByRole('alert');
  await withoutReferenceNumbers(async () => {
    await make.click();
    await expect(refused).toHaveText('No se pudo generar la referencia. Intenta de nuevo.Reintentar');
  });
  await during(company, 'no_reference', async () => {
    await refused.getByRole('button', { name: 'Reintentar' }).click();
    await expect(refused).toHaveText('Ha ocurrido un error, contacta al administradorReintentar');
  });
  await checkState(page, 'reference-refused', checkScreen);
  await during(company, 'no_account', async () => {
    await refused.getByRole('button', { name: 'Reintentar' }).click();
    const reference = page.getByRole('dialog', { name: 'Referencia de pago' });
    await expect(reference.getByText(/Todavía no hay una cuenta publicada para pagar en MXN/)).toBeVisible();
    await reference.getByRole('button', { name: 'Descargar PDF' }).click();
    const pdf = reference.getByText('¡Error! No se pudo generar el documento, contacta al administrador');
    await expect(pdf).toBeVisible();
  });
}

test('[CAR-06] a storage failure is reported, and the files are accepted afterwards', async ({ page }) => {
  // The portal gives up after five attempts over fifteen seconds; fast-forward the page's clock.
  await page.clock.install();
  const { party, admin, clientId } = await aCompany('norte');
  await signIn(page, admin);
  const specOf = (): Partial<InvoiceSpec> => ({
    receiver: receivers.spareBiMxn,
    currency: 'MXN',
    exchangeRate: null,
    version: '4.0',
    series: 'F',
    folio: '41000',
    emittedOn,
  });
  const [file] = await validFiles(party, { count: 1, seed: 41_000, specOf });
  if (!file) throw new Error('a file is needed');
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'files', clientId);
  await mkdir(folder, { recursive: true });
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, 'a file where the folder belongs');
  try {
    await page.locator('input[type=file]').first().setInputFiles(file);
    const text = 'Lo sentimos! Estamos teniendo problemas para procesar tus archivos, por favor intenta mas tarde';
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible({ timeout: 300 });
    }).toPass();
    const motive = page.getByRole('list', { name: 'Archivos no válidos y facturas rechazadas' }).getByRole('listitem');
    await expect(motive.filter({ hasText: file.name }).first()).toContainText(text);
    await checkScreen(page, 'file-fault');
  } finally {
    await rm(folder);
    await rename(`${folder}.aside`, folder);
  }
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('1 factura nueva', { exact: true })).toBeVisible();
});
