import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dateAt, daysBetween, type IsoDate, MEXICO_CITY, nextBusinessDay } from '@anticipa/domain/calendar';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { cutMonth, sellOn } from './past.ts';
import { ARTEFACTS, checkScreen, signIn } from './portal.ts';

const thisMonth = monthOf(today());
const lastMonth = addMonths(thisMonth, -1);
const soldOn = addDays(firstDayOf(lastMonth), 4);
const dueDate = nextBusinessDay(addDays(soldOn, 60));

const inWords = (month: Month): string => {
  const name = new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`));
  return `${name} ${month.slice(0, 4)}`;
};

/** Two invoices in pesos, the first of 116,000.00, and one in dollars. */
const specOf = (index: number): Partial<InvoiceSpec> => ({
  ...(index < 2
    ? { receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null }
    : { receiver: receivers.biUsd, currency: 'USD', exchangeRate: '18.5199' }),
  version: '4.0',
  series: 'H',
  folio: String(40_000 + index),
  totalCents: index === 0 ? 11_600_000n : 900_000n,
  emittedOn: addDays(soldOn, -5),
});

/** Interest earned by 116,000.00 at 24 % on 360 days by the end of a date, in cents, rounded half-up. */
const earnedBy = (date: IsoDate): bigint => {
  const half = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);
  const days = BigInt(daysBetween(soldOn, dueDate));
  const comision = half(11_600_000n * days * 24n, 36_000n);
  return half(comision * BigInt(daysBetween(soldOn, date)), days);
};
const amount = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`.replace(/\B(?=(\d{3})+\.)/g, ',');

const cents = (text: string | undefined): bigint => BigInt((text ?? '0').replace('.', ''));

async function lookBothWays(page: Page, name: string): Promise<void> {
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    // Reduced motion, so that screenshots show no transitional colours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await checkScreen(page, `${name}-${colorScheme}`);
  }
}

/** The screens have component tests, the figures and files API tests; needs a node in the past. */
test('[RUT-01] [RUT-03] [INT-01] [HFI-01] the interest of last month and this month, and its invoices', {
  tag: '@full',
}, async ({ page }) => {
  const { party, admin: email } = await aCompany('norte');
  await sellOn(soldOn, { email, files: await validFiles(party, { count: 3, seed: 90_000, specOf }), dueDate });
  const folio = 'H-40000';

  await signIn(page, email);
  await page.getByRole('link', { name: 'Detalle de Intereses' }).click();
  await expect(page).toHaveURL(/\/interestHistory$/);
  await expect(page.getByRole('heading', { name: 'Detalle de Intereses', level: 1 })).toBeFocused();

  const table = page.getByRole('grid', { name: `Intereses de ${inWords(lastMonth)}` });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Periodo',
    'Folio',
    'Interés',
    'IVA',
    'Moneda',
    'Producto',
  ]);
  const interest = earnedBy(lastDayOf(lastMonth));
  const row = table.getByRole('row').filter({ hasText: folio });
  await expect(row).toContainText(`MXN ${amount(interest)}`);
  await expect(row).toContainText(`MXN ${amount((interest * 16n + 50n) / 100n)}`);
  await expect(row).toContainText('Anticipo Índice');
  await expect(table.getByRole('row').last()).toContainText('USD');
  await lookBothWays(page, 'interest');

  await page.getByLabel('Buscar folio, pagador o producto').fill(folio);
  await expect(page.getByRole('status').filter({ hasText: 'de 3 renglones' })).toBeVisible();
  await page.getByLabel('Buscar folio, pagador o producto').fill('zzz');
  await page.getByRole('button', { name: 'Quitar la búsqueda' }).click();

  await page.getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^detalle-de-intereses-${lastMonth}-01-a-${lastMonth}-\\d\\d.csv$`),
  );
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFPeriodo,Folio,Interés,IVA,Moneda,Producto,Factura de Intereses,Pagador,Días');
  expect(lines.filter((line) => line.includes(',MXN,') || line.includes(',USD,'))).toHaveLength(3);

  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect(page).toHaveURL(new RegExp(`mes=${thisMonth}$`));
  await expect(page.getByText(/^El mes no ha terminado: se muestra lo devengado hasta el/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mes siguiente' })).toHaveCount(0);
  await page.reload();
  const running = page.getByRole('grid', { name: `Intereses de ${inWords(thisMonth)}` });
  const soFar = earnedBy(today()) - interest;
  if (soFar > 0n) await expect(running.getByRole('row').filter({ hasText: folio })).toContainText(amount(soFar));

  await page.getByRole('button', { name: inWords(thisMonth) }).click();
  const panel = page.getByRole('dialog', { name: 'Elegir mes' });
  await lookBothWays(page, 'interest-months');
  const months = panel.getByRole('button', { name: /^[a-z]+$/ });
  const future = 12 - Number(thisMonth.slice(5));
  await expect(months).toHaveCount(12);
  await expect(months.and(page.locator(':disabled'))).toHaveCount(future);
  await panel.getByRole('button', { name: 'Año anterior' }).click();
  await panel.getByRole('button', { name: 'enero' }).click();
  await expect(page.getByRole('heading', { name: /^No hay intereses en enero/ })).toBeVisible();

  await page.getByRole('link', { name: 'Historial de Facturación' }).click();
  await expect(page).toHaveURL(/\/invoicesHistory$/);
  await expect(page.getByRole('heading', { name: `No hay facturas emitidas en ${inWords(thisMonth)}` })).toBeVisible();
  const [invoice] = await cutMonth(test.info().project.use.baseURL ?? '', { email, month: lastMonth });
  // In the first three days of a month they still have the last day of the month before.
  const issuedIn = monthOf(dateAt(new Date(invoice?.emittionDate ?? ''), MEXICO_CITY));
  if (issuedIn !== thisMonth) await page.getByRole('button', { name: 'Mes anterior' }).click();
  const issued = page.getByRole('grid', { name: `Facturas emitidas en ${inWords(issuedIn)}` });
  // Without a reload, the invoices arrive through events.
  await expect(issued.getByRole('columnheader')).toHaveText([
    'Folio',
    'Fecha de Emisión',
    'periodo Facturado',
    'Monto Facturado',
    'Moneda',
    'Estatus',
    'Tipo de Comprobante',
    'Factura',
    'Descarga',
  ]);
  const pesos = issued.getByRole('row').filter({ hasText: `${invoice?.folio}` });
  for (const text of [inWords(lastMonth), `MXN ${amount(cents(invoice?.amount))}`, 'Activa', 'Ingreso', '2 facturas']) {
    await expect(pesos).toContainText(text);
  }
  await lookBothWays(page, 'invoices');
  for (const fileType of ['PDF', 'XML']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Descargar el ${fileType} de la factura ${invoice?.folio}` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${invoice?.folio}.${fileType.toLowerCase()}`);
    const bytes = await readFile(await file.path());
    expect(bytes.toString('latin1')).toMatch(fileType === 'PDF' ? /^%PDF-/ : /^<\?xml/);
    await writeFile(join(ARTEFACTS, `interest-invoice.${fileType.toLowerCase()}`), bytes);
  }
});
