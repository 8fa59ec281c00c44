import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processPreSells, requestAuthorization, sendSummary, setAsPreSell } from '@anticipa/contract/sales';
import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { receivers, soundFiles, today, written } from './invoices.ts';
import { asOwner, during, unwritable, without } from './owner.ts';
import { lookAt, signIn } from './portal.ts';

const email = 'admin@norte.demo';
const { pending: payer, canadian, german } = receivers;
const emittedOn = addDays(today(), -10);
const ofClient = `client_id = (select client_id from clients where rfc = '${demoClients.norte.rfc}')`;

test('[TAB-03] [TAB-04] [VTA-13] [RES-03] [EST-03] [EST-04] [RPG-04] a sale goes on beside what is missing or broken', async ({
  page,
}) => {
  await signIn(page, email);
  // The lender's operator in the demo rejects what ends in 13.
  const kinds = [
    { folio: '40013', receiver: payer },
    { folio: '40014', receiver: payer },
    { folio: '40015', receiver: payer },
    { folio: '40016', receiver: payer },
    { folio: '40020', receiver: canadian },
    { folio: '40021', receiver: german },
  ] as const;
  const files = await soundFiles(kinds.length, 40_000, (index) => ({
    ...kinds[index],
    ...(index < 4 ? { currency: 'MXN', exchangeRate: null } : { currency: 'USD', exchangeRate: '18.5199' }),
    series: 'F',
    version: '4.0',
    totalCents: 10_000_050n,
    emittedOn,
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByText('6 facturas nuevas', { exact: true })).toBeVisible();
  // Nothing else brings invoices from the tax authority: those in dollars are as if they had come from there.
  await asOwner(`update invoices set is_synced = true where serie = 'F' and folio like '4002%'`);

  await without('bank_accounts', `${ofClient} and product = 'BI' and currency = 'USD'`, async () => {
    await page.reload();
    await expectTabs(page);
    await loseDollars(page);
  });
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await during(unwritable('outbox', `new.kind = 'sale-summary'`), () => sellWithoutMail(page, dialog));
  await dialog.getByRole('button', { name: 'Dar seguimiento' }).click();
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
  await expectLights(status.getByRole('button', { name: 'En crédito' }), credit);
  await credit.getByRole('checkbox', { name: /F-40014$/ }).check();
  await credit.getByRole('checkbox', { name: /F-40016$/ }).check();
  await failReference(page, credit);
});

const tileOf = (page: Page, { name }: { readonly name: string }): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Seleccionar las facturas de ${name}`, exact: true }) });

const pick = (page: Page, receiver: { readonly name: string }): Promise<void> =>
  tileOf(page, receiver).getByRole('checkbox').check();

/** What was uploaded and what came from the tax authority, one tile per receiver; those abroad share a tax id. */
async function expectTabs(page: Page): Promise<void> {
  await expect(tileOf(page, payer)).toContainText(payer.rfc);
  await expect(tileOf(page, payer)).toContainText('MXN 400,002USD 0');
  await expect(tileOf(page, canadian)).toHaveCount(0);
  await page.getByRole('tab', { name: /^Facturas Preaprobadas/ }).click();
  await expect(tileOf(page, payer)).toHaveCount(0);
  for (const receiver of [canadian, german]) {
    await expect(tileOf(page, receiver)).toContainText('XEXX010101000');
    await expect(tileOf(page, receiver)).toContainText('MXN 0USD 100,001');
  }
}

/** The sale of dollars that have no account to go to: alone it does not open, with pesos it opens without them. */
async function loseDollars(page: Page): Promise<void> {
  const text =
    'Las facturas en USD no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.';
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  const sell = page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Vender' });
  await pick(page, canadian);
  await sell.click();
  await expect(page.getByRole('tabpanel').getByText(text)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await pick(page, canadian);
  await page.getByRole('tab', { name: /^Mis Facturas/ }).click();
  await pick(page, payer);
  await sell.click();
  await expect(dialog.getByText(text)).toBeVisible();
  await expect(dialog.getByRole('table')).toHaveCount(1);
  await expect(dialog.getByText('4 facturas', { exact: true }).first()).toBeVisible();
  await lookAt(page, 'sale-dropped');
}

/** The four calls of a sale in their order; the last one fails, which the sale survives. */
async function sellWithoutMail(page: Page, dialog: Locator): Promise<void> {
  const steps = [setAsPreSell, processPreSells, requestAuthorization, sendSummary].map(({ path }): string => path);
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));

  await dialog.getByLabel('Plazo de pago en días').fill('60');
  const soon = nextBusinessDay(addDays(today(), 1));
  await dialog.getByLabel('Fecha de pago de la factura F-40014').fill(written(soon));
  await expect(dialog.getByText('Precio confirmado por el servidor')).toBeVisible();
  await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
  await dialog.getByRole('button', { name: 'Confirmar los datos' }).click();
  await page.getByRole('button', { name: 'Sí, acepto' }).click();
  await expect(dialog.getByRole('heading', { name: 'Qué sigue' })).toBeVisible();
  await expect(dialog.getByText(`Se envió una copia del resumen a ${email}.`)).toHaveCount(0);
  expect([...new Set(called)].filter((path) => steps.includes(path))).toEqual(steps);
  expect(logged.some((text) => text.startsWith('the summary was not sent'))).toBe(true);
}

/** Three invoices in credit, one of them on the day on which it should be paid. */
async function expectLights(opener: Locator, credit: Locator): Promise<void> {
  const dueOf = (date: string) => `update invoices set due_date = ${date} where serie = 'F' and folio = '40015'`;
  const asSold = `(select due_date from invoices where serie = 'F' and folio = '40016')`;
  await during({ make: dueOf(`'${today()}'`), mend: dueOf(asSold) }, async () => {
    await opener.click();
    for (const [folio, word] of [
      ['F-40015', 'Vencida'],
      ['F-40014', 'Por vencer'],
      ['F-40016', 'Al corriente'],
    ] as const) {
      await expect(credit.getByRole('row', { name: new RegExp(folio) }).getByText(word, { exact: true })).toBeVisible();
    }
  });
}

/** A reference that cannot be numbered, one that cannot be written, one that cannot be printed, and then one. */
async function failReference(page: Page, credit: Locator): Promise<void> {
  const make = credit.getByRole('button', { name: 'Generar referencia de pago' });
  const refused = credit.getByRole('alert');
  const { rows } = await asOwner('select last_value from payment_reference_numbers');
  const setNumber = (number: string) => `select setval('payment_reference_numbers', ${number})`;
  await during({ make: setNumber('99999999'), mend: setNumber(rows[0]?.last_value) }, async () => {
    await make.click();
    await expect(refused).toHaveText('No se pudo generar la referencia. Intenta de nuevo.Reintentar');
  });
  await during(unwritable('payment_references'), async () => {
    await refused.getByRole('button', { name: 'Reintentar' }).click();
    await expect(refused).toHaveText('Ha ocurrido un error, contacta al administradorReintentar');
  });
  await lookAt(page, 'reference-refused');
  await without('lender_accounts', `currency = 'MXN'`, async () => {
    await refused.getByRole('button', { name: 'Reintentar' }).click();
    const reference = page.getByRole('dialog', { name: 'Referencia de pago' });
    await expect(reference.getByText(/Todavía no hay una cuenta publicada para pagar en MXN/)).toBeVisible();
    await reference.getByRole('button', { name: 'Descargar PDF' }).click();
    const pdf = reference.getByText('¡Error! No se pudo generar el documento, contacta al administrador');
    await expect(pdf).toBeVisible();
  });
}

test('[CAR-06] a store that cannot take the files says so, and takes them when it can', async ({ page }) => {
  // The portal tries five times over fifteen seconds before it gives up; the page's clock runs ahead meanwhile.
  await page.clock.install();
  await signIn(page, email);
  const [file] = await soundFiles(1, 41_000, () => ({
    receiver: receivers.spareBiMxn,
    currency: 'MXN',
    exchangeRate: null,
    version: '4.0',
    series: 'F',
    folio: '41000',
    emittedOn,
  }));
  if (!file) throw new Error('a file is needed');
  const { rows } = await asOwner(`select client_id from clients where ${ofClient}`);
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'files', rows[0]?.client_id);
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
    const row = page.getByRole('grid', { name: 'Archivos no válidos y facturas rechazadas' }).getByRole('row');
    await expect(row.filter({ hasText: file.name })).toContainText(text);
    await lookAt(page, 'file-fault');
  } finally {
    await rm(folder);
    await rename(`${folder}.aside`, folder);
  }
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('1 factura nueva', { exact: true })).toBeVisible();
});
