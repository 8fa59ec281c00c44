/** Steps at the desk with the keyboard, of the journey from an empty database. */
import { expect, type Page } from '@playwright/test';
import { press, tabTo } from './keys.ts';

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
    await expect(invoices.nth(place)).toBeFocused();
    await page.keyboard.press('a');
    // Warnings need a note: nothing is known of a new receiver.
    await page.keyboard.type('Confirmada con el receptor');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(invoices.last()).toBeFocused();
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
