import { getCreditInformation } from '@anticipa/contract/credit';
import { addDays } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { receivers, today, validFiles, written } from './invoices.ts';
import { announced, api, checkScreen, checkState, signIn } from './portal.ts';

const { spareBiMxn: bi, spareFbMxn: fb } = receivers;
const emittedOn = addDays(today(), -10);

/** Advance of an FB invoice in cents: total minus the aforo of 5 %, rounded half-up. */
const advanceOf = (total: bigint): bigint => total - (total * 5n + 50n) / 100n;

/** The total with exactly this advance. */
const totalFor = (advance: bigint): bigint => {
  let total = (advance * 100n) / 95n;
  while (advanceOf(total) < advance) total += 1n;
  return total;
};

/** Totals of FB invoices: 1,000.00, down to a tenth of the limit, down to zero, and one more. */
async function totalsToTheEnd(email: string): Promise<bigint[]> {
  const { get } = await api(email);
  const { lines } = getCreditInformation.response.parse(await get(getCreditInformation.path));
  const line = lines.find(({ product, moneda }) => product === 'FB' && moneda === 'MXN');
  const cents = (text = ''): bigint => BigInt(text.replace('.', ''));
  const tenth = cents(line?.limiteCredito) / 10n;
  const small = 100_000n;
  return [small, totalFor(cents(line?.available) - advanceOf(small) - tenth), totalFor(tenth), 100n];
}

/** Opens a receiver's tile and selects the given invoices. */
async function choose(page: Page, receiver: { readonly name: string }, folios: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `Ver las facturas de ${receiver.name}` }).click();
  for (const folio of folios) await page.getByRole('checkbox', { name: new RegExp(`${folio}$`) }).check();
}

/** The text is the control's description. */
const expectBeside = (control: Locator, text: string): Promise<void> =>
  expect(control).toHaveAccessibleDescription(new RegExp(`^${text}`));

/** The text is announced to screen readers regardless of focus. */
const expectAnnounced = (page: Page, text: string): Promise<void> =>
  expect(announced(page, 'polite').filter({ hasText: text })).toHaveCount(1);

