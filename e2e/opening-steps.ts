/** Steps at the desk with the keyboard, of the journeys from an empty database. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import { expect, type Page } from '@playwright/test';
import { written } from './invoices.ts';
import { closed, press, tabTo, typeInto } from './keys.ts';

/** Opens an invitation, sets the password and signs in. */
export async function acceptInvitation(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByLabel('Nueva contraseña', { exact: true })).toBeVisible();
  await typeInto(page, page.getByLabel('Nueva contraseña', { exact: true }), password);
  await typeInto(page, page.getByLabel('Repite la nueva contraseña'), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Contraseña Actualizada' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Iniciar sesión' }));
  await typeInto(page, page.getByLabel('Contraseña', { exact: true }), password);
  await page.keyboard.press('Enter');
}

/** The key of an authenticator app, which an operator without a second factor is shown. */
export async function keyOfApp(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible();
  return (
    (await page
      .locator('strong')
      .filter({ hasText: /^[A-Z2-7 ]{32,}$/ })
      .textContent()) ?? ''
  );
}

/** Puts the recovery codes away; the desk opens. */
export async function keepRecoveryCodes(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Guarda tus códigos de recuperación' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Ya los guardé' }));
  await expect(page.getByRole('heading', { name: 'Hoy', level: 1 })).toBeVisible();
}

/** Opens a dialog, fills it and sends it. */
export async function submit(
  page: Page,
  { open, send }: { readonly open: string; readonly send: string },
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await press(page, page.getByRole('button', { name: open, exact: true }));
  const dialog = page.getByRole('dialog', { name: open });
  await type(page, fields, dialog);
  await press(page, dialog.getByRole('button', { name: send, exact: true }));
  await closed(dialog);
}

/** The button that sends a change to a second person. */
export const toApproval = 'Enviar a aprobación';

/** Proposes the first terms, without which nothing can be sold. */
export async function proposeTerms(page: Page, today: string): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  const Texto =
    'El Cliente cede a la Financiera los derechos de cobro de las facturas que se detallan al final. '.repeat(2);
  const terms = { Versión: '1', 'Vigente desde': written(today), Texto, Motivo: 'Primeros términos' };
  await submit(page, { open: 'Proponer texto nuevo', send: toApproval }, terms);
}

/** Proposes a client's line or account, or another change of its page. */
const propose = (page: Page, what: string, fields: Readonly<Record<string, string>>): Promise<void> =>
  submit(
    page,
    { open: `Proponer cambio de ${what}`, send: toApproval },
    { ...fields, Motivo: 'Alta aprobada por el comité' },
  );

export interface NewClient {
  readonly entityName: string;
  readonly issuer: { readonly rfc: string; readonly regime: string; readonly postalCode: string };
  readonly administrator: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** Currency of the credit line. Defaults to pesos. */
  readonly currency?: FinancedCurrency;
  readonly clabe: string;
}

/** Opens a client with Anticipo Índice, invites its administrator, and proposes its line and its account. */
export async function openClient(page: Page, client: NewClient): Promise<void> {
  const { entityName, issuer, administrator, currency = 'MXN', clabe } = client;
  await goTo(page, 'c', 'Clientes');
  await press(page, page.getByRole('button', { name: 'Nuevo cliente' }));
  await type(page, {
    'Razón social': entityName,
    RFC: issuer.rfc,
    'Régimen fiscal, 3 dígitos': issuer.regime,
    'Código postal': issuer.postalCode,
    Sucursal: 'León',
    'Teléfono del promotor': '47 7123 4567',
    Nombre: administrator.firstName,
    Apellido: administrator.lastName,
    Correo: administrator.email,
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: entityName, level: 1 })).toBeVisible();
  for (const [name, title] of [
    ['Anticipo Índice autorizado', 'Autorizar Anticipo Índice'],
    ['Anticipo Índice activo', 'Activar Anticipo Índice'],
  ] as const) {
    await press(page, page.getByRole('switch', { name }), 'Space');
    const dialog = page.getByRole('dialog', { name: title });
    await typeInto(page, dialog.getByLabel('Motivo'), 'Firmó el contrato marco');
    await press(page, dialog.getByRole('button', { name: title }));
    await closed(dialog);
    await expect(page.getByRole('switch', { name })).toBeChecked();
  }
  await propose(page, `línea Anticipo Índice ${currency}`, {
    [`Límite, ${currency}`]: '5000000',
    'Tasa anual, %': '24',
    'Anticipo, %': '90',
    'Tasa moratoria, %': '48',
  });
  await propose(page, `cuenta Anticipo Índice ${currency}`, { CLABE: clabe });
}

/** Opens a screen of the desk by its keys. */
export async function goTo(page: Page, key: string, heading: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
}

