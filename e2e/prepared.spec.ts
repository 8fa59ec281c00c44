import { addDays } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { checkScreen, checkState, signIn } from './portal.ts';

const receiver = receivers.biMxn;

const onPhone = async (browser: Browser, email: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await signIn(page, email);
  return page;
};

const specOf = (index: number): Partial<InvoiceSpec> => ({
  receiver,
  currency: 'MXN',
  exchangeRate: null,
  version: '4.0',
  series: 'P',
  folio: String(40_000 + index),
  totalCents: 11_600_000n,
  emittedOn: addDays(today(), -10),
});

test('[DER-06] [DER-07] [DER-09] [DER-13] one person prepares a sale and another one accepts it, each on a phone', async ({
  browser,
}) => {
  const { party, emailOf } = await aCompany('norte');
  const preparer = await onPhone(browser, emailOf('prepara'));
  const acceptor = await onPhone(browser, emailOf('usuario'));

  const files = await validFiles(party, { count: 3, seed: 40_000, specOf });
  await preparer.locator('input[type=file]').first().setInputFiles(files);
  await expect(preparer.getByText('3 facturas nuevas', { exact: true })).toBeVisible();
  await preparer.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver.name}` }).check();
  const sell = async (term?: string): Promise<void> => {
    await preparer
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: /^Vender/ })
      .click();
    const dialog = preparer.getByRole('dialog', { name: 'VENDER FACTURAS' });
    // Saved with the first preparation.
    if (term) await dialog.getByLabel('Plazo de pago en días').fill(term);
    await expect(dialog.getByText('Precio confirmado')).toBeVisible();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect(dialog.getByText('No aparta crédito ni precio')).toBeVisible();
  };
  await sell('60');
  const dialog = preparer.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await expect(dialog.getByRole('button', { name: 'Sí, acepto' })).toHaveCount(0);
  await dialog.getByLabel('Nota para quien la acepte (opcional)').fill('Para pagar la nómina');
  await checkState(preparer, 'sale-to-leave', checkScreen);
  await dialog.getByRole('button', { name: 'Dejar por aceptar' }).click();
  await expect(dialog.getByText('La venta quedó por aceptar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ver ventas por aceptar' }).click();
  await expect(preparer.getByText('La preparaste tú', { exact: false })).toBeVisible();

  // The other phone learns of it without a reload.
  await expect(acceptor.getByText('1 venta por aceptar')).toBeVisible();
  await acceptor.getByRole('link', { name: 'Ver y aceptar' }).click();
  await expect(acceptor.getByText('Nota: Para pagar la nómina')).toBeVisible();
  await checkState(acceptor, 'prepared-sale', checkScreen);
  await acceptor.getByRole('button', { name: 'Regresar con motivo' }).click();
  await acceptor.getByLabel('Motivo').fill('Quita la P-40002');
  await acceptor.getByRole('dialog').getByRole('button', { name: 'Regresar con motivo' }).click();
  await expect(acceptor.getByText('Regresada', { exact: true })).toBeVisible();

  await expect(preparer.getByText('Motivo: Quita la P-40002')).toBeVisible();
  await preparer.getByRole('link', { name: 'Ver', exact: true }).click();
  await preparer.getByRole('button', { name: 'Preparar otra vez' }).click();
  await expect(preparer.getByRole('region', { name: 'Selección' })).toContainText('3');
  await sell();
  await dialog.getByRole('button', { name: 'Dejar por aceptar' }).click();
  await expect(dialog.getByText('La venta quedó por aceptar')).toBeVisible();

  await acceptor.getByRole('link', { name: /Ver y aceptar/ }).click();
  await acceptor.getByRole('checkbox', { name: /P-40002/ }).uncheck();
  await acceptor.getByRole('button', { name: 'Revisar y aceptar' }).click();
  await acceptor.getByRole('button', { name: 'Confirmar los datos' }).click();
  await acceptor
    .getByRole('dialog', { name: 'Términos y Condiciones' })
    .getByRole('button', { name: 'Sí, acepto' })
    .click();
  await acceptor.getByRole('button', { name: 'Dar seguimiento' }).click();
  await expect(acceptor.getByText(/^Preparó Paula Medina · Aceptó Tomás Iglesias/)).toBeVisible();

  await expect(preparer.getByText('La venta quedó por aceptar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ver ventas por aceptar' }).click();
  await expect(preparer.getByText('No hay ventas por aceptar')).toBeVisible();
});
