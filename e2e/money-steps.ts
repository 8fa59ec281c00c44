/** Steps at the desk with the lender's money: paying, collecting, correcting. */
import { readFile } from 'node:fs/promises';
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './browsers.ts';
import { closed, press } from './keys.ts';
import type { Lender } from './lender.ts';

/** The amount in a field or a text, in cents. */
export const centsIn = (text: string): bigint => BigInt(text.replace(/\D/g, '') || 0);

/** The first amount that a dialog shows. */
async function moneyIn(dialog: Locator): Promise<{ readonly currency: FinancedCurrency; readonly cents: bigint }> {
  const shown = /(MXN|USD) ([\d,]+\.\d\d)/.exec((await dialog.textContent()) ?? '');
  const currency = financedCurrencies.find((one) => one === shown?.[1]) ?? 'MXN';
  return { currency, cents: centsIn(shown?.[2] ?? '') };
}

/** Sends a dialog, which closes. */
async function send(dialog: Locator, button: string): Promise<void> {
  await press(dialog.page(), dialog.getByRole('button', { name: button, exact: true }));
  await closed(dialog);
}

/** Orders payments of a queue at the bank. */
export async function order(page: Page, ...rows: readonly RegExp[]): Promise<void> {
  for (const name of rows) await press(page, page.getByRole('row', { name }), 'Space');
  await press(page, page.getByRole('button', { name: /^Ordenar/ }));
  await send(page.getByRole('dialog', { name: 'Ordenar pagos en el banco' }), 'Ordenar');
}

/** Orders a payment above the amounts of one person, which another one approves. */
export async function proposePayment(page: Page, row: RegExp, reason: string): Promise<void> {
  await press(page, page.getByRole('row', { name: row }), 'Space');
  await press(page, page.getByRole('button', { name: /^Ordenar/ }));
  const dialog = page.getByRole('dialog', { name: 'Ordenar pagos en el banco' });
  await press(page, dialog.getByRole('button', { name: 'Ordenar', exact: true }));
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'Proponer');
}

/** Registers a transfer that a person makes at the bank, or by mistake one that nobody makes. */
export async function transferByHand(
  { accounts }: Lender,
  page: Page,
  button: string | RegExp,
  { key: mistaken }: { readonly key?: string } = {},
): Promise<void> {
  await press(page, page.getByRole('button', { name: button }));
  const dialog = page.getByRole('dialog');
  const { currency, cents } = await moneyIn(dialog);
  await dialog.getByLabel('Clave de rastreo').fill(mistaken ?? accounts[currency].move(-cents, 'SPEI ENVIADO'));
  await send(dialog, 'Registrar pago');
}

/** Proposes to record that a payment came back, which it does. */
export async function comeBack({ accounts }: Lender, page: Page, button: RegExp, reason: string): Promise<void> {
  await press(page, page.getByRole('button', { name: button }));
  const dialog = page.getByRole('dialog');
  const { currency, cents } = await moneyIn(dialog);
  await dialog.getByLabel('Clave del regreso').fill(accounts[currency].move(cents, 'SPEI DEVUELTO'));
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'Proponer');
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
  for (const folio of folios) await press(page, page.getByRole('row', { name: new RegExp(`\\b${folio}\\b`) }), 'Space');
  await press(page, page.getByRole('button', { name: 'Registrar pago' }));
  await fillPayment(lender, page, typed);
}

/** Opens the page of an invoice from those in credit in 'Cartera'. */
export async function openInvoice(lender: Lender, person: Person, folio: string): Promise<Page> {
  return openFrom(await lender.open(person, '/lender/portfolio'), folio);
}

/** Opens the page of an invoice, which may be paid, from all that were sold. */
export async function openSold(lender: Lender, person: Person, folio: string): Promise<Page> {
  return openFrom(await lender.open(person, '/lender/portfolio?cola=sold'), folio);
}

async function openFrom(page: Page, folio: string): Promise<Page> {
  await press(page, page.getByRole('link', { name: folio, exact: true }));
  await expect(page.getByRole('heading', { name: `Factura ${folio}`, level: 1 })).toBeVisible();
  return page;
}

const fates = {
  waits: 'Está en el banco: queda por identificar',
  gone: 'No llegó, o el banco se lo llevó',
  moved: 'Es de otra factura: se mueve en un solo paso',
} as const;

interface Undoing {
  /** The movement, if not the last one. */
  readonly what?: RegExp;
  /** Fate of a receipt's money; other movements have none. */
  readonly money?: keyof typeof fates;
  /** Invoice to which the money is moved. */
  readonly to?: string;
  /** Consequence that is shown. */
  readonly shows?: RegExp;
}

