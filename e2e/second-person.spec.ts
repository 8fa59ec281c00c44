import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { atDesk } from './desk.ts';
import { requestSale } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { asOwner, renamed } from './owner.ts';
import { checkLooks } from './portal.ts';

test('[OPE-02] [OPE-03] a large sale waits for a second operator, who returns it and then confirms it by keyboard', async ({
  page,
  browser,
}) => {
  const company = await aCompany('norte');
  const { admin, party, clientId } = company;
  await asOwner('update credit_lines set credit_limit = 90000000 where client_id = $1', [clientId]);
  const name = await renamed(company);
  // Together above the demo's amount of 10,000,000.00 per sale.
  const specOf = () => ({ receiver: receivers.spareBiMxn, currency: 'MXN' as const, totalCents: 600_000_000n });
  const files = await validFiles(party, { count: 2, seed: 4_300, specOf });
  const [sold] = await requestSale(admin, {
    files,
    dueDate: nextBusinessDay(addDays(today(), 30)),
    purchaseOrder: 'OPERADOR',
  });
  const sale = new RegExp(`Venta ${sold?.numberOfSale}\\b`);

  const open = async (whose: typeof page, queue: string): Promise<void> => {
    await whose.goto(`/lender/inbox${queue}`);
    await whose.getByLabel('Buscar cliente, receptor o venta').fill(name);
    await whose.getByRole('row', { name: sale }).filter({ hasText: name }).press('Enter');
  };
  await atDesk(page, 'operador@anticipa.demo', '/lender');
  await open(page, '');
  const invoices = page.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button');
  await expect(invoices).toHaveCount(2);
  await invoices.first().focus();
  for (const place of [0, 1]) {
    await expect(invoices.nth(place)).toBeFocused();
    await page.keyboard.press('a');
    await page.keyboard.type('Confirmada con el receptor');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await invoices.last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Enviar la respuesta' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enviada; se registra cuando otra persona la confirme.').first()).toBeVisible();
  await open(page, '?cola=confirmation');
  await expect(page.getByRole('button', { name: 'Confirmar', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retirar respuesta' })).toBeVisible();
  await checkLooks(page, 'desk-answer-own');

  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender');
  await open(second, '?cola=confirmation');
  await expect(second.getByText(/más de MXN 10,000,000\.00 por venta/)).toBeVisible();
  await expect(second.getByText('Mesa de Operaciones también la ve.')).toBeVisible();
  await checkLooks(second, 'desk-answer-waiting');
  await second.getByRole('button', { name: 'Regresar', exact: true }).click();
  await second.getByLabel('Por qué se regresa').fill('Falta el contrato del receptor');
  await second.getByRole('button', { name: 'Regresar respuesta' }).click();
  await expect(second.getByText('Respuesta regresada.').first()).toBeVisible();

  await open(page, '');
  await expect(page.getByText('Falta el contrato del receptor')).toBeVisible();
  await page.getByRole('button', { name: 'Revisar y enviar' }).click();
  await page.getByRole('button', { name: 'Enviar a la segunda persona' }).click();
  await expect(page.getByText('Enviada; se registra cuando otra persona la confirme.').first()).toBeVisible();

  await open(second, '?cola=confirmation');
  await second.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button').first().focus();
  const confirming = second.getByRole('dialog', { name: 'Confirmar la respuesta' });
  // The key leads to open checks that were not on the screen yet.
  await expect(async () => {
    await second.keyboard.press('a');
    await expect(confirming).toBeVisible({ timeout: 1000 });
  }).toPass();
  await checkLooks(second, 'desk-answer-confirm');
  await second.keyboard.press('Enter');
  await expect(second.getByText('Respuesta confirmada y registrada.').first()).toBeVisible();
  await open(second, '?cola=payout');
  await expect(second.getByText('Ya respondida; espera su depósito.')).toBeVisible();
  await expect(second.getByText(/^La respuesta la confirmó/)).toBeVisible();
  await second.close();
});
