/** Locators for the recorded screens, and unrecorded steps to reach them. */
import { addDays } from '@anticipa/domain/calendar';
import { expect, type Page } from '@playwright/test';
import { receivers, today, written } from '../invoices.ts';

export type Kind = keyof typeof receivers;

export const receiverName = (kind: Kind): string => receivers[kind].name;

/** The checkbox that selects all invoices of a receiver. */
export const tick = (page: Page, kind: Kind) =>
  page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiverName(kind)}` });

export const sellButton = (page: Page) =>
  page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: /^Vender/ });

export const inSale = (page: Page) => page.getByRole('dialog', { name: 'VENDER FACTURAS' });

export const statusRegion = (page: Page) => page.getByRole('region', { name: 'Estado de tus facturas' });

export const nextSteps = (page: Page) => page.getByRole('region', { name: 'Qué sigue' });

/** Opens a sale of all invoices of some receivers. */
export async function openSale(page: Page, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) await tick(page, kind).check();
  await sellButton(page).click();
  await expect(inSale(page).getByRole('button', { name: 'Vender mis facturas' })).toBeVisible();
}

/** Advances a sale to the confirmation of its data. */
export async function prepareReview(page: Page, kinds: readonly Kind[]): Promise<void> {
  await openSale(page, kinds);
  const sale = inSale(page);
  for (const term of await sale.getByLabel('Plazo de pago en días').all()) await term.fill('60');
  for (const order of await sale.getByLabel(/^Orden de compra de la factura/).all()) await order.fill('OC 2026');
  await expect(sale.getByText('Precio confirmado')).toBeVisible();
  await sale.getByRole('button', { name: 'Vender mis facturas' }).click();
  await expect(sale.getByRole('button', { name: 'Confirmar los datos' })).toBeVisible();
}

/** A Sunday within the next weeks as DD/MM/YYYY, which is not a payment day. */
export function soonSunday(): string {
  const from = addDays(today(), 30);
  return written(addDays(from, 7 - new Date(`${from}T12:00:00Z`).getUTCDay()));
}
