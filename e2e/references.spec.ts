import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { expect, test } from '@playwright/test';
import { aCompany, type Company } from './company.ts';
import { sellIntoCredit } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { during, withReferenceNumbers } from './owner.ts';
import { api, checkLooks, checkState, signIn } from './portal.ts';

const FAILED = '¡Error! No se pudo generar el documento, contacta al administrador';

const specOf = (index: number): Partial<InvoiceSpec> => ({
  receiver: receivers.fbMxn,
  currency: 'MXN',
  exchangeRate: null,
  version: '4.0',
  series: 'S',
  folio: String(40_020 + index),
  totalCents: 1_000_000n + BigInt(index) * 100_050n,
  emittedOn: addDays(today(), -10),
});

/** Sells invoices of a company and waits for the lender's deposit; returns their fiscal UUIDs. */
async function invoicesInCredit({ party, admin }: Company, count: number): Promise<string[]> {
  const files = await validFiles(party, { count, seed: 40_000, specOf });
  const sold = await sellIntoCredit(admin, { files, dueDate: nextBusinessDay(addDays(today(), 45)) });
  return sold.map(({ uuid }) => uuid);
}

test('[RUT-01] [RUT-03] [REF-01] [REF-02] [REF-03] references of a client appear when created, and each prints its PDF', async ({
  page,
}) => {
  const sur = await aCompany('sur');
  const selling = invoicesInCredit(sur, 6);
  await signIn(page, sur.admin);
  await page.getByRole('link', { name: 'Referencias de pago' }).click();
  await expect(page).toHaveURL(/\/paymentReferences$/);
  await expect(page).toHaveTitle(/^Referencias de pago/);
  await expect(page.getByRole('heading', { name: 'No hay referencias de pago' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver mis facturas en crédito' })).toBeVisible();
  await checkState(page, 'references-empty');

  const uuids = await selling;
  const { post } = await api(sur.admin);
  const made: string[] = [];
  await withReferenceNumbers(async () => {
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [3, 6],
    ]) {
      const answer = await post('/api/factoringDocument/setPaymentReference', { invoices: uuids.slice(from, to) });
      made.push((await answer.json()).paymentReference);
    }
  });
  const [first = '', second = '', third = ''] = made;

  // They arrive through events, the newest first.
  const table = page.getByRole('grid', { name: 'Referencias de pago' });
  await expect(table.getByRole('button', { name: /^Ver la referencia/ })).toHaveText([third, second, first]);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Creación',
    'Referencia',
    'No. de Facturas',
    'Importe',
    'Estado',
    'Generada por',
    'Acciones',
  ]);
  const newest = table.getByRole('row').nth(1);
  await expect(newest.getByRole('gridcell')).toHaveText([
    /^\d{2}-[a-z]{3}-\d{4} \d{1,2}:\d{2} [ap]m$/,
    third,
    '3',
    'MXN 42,006.00',
    /^Pendiente/,
    'Regina Canul',
    'PDF',
  ]);
  await checkLooks(page, 'references');

  await table.getByRole('button', { name: 'No. de Facturas' }).click();
  await expect(newest).toContainText(first);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Imprimir el PDF de la referencia ${first}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${first}.pdf`);

  await during(sur, 'no_account', async () => {
    await page.getByRole('button', { name: `Imprimir el PDF de la referencia ${second}` }).click();
    const failure = page.getByRole('alertdialog', { name: FAILED });
    await expect(failure).toBeVisible();
    await checkLooks(page, 'reference-not-printed');
    await failure.getByRole('button', { name: 'Ok', exact: true }).click();
  });

  await page.getByRole('searchbox').fill(`canul ${second}`);
  await expect(table.getByRole('row').filter({ has: page.getByRole('gridcell') })).toHaveCount(2);
  await expect(page.getByText('1 referencia de 3 referencias')).toBeVisible();
  await expect(page).toHaveURL(/buscar=/);
  await page.reload();
  await table.getByRole('button', { name: `Ver la referencia ${second}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Referencia de pago' });
  await expect(dialog.getByText('2 facturas')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nada así');
  await expect(page.getByRole('heading', { name: 'Ninguna referencia coincide' })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar la búsqueda' }).click();
  await expect(page.getByText('3 referencias', { exact: true })).toBeVisible();
});