for (const [width, height, start] of [
  [1440, 900, 50_000],
  ...(isFullProof ? ([[390, 844, 51_000]] as const) : []),
] as const) {
  const folio = (place: number): string => `X-${start + place}`;

  test(`[VTA-02] [VTA-03] [VTA-04] [VTA-05] [VTA-06] [VTA-07] [VTA-08] [VTA-09] [VTA-14] [TAB-10] errors of a sale are shown at their fields, at ${width} px`, async ({
    page,
  }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await page.setViewportSize({ width, height });
    const { party, admin } = await aCompany('norte');
    await signIn(page, admin);
    const totals = [116_000n, ...(await totalsToTheEnd(admin))];
    const specOf = (index: number): Partial<InvoiceSpec> => ({
      receiver: index === 0 ? bi : fb,
      currency: 'MXN',
      exchangeRate: null,
      version: '4.0',
      series: 'X',
      folio: String(start + index),
      totalCents: totals[index] ?? 0n,
      emittedOn,
    });
    const files = await validFiles(party, { count: totals.length, seed: start, specOf });
    await page.locator('input[type=file]').first().setInputFiles(files);
    await expect(page.getByText('5 facturas nuevas', { exact: true })).toBeVisible();

    const nothing = page.getByRole('alertdialog', { name: 'Error!' });
    await page.getByRole('button', { name: 'Vender', exact: true }).click();
    await expect(nothing.getByText('Selecciona las facturas que deseas vender', { exact: true })).toBeVisible();
    await nothing.getByRole('button', { name: 'Ok', exact: true }).click();

    await choose(page, bi, [folio(0)]);
    await choose(page, fb, [folio(1), folio(2), folio(3)]);
    const selection = page.getByRole('region', { name: 'Selección' });
    // On a phone the bar has room for the deposit only.
    if (width >= 1024) await expect(selection.getByText('Factoraje MXN 0.00', { exact: true })).toBeVisible();
    const oneMore = page.getByRole('checkbox', { name: new RegExp(`${folio(4)}$`) });
    await oneMore.click();
    const tooMuch = page.getByRole('tabpanel', { name: /^Mis Facturas/ }).getByRole('alert');
    await expect(tooMuch).toContainText('No cabe en tu crédito disponible');
    await expect(tooMuch).toContainText(`Se quitó de la selección: ${folio(4)} (Factoraje).`);
    await expect(oneMore).not.toBeChecked();

    await selection.getByRole('button', { name: 'Vender' }).click();
    const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
    const credit = dialog.getByRole('meter', { name: 'Factoraje en MXN' });
    await expect(credit).toHaveAttribute('aria-valuetext', 'Sobregiro');
    await expect(credit).toHaveAttribute('aria-valuemax', '100');
    await dialog.getByRole('button', { name: `Quitar la factura ${folio(3)} de la venta` }).click();
    await expect(credit).toHaveAttribute('aria-valuetext', 'Queda 10 %');
    await dialog.getByRole('button', { name: `Quitar la factura ${folio(2)} de la venta` }).click();
    await expect(credit).toHaveAttribute('aria-valuetext', /^\d+ % disponible$/);
    // The removed row had the focus; it moves to the remaining row.
    await expect(dialog.getByRole('button', { name: `Quitar la factura ${folio(1)} de la venta` })).toBeFocused();

    await refuseWithoutAnswers(page, dialog, folio(1));
    await refuseHabits(dialog);
    await refuseDates(dialog, folio(0));
    await walkCalendar(page, dialog.getByLabel(`Fecha de pago de la factura ${folio(0)}`));
    await checkState(page, 'sale-refused', checkScreen);
    await correctAndReview(dialog, [folio(0), folio(1)]);

    for (const place of [0, 1]) {
      await dialog.getByRole('button', { name: `Quitar la factura ${folio(place)} de la venta` }).click();
    }
    await expect(dialog.getByText('Selecciona a uno de tus clientes para proceder a la venta')).toBeVisible();
    await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
    await expect(nothing.getByText('Selecciona las facturas que deseas vender', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(nothing).toHaveCount(0);
    // The focus returns to the dialog a moment after the alert has closed.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(violations).toEqual([]);
  });
}

/** With nothing filled in, both group errors name their companies and link to the fields. */
async function refuseWithoutAnswers(page: Page, dialog: Locator, order: string): Promise<void> {
  const term = dialog.getByLabel('Plazo de pago en días');
  const purchaseOrder = dialog.getByLabel(`Orden de compra de la factura ${order}`);
  await term.fill('181');
  await term.press('Tab');
  await expectAnnounced(page, 'El plazo no puede ser mayor a 180 días');
  await term.fill('');
  await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
  const wrong = dialog.getByRole('alert').filter({ hasText: 'Revisa 2 datos antes de continuar' });
  await expect(wrong).toBeFocused();
  for (const [text, { name }, control] of [
    ['Por favor especifica qué día de la semana y el plazo de pago de las siguientes empresas:', bi, term],
    ['Por favor verifica los folios de la orden de compra de las siguientes empresas:', fb, purchaseOrder],
  ] as const) {
    const company = wrong.getByRole('listitem').filter({ hasText: text });
    await company.getByRole('link', { name, exact: true }).click();
    await expect(control).toBeFocused();
  }
  await checkState(page, 'sale-unanswered', checkScreen);
  await expect(dialog.getByText('Falta confirmar el precio de 1 factura')).toBeVisible();
  await expectBeside(term, 'Debe haber un número');
  await expectBeside(purchaseOrder, 'Especifica el folio de la orden de compra');
}

/** The term must be from 1 to 180, and one weekday must remain. */
async function refuseHabits(dialog: Locator): Promise<void> {
  const term = dialog.getByLabel('Plazo de pago en días');
  for (const [typed, text] of [
    ['181', 'El plazo no puede ser mayor a 180 días'],
    ['0', 'El plazo mínimo es de 1 día'],
    ['x', 'Debe haber un número'],
  ] as const) {
    await term.fill(typed);
    await expectBeside(term, text);
  }
  // Typing key by key: the error summary changes with the first key without moving the focus.
  await term.fill('');
  await term.pressSequentially('60');
  await expect(term).toHaveValue('60');
  await expect(term).not.toHaveAttribute('aria-invalid');

  const days = dialog.getByRole('group', { name: 'Días de pago' });
  const friday = days.getByRole('button', { name: 'viernes' });
  await expect(days.getByRole('button', { pressed: true })).toHaveText(/viernes/);
  await friday.click();
  await expect(dialog.getByText('Debe seleccionar al menos un día de la semana', { exact: true })).toBeVisible();
  await expect(friday).toHaveAttribute('aria-pressed', 'true');
  await days.getByRole('button', { name: 'lunes' }).click();
  await friday.click();
  await expect(days.getByRole('button', { pressed: true })).toHaveText(/lunes/);
}

/** Missing, past and too distant dates, at the field and in the error summary. */
async function refuseDates(dialog: Locator, folio: string): Promise<void> {
  const date = dialog.getByLabel(`Fecha de pago de la factura ${folio}`);
  for (const [typed, text] of [
    ['', 'Verifica fecha para pago'],
    [written(today()), 'La fecha para pago no puede ser menor o igual al día de hoy'],
    [written(addDays(emittedOn, 181)), 'La fecha de emisión a la de pago no puede ser mayor a 180 días'],
  ] as const) {
    await date.fill(typed);
    await expectBeside(date, text);
    await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
    await dialog.getByRole('link', { name: `${folio}: ${text}` }).click();
    await expect(date).toBeFocused();
  }
}

/** An incomplete date is reported, and the calendar closes when the keyboard focus leaves it. */
async function walkCalendar(page: Page, date: Locator): Promise<void> {
  await date.fill('31');
  await date.press('Tab');
  await expectAnnounced(page, 'Escribe la fecha como DD/MM/AAAA');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Calendario' });
  await expect(calendar.getByRole('button', { name: /^\d+ [a-z]+ \d{4}/ }).first()).toBeVisible();
  await checkScreen(page, 'sale-calendar');
  await calendar.locator('td button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(calendar.locator(':focus')).toHaveCSS('outline-style', 'solid');
  await date.focus();
  await expect(calendar).toHaveCount(0);
}

/** After all corrections the summary shows the stored purchase order; nothing is sold. */
async function correctAndReview(dialog: Locator, [first = '', second = '']: readonly string[]): Promise<void> {
  await dialog.getByRole('button', { name: /^Usar la fecha calculada/ }).click();
  await dialog.getByLabel(`Orden de compra de la factura ${second}`).fill(' oc 2026 b ');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByText('Precio confirmado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Vender mis facturas' }).click();
  await expect(dialog.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
  await expect(dialog.getByText('OC2026B', { exact: true })).toBeVisible();
  await expect(dialog.getByText(first, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Regresar y corregir' }).click();
}