/** Proposes to undo a movement of an invoice on the screen. */
export async function undo(page: Page, reason: string, { what, money, to, shows }: Undoing = {}): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Deshacer', exact: true }));
  const dialog = page.getByRole('dialog');
  const all = dialog.getByLabel('Qué se deshace');
  if (what !== undefined) await all.selectOption(await all.getByRole('option', { name: what }).getAttribute('value'));
  if (money !== undefined) await dialog.getByLabel('El dinero').selectOption(fates[money]);
  if (to !== undefined) {
    await dialog.getByLabel(/^Buscar cliente/).fill(to);
    await press(page, dialog.getByLabel(new RegExp(`^${to} `)), 'Space');
  }
  const consequences = dialog.getByRole('region', { name: 'Qué pasa' });
  await expect(consequences).toContainText(shows ?? /./);
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'Enviar a aprobación');
}

/** Registers the payment of what an invoice on the screen, or its client, owes. */
export async function payInvoice(lender: Lender, page: Page, typed: Typed = {}): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Registrar pago' }));
  await fillPayment(lender, page, typed);
}

/** Uses a button of the screen whose dialog takes a reason, and perhaps more. */
export async function act(
  page: Page,
  button: string | RegExp,
  { fields = {}, send: confirm }: { readonly fields?: Readonly<Record<string, string>>; readonly send: string },
): Promise<void> {
  await press(page, page.getByRole('button', { name: button, exact: true }));
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
  await press(page, page.getByRole('button', { name: new RegExp(`^Identificar ${key}`) }));
  const dialog = page.getByRole('dialog');
  for (const folio of folios) {
    await dialog.getByLabel(/^Buscar cliente/).fill(folio);
    await press(page, dialog.getByLabel(new RegExp(`^${folio} `)), 'Space');
  }
  if (note !== undefined) {
    await dialog.getByLabel(`Descuento en ${note.folio}`).selectOption('Nota de crédito');
    await dialog.getByLabel(`Importe que se descontó de ${note.folio}`).fill(note.amount);
    await dialog.getByLabel(`Folio fiscal de la nota de ${note.folio}`).fill(note.uuid);
    await dialog.getByLabel('Motivo').fill(note.reason);
  }
  await send(dialog, note === undefined ? 'Identificar' : 'Enviar a aprobación');
}

/** Accepts what the portal proposes to do with money: the button says what. */
export async function acceptProposal(page: Page, key: string, button: 'Aceptar' | 'Regresar'): Promise<void> {
  await press(page, page.getByRole('button', { name: new RegExp(`^Revisar ${key}`) }));
  await send(page.getByRole('dialog'), button);
}

/** Refuses it; the money is unidentified then. */
export async function refuseProposal(page: Page, key: string, reason: string): Promise<void> {
  await press(page, page.getByRole('button', { name: new RegExp(`^Revisar ${key}`) }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'No corresponde' }));
  const dialog = page.getByRole('dialog', { name: /^Por qué no corresponde/ });
  await dialog.getByLabel('Motivo').fill(reason);
  await send(dialog, 'No corresponde');
}

/** Saves the layout of a bank's files with its columns, between commas. */
export async function saveLayout(
  page: Page,
  { name, currency, columns }: { readonly name: string; readonly currency: FinancedCurrency; readonly columns: string },
): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Formatos' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'En blanco' }));
  const dialog = page.getByRole('dialog', { name: 'Formato de archivo' });
  await dialog.getByLabel('Nombre').fill(name);
  await dialog.getByLabel('Moneda').selectOption(currency);
  await dialog.getByLabel('Entre columnas').selectOption('Coma');
  await dialog.getByLabel('Columnas', { exact: true }).fill(columns);
  await send(dialog, 'Guardar formato');
}

/** Puts a payment into a file for the bank, and downloads it; returns its text. */
export async function makeFile(page: Page, row: RegExp): Promise<string> {
  await press(page, page.getByRole('button', { name: 'Nuevo archivo' }));
  const dialog = page.getByRole('dialog', { name: 'Nuevo archivo para el banco' });
  await press(page, dialog.getByRole('row', { name: row }), 'Space');
  await send(dialog, 'Generar archivo');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, page.getByRole('button', { name: /^Descargar el archivo/ }).first()),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Makes a payment reference for an invoice, as its client does at the portal. */
export async function makeReference(page: Page, folio: string): Promise<string> {
  const credit = page.getByRole('dialog', { name: /^En crédito/ });
  await press(
    page,
    credit.getByRole('row').filter({ has: page.getByRole('checkbox', { name: new RegExp(`\\b${folio}$`) }) }),
    'Space',
  );
  await press(page, credit.getByRole('button', { name: 'Generar referencia de pago' }));
  const shown = page.getByRole('dialog', { name: 'Referencia de pago' }).getByText(/AN\d{12}/);
  return /AN\d{12}/.exec((await shown.first().textContent()) ?? '')?.[0] ?? '';
}
