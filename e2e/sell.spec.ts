import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Invoice, listInvoices } from '@anticipa/contract/invoices';
import { addDays } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { rounds } from '@anticipa/sandbox/rounds';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { brokenFiles, receivers, today, validFiles, written } from './invoices.ts';
import { withReferenceNumbers } from './owner.ts';
import { ARTEFACTS, announced, api, checkScreen, checkState, drop, signIn } from './portal.ts';

const kinds = [
  { receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null },
  { receiver: receivers.biUsd, currency: 'USD', exchangeRate: '18.5199' },
  { receiver: receivers.fbMxn, currency: 'MXN', exchangeRate: null },
  { receiver: receivers.fbUsd, currency: 'USD', exchangeRate: '18.5199' },
] as const;

/** Positions of the BI invoices among the twelve sold ones. */
const BI_PLACES = [0, 1, 4, 5, 8, 9];

/** Three invoices of each kind, the first being the golden sale's 116,000.00; the rest belongs to an unused receiver. */
const specOf =
  (start: number) =>
  (index: number): Partial<InvoiceSpec> => {
    const kind = kinds[index % kinds.length];
    const common = {
      folio: String(start + index),
      series: 'E',
      emittedOn: addDays(today(), -10),
      version: '4.0',
    } as const;
    if (index >= 12 || !kind) return { ...common, receiver: receivers.other, currency: 'MXN', exchangeRate: null };
    return { ...common, ...kind, totalCents: index === 0 ? 11_600_000n : 200_000n + BigInt(index) * 12_345n };
  };

/** Independent calculation of the golden sale on 360 days, each amount rounded half-up once. */
function golden(invoice: Invoice) {
  const total = cents(invoice.total);
  const share = (numerator: bigint, denominator: bigint): bigint =>
    (2n * total * numerator + denominator) / (2n * denominator);
  const basisPoints = (rate: string | null): bigint => BigInt(Math.round(Number(rate) * 100));
  const comision = share(BigInt(invoice.paymentDays ?? 0) * basisPoints(invoice.interestRate), 360n * 10_000n);
  const aforo = share(10_000n - basisPoints(invoice.porcentajeAdelanto), 10_000n);
  return { comision, aforo, deposit: total - aforo - comision };
}

const cents = (text: string | null): bigint => BigInt((text ?? '').replace('.', ''));

const BROKEN_KINDS = 10;
const sound = rounds(24, 270);
const brokenOfEach = rounds(1, 3);

/** The phone's is only part of the full run. */
const SIZES = [
  [1440, 900, 10_000],
  [390, 844, 20_000],
] as const;

