/** Steps at the desk with the lender's money: paying, collecting, correcting. */
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Lender, Person } from './lender.ts';

/** The amount in a field or a text, in cents. */
export const centsIn = (text: string): bigint => BigInt(text.replace(/\D/g, '') || 0);

/** Sends a dialog, which closes. */
async function send(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Orders payments of a queue at the bank. */
export async function order(page: Page, ...rows: readonly RegExp[]): Promise<void> {
  for (const name of rows) await page.getByRole('row', { name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Ordenar/ }).click();
  await send(page.getByRole('dialog', { name: 'Ordenar pagos en el banco' }), 'Ordenar');
}

/** Orders a payment above the amounts of one person, which another one approves. */
export async function proposePayment(page: Page, row: RegExp, reason: string): Promise<void> {
  await page.getByRole('row', { name: row }).getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Ordenar/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ordenar pagos en el banco' });
  await dialog.getByRole('button', { name: 'Ordenar', exact: true }).click();
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'Proponer');
}

/** Registers a transfer that a person made at the bank, or by mistake one that nobody made. Returns its cents. */
export async function transferByHand(
  { accounts }: Lender,
  page: Page,
  button: string | RegExp,
  { key: mistaken }: { readonly key?: string } = {},
): Promise<bigint> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  const shown = /(MXN|USD) ([\d,]+\.\d\d)/.exec((await dialog.textContent()) ?? '');
  const currency = financedCurrencies.find((one) => one === shown?.[1]) ?? 'MXN';
  const cents = centsIn(shown?.[2] ?? '');
  await dialog.getByLabel('Clave de rastreo').fill(mistaken ?? accounts[currency].move(-cents, 'SPEI ENVIADO'));
  await send(dialog, 'Registrar pago');
  return cents;
}

interface Typed {
  /** Amount to pay. Defaults to the debt of today. */
  readonly amount?: string;
  readonly reason?: string;
  readonly currency?: FinancedCurrency;
  readonly payer?: 'El receptor' | 'El cliente, en su lugar';
}

/** Fills the dialog of a payment that has arrived at a bank. */
async function fillPayment(
  { accounts }: Lender,
  page: Page,
  { amount, reason, payer, currency = 'MXN' }: Typed,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Importe recibido');
  if (amount !== undefined) await field.fill(amount);
  const key = accounts[currency].move(centsIn(await field.inputValue()), 'SPEI RECIBIDO');
  await dialog.getByLabel('Clave de rastreo').fill(key);
  await dialog.getByLabel('Banco que envió').fill('BBVA MEXICO');
  if (payer !== undefined) await dialog.getByLabel('Quién pagó').selectOption(payer);
  if (reason !== undefined) await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, reason === undefined ? 'Registrar pago' : 'Enviar a aprobación');
}