export async function authoriseSale(page: Page, count: number, issuerName: string): Promise<void> {
  await goTo(page, 'i', 'Ventas');
  await press(page, page.getByRole('row', { name: /Venta 1\b/ }));
  const invoices = page.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button');
  await expect(invoices).toHaveCount(count);
  await tabTo(page, invoices.first());
  // The file as it was uploaded, beside its printed form.
  await page.keyboard.press('p');
  const documents = page.getByRole('dialog', { name: /-\d+$/ });
  await expect(documents.getByRole('article', { name: 'Forma impresa del CFDI' })).toContainText(issuerName);
  await expect(documents.getByText(/<cfdi:Comprobante/)).toBeVisible();
  await page.keyboard.press('Escape');
  for (let place = 0; place < count; place += 1) {
    await expect(invoices.nth(place)).toHaveAttribute('aria-current', 'true');
    await tabTo(page, invoices.nth(place));
    await page.keyboard.press('a');
    // Warnings need a note: nothing is known of a new receiver.
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Confirmada con el receptor');
    await page.keyboard.press('Enter');
    await closed(page.getByRole('dialog'));
  }
  await tabTo(page, invoices.last());
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Enviar la respuesta' });
  await expect(dialog).toContainText(`Autorizar ${count}`);
  await page.keyboard.press('Enter');
  // A new lender's answers need a second person.
  await expect(page.getByText('Enviada; se registra cuando otra persona la confirme.').first()).toBeVisible();
}

/** Confirms the answer as the second person. */
export async function confirmSale(page: Page): Promise<void> {
  await goTo(page, 'i', 'Ventas');
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await press(page, page.getByRole('row', { name: /Venta 1\b/ }));
  await tabTo(page, page.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button').first());
  // The key leads to open checks that were not on the screen yet.
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(page.getByRole('dialog', { name: 'Confirmar la respuesta' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Respuesta confirmada y registrada.').first()).toBeVisible();
}

export async function withdrawFirst(page: Page): Promise<void> {
  await goTo(page, 'i', 'Ventas');
  await tabTo(page, page.getByRole('tab', { selected: true }));
  for (const queue of [/^Segunda persona/, /^Devueltas/, /^Por depositar/]) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: queue, selected: true })).toBeFocused();
  }
  await press(page, page.getByRole('row', { name: /Venta 1\b/ }));
  // The second person has confirmed the answer.
  await expect(page.getByRole('button', { name: 'Retirar autorización' })).toBeVisible();
  await tabTo(page, page.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button').first());
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: /^Retirar la autorización de/ })).toContainText('Recupera MXN');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Autorización retirada.').first()).toBeVisible();
}

/** Fills a form, field by field, with the keyboard. */
export async function type(
  page: Page,
  fields: Readonly<Record<string, string>>,
  within = page.locator('body'),
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await typeInto(page, within.getByLabel(label, { exact: true }), value);
  }
}

export async function approve(page: Page, what: RegExp): Promise<void> {
  const card = page.getByRole('region', { name: what });
  await press(page, card.getByRole('button', { name: 'Aprobar' }));
  await expect(card).toHaveCount(0);
}

export async function approveReceiver(page: Page, name: string): Promise<void> {
  await goTo(page, 'r', 'Receptores');
  await press(page, page.getByRole('row', { name }));
  await press(page, page.getByRole('button', { name: 'Cambiar estado' }));
  const dialog = page.getByRole('dialog', { name: /^Cambiar estado/ });
  const approved = dialog.getByRole('radio', { name: 'Aprobado' });
  while (!(await approved.isChecked())) await page.keyboard.press('ArrowDown');
  await type(page, { Motivo: 'Paga a tiempo' }, dialog);
  await press(page, dialog.getByRole('button', { name: 'Aplicar' }));
  await closed(dialog);
}

/** Sells all invoices of a receiver, to be paid within 60 days. */
export async function sell(page: Page, receiver: string): Promise<void> {
  await press(page, page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver}` }), 'Space');
  const selection = page.getByRole('region', { name: 'Selección' });
  await press(page, selection.getByRole('button', { name: /^Vender/ }));
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await typeInto(page, dialog.getByLabel('Plazo de pago en días').first(), '60');
  for (const order of await dialog.getByLabel(/^Orden de compra de la factura/).all()) {
    await typeInto(page, order, 'OC 1');
  }
  await expect(dialog.getByText('Precio confirmado')).toBeVisible();
  await press(page, dialog.getByRole('button', { name: 'Vender mis facturas' }));
  await press(page, dialog.getByRole('button', { name: 'Confirmar los datos' }));
  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });
  await expect(terms.getByRole('button', { name: 'Sí, acepto' })).toBeEnabled();
  await press(page, terms.getByRole('button', { name: 'Sí, acepto' }));
  await expect(dialog.getByText(/^El depósito llegará a tu cuenta/)).toBeVisible();
}