for (const [width, height, start] of SIZES.slice(0, rounds(1, 2))) {
  test(`[TAB-07] [TAB-10] [VTA-01] [RES-01] [RES-02] [RES-05] [CAR-01] [CAR-02] [PRE-04] [EST-01] [EST-02] [EST-03] [RPG-01] [RPG-02] a company sells its invoices at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { party, admin } = await aCompany('norte');
    await signIn(page, admin);
    await expect(page.getByRole('meter', { name: 'Línea de Anticipo Índice en pesos' })).toHaveAttribute(
      'aria-valuetext',
      /^\d+ % disponible$/,
    );
    await checkState(page, 'home', checkScreen);

    const files = await validFiles(party, { count: sound, seed: start, specOf: specOf(start) });
    await drop(page, [...files, ...(await brokenFiles(party, brokenOfEach, start))]);
    await expect(page.getByText(`${sound} facturas nuevas`, { exact: true })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(`${BROKEN_KINDS * brokenOfEach} archivos no válidos`, { exact: true })).toBeVisible();
    await checkScreen(page, 'uploaded');

    for (const { receiver } of kinds) {
      const all = page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver.name}` });
      await all.click();
      await expect(all).toBeChecked();
    }
    await checkState(page, 'selected', checkScreen);
    await page
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: /^Vender/ })
      .click();

    const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
    await expect(dialog).toBeVisible();
    await checkState(page, 'sale-open', checkScreen);

    await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
    await expect(dialog.getByText('Por favor especifica qué día de la semana y el plazo de pago')).toBeVisible();
    await checkScreen(page, 'sale-incomplete');
    await dialog.getByRole('button', { name: 'Aplicar a todos' }).click();
    await expect(announced(page, 'assertive').filter({ hasText: 'Debe haber un número' })).toHaveCount(1);
    for (const term of await dialog.getByLabel('Plazo de pago en días').all()) await term.fill('60');
    const orders = dialog.getByLabel(/^Orden de compra de la factura/);
    for (const order of await orders.all()) await order.fill(' oc 2026 ');
    await expect(dialog.getByText('Precio confirmado')).toBeVisible();
    await checkState(page, 'sale', checkScreen);
    await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();

    await expect(dialog.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: /Enviar copia a mi correo/ })).toBeChecked();
    await expect(dialog.getByText('MXN 116,000.00', { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText(written(addDays(today(), -10)), { exact: true }).first()).toBeVisible();
    await checkScreen(page, 'summary');
    await dialog.getByRole('button', { name: 'Confirmar los datos' }).click();

    const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });
    await expect(terms.getByRole('button', { name: 'Sí, acepto' })).toBeEnabled();
    await checkScreen(page, 'terms');
    await terms.getByRole('button', { name: 'Sí, acepto' }).click();

    await expect(dialog.getByText('El depósito llegará a tu cuenta en 24 a 72 horas.')).toBeVisible();
    await checkScreen(page, 'done');
    await dialog.getByRole('button', { name: 'Dar seguimiento' }).click();

    // From here on the lender's answer arrives through events, without a reload.
    await expectFollowed(page);
    const home = width < 1024 ? 'Inicio' : 'Tablero General';
    await page.getByRole('navigation').getByRole('link', { name: home, exact: true }).click();
    const status = page.getByRole('region', { name: 'Estado de tus facturas' });
    await expect(status.getByRole('tab')).toHaveText([/^Anticipo Índice/, /^Factoraje/]);
    const donut = status.getByRole('table', { name: 'Facturas de Anticipo Índice por estado' });
    await donut.getByRole('button', { name: 'En crédito' }).click();
    const credit = page.getByRole('dialog', { name: /^En crédito/ });
    for (const place of BI_PLACES) {
      await expect(credit.getByRole('checkbox', { name: new RegExp(`E-${start + place}$`) })).toBeVisible({
        timeout: 60_000,
      });
    }
    await expect(credit.getByText('Al corriente', { exact: true }).first()).toBeVisible();
    await checkScreen(page, 'in-credit');

    await credit.getByRole('button', { name: 'Generar referencia de pago' }).click();
    await expect(page.getByText('Ninguna factura seleccionada')).toBeVisible();
    for (const place of BI_PLACES) {
      await credit.getByRole('checkbox', { name: new RegExp(`E-${start + place}$`) }).check();
    }
    await credit.getByRole('button', { name: 'Generar referencia de pago' }).click();
    await expect(
      page.getByText('Selecciona facturas de una sola moneda para poder generar la referencia'),
    ).toBeVisible();
    await credit.getByRole('button', { name: 'Dejar solo MXN' }).click();
    const reference = page.getByRole('dialog', { name: 'Referencia de pago' });
    await withReferenceNumbers(async () => {
      await credit.getByRole('button', { name: 'Generar referencia de pago' }).click();
      await expect(reference.getByText(/AN\d{12}/).first()).toBeVisible();
    });
    await expect(reference.getByText(/^\d{2}-[a-z]{3}-\d{4} \d{1,2}:\d{2} [ap]m por Elena/)).toBeVisible();
    await checkScreen(page, 'reference');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      reference.getByRole('button', { name: 'Descargar PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^AN\d{12}\.pdf$/);
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await mkdir(ARTEFACTS, { recursive: true });
    await writeFile(join(ARTEFACTS, `reference-${width}.pdf`), pdf);

    await expectGoldenFigures(admin, start);
  });
}

/** The four sales are listed; the newest is followed to its deposit, with its contract. */
async function expectFollowed(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sales$/);
  await expect(page.getByRole('link', { name: /^Venta \d+$/ })).toHaveCount(4);
  await checkScreen(page, 'sales');
  await page.getByRole('link', { name: 'Venta 4', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Venta 4' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Depositamos en tu cuenta (MXN|USD) [\d,]+\.\d{2}$/ })).toBeVisible({
    timeout: 180_000,
  });
  await expect(page.getByRole('list', { name: 'Avance de la venta' })).toContainText(/Clave de rastreo: \S+/);
  await checkScreen(page, 'sale-sheet');
  const [contract] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar contrato' }).click(),
  ]);
  expect(contract.suggestedFilename()).toBe('contrato-venta-4.pdf');
}

/** Every booked invoice matches the independent calculation. */
async function expectGoldenFigures(email: string, start: number): Promise<void> {
  const client = await api(email);
  const answer = await client.get(`/api/factoringDocument?status=${invoiceStatus.CREDITO}`);
  const { data } = listInvoices.response.parse(answer);
  const sold = data.filter(({ folio }) => Number(folio) >= start && Number(folio) < start + 12);
  expect(sold).toHaveLength(12);
  for (const invoice of sold) {
    const { comision, aforo, initialDeposit } = invoice;
    const booked = { comision: cents(comision), aforo: cents(aforo), deposit: cents(initialDeposit) };
    expect(booked).toEqual(golden(invoice));
  }
}