/** Registers the payment of some invoices. */
export async function pay(lender: Lender, person: Person, folios: readonly string[], typed: Typed = {}): Promise<void> {
  const page = await lender.open(person, '/lender/portfolio');
  for (const folio of folios)
    await page
      .getByRole('row', { name: new RegExp(`\\b${folio}\\b`) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await fillPayment(lender, page, typed);
}

/** Opens the page of an invoice from 'Cartera'. */
export async function openInvoice(lender: Lender, person: Person, folio: string): Promise<Page> {
  const page = await lender.open(person, '/lender/portfolio');
  await page.getByRole('link', { name: folio, exact: true }).click();
  await expect(page.getByRole('heading', { name: `Factura ${folio}`, level: 1 })).toBeVisible();
  return page;
}

/** Opens the page of an invoice that may be paid, from the sale of one that is not. */
export async function openSoldInvoice(
  lender: Lender,
  person: Person,
  { from, folio }: { readonly from: string; readonly folio: string },
): Promise<Page> {
  const page = await lender.open(person, '/lender/portfolio');
  await page
    .getByRole('row', { name: new RegExp(`\\b${from}\\b`) })
    .getByRole('link', { name: /^Venta/ })
    .click();
  await openInvoiceOfSale(page, folio);
  return page;
}

/** Goes from the page of a sale to that of one of its invoices. */
export async function openInvoiceOfSale(page: Page, folio: string): Promise<void> {
  const invoices = page.getByRole('list', { name: 'Facturas de la venta' });
  await invoices.getByRole('button', { name: new RegExp(`^${folio}\\b`) }).click();
  await page.getByRole('link', { name: 'Ver la factura' }).click();
  await expect(page.getByRole('heading', { name: /^Factura/, level: 1 })).toBeVisible();
}

/** Proposes to undo the last movement of an invoice on the screen. */
export async function undo(page: Page, reason: string, money?: string): Promise<void> {
  await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (money !== undefined) await dialog.getByLabel('El dinero').selectOption(money);
  await expect(dialog.getByRole('region', { name: 'Qué pasa' })).toBeVisible();
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'Enviar a aprobación');
}

/** Registers the payment of what an invoice on the screen, or its client, owes. */
export async function payInvoice(lender: Lender, page: Page, typed: Typed = {}): Promise<void> {
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await fillPayment(lender, page, typed);
}

/** Uses a button of the screen whose dialog takes a reason, and perhaps more. */
export async function act(
  page: Page,
  button: string | RegExp,
  { fields = {}, send: confirm }: { readonly fields?: Readonly<Record<string, string>>; readonly send: string },
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await send(dialog, confirm);
}

interface Arrival {
  readonly key: string;
  readonly pesos: number;
  /** Defaults to the lender's account. */
  readonly clabe?: string;
  readonly concept?: string;
}

/** Money arrives at STP. */
export async function arrive(lender: Lender, { key, pesos, clabe, concept }: Arrival): Promise<void> {
  await lender.bank.stp.deposit({
    claveRastreo: key,
    monto: pesos,
    cuentaBeneficiario: clabe ?? lender.production.config.stpClabe ?? '',
    conceptoPago: concept ?? 'PAGO DE FACTURAS',
  });
}

/** Identifies money as the payment of some invoices. A deduction for a credit note needs a second person. */
export async function identify(
  page: Page,
  key: string,
  folios: readonly string[],
  note?: { readonly folio: string; readonly amount: string; readonly uuid: string; readonly reason: string },
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Identificar ${key}`) }).click();
  const dialog = page.getByRole('dialog');
  for (const folio of folios) {
    await dialog.getByLabel(/^Buscar cliente/).fill(folio);
    await dialog.getByLabel(new RegExp(`^${folio} `)).check();
  }
  if (note !== undefined) {
    await dialog.getByLabel(`Descuento en ${note.folio}`).selectOption('Nota de crédito');
    await dialog.getByLabel(`Importe que se descontó de ${note.folio}`).fill(note.amount);
    await dialog.getByLabel(`Folio fiscal de la nota de ${note.folio}`).fill(note.uuid);
    await dialog.getByLabel('Motivo').fill(note.reason);
  }
  await send(dialog, note === undefined ? 'Identificar' : 'Enviar a aprobación');
}

/** Accepts the proposal for a receipt. */
export async function acceptProposal(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Revisar ${key}`) }).click();
  await send(page.getByRole('dialog'), 'Aceptar');
}

/** Makes a payment reference for an invoice, as its client does at the portal. */
export async function makeReference(page: Page, folio: string): Promise<string> {
  const credit = page.getByRole('dialog', { name: /^En crédito/ });
  await credit.getByRole('checkbox', { name: new RegExp(`\\b${folio}$`) }).check();
  await credit.getByRole('button', { name: 'Generar referencia de pago' }).click();
  const shown = page.getByRole('dialog', { name: 'Referencia de pago' }).getByText(/AN\d{12}/);
  return /AN\d{12}/.exec((await shown.first().textContent()) ?? '')?.[0] ?? '';
}
