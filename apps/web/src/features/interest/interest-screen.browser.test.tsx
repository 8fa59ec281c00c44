import { getCreditInformation } from '@anticipa/contract/credit';
import { type InterestRow, listInterest } from '@anticipa/contract/interest';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { InterestScreen } from './interest-screen.tsx';

it.each([1440, 1280, 390])(
  '[INT-01] shows a folio of 66 characters in full in a window of %i pixels',
  async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    const folioInvoice = `${'SERIE'.repeat(5)}-${'1234567890'.repeat(4)}`;
    const row = {
      documentId: '11111111-1111-4111-8111-111111111111',
      periodo: '2026-02',
      folioInvoice,
      receiverName: 'COMERCIALIZADORA INTERNACIONAL DE REFACCIONES Y SUMINISTROS',
      days: 26,
      interest: '1234567.88',
      iva: '197530.86',
      currency: 'MXN',
      productName: 'Anticipo Índice',
      invoiceFolio: 'INT-8',
    } as const;
    answer(getCreditInformation).with(() => aCreditAnswer());
    answer(listInterest).with(() => ({ data: { credits: [row] } }));
    const screen = await renderScreen(<InterestScreen />);
    const statement = screen.getByRole('link', { name: 'Estado de cuenta' });
    await expect.element(statement).toHaveAttribute('href', '/statement');
    const folio = screen.getByText(folioInvoice, { exact: true });
    await expect.element(folio).toBeVisible();
    await document.fonts.ready;
    for (const each of [folio.element(), folio.element().closest('td, header') ?? document.body])
      expect([each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]).toEqual([0, 0]);
  },
);

const id = (number: number) => `11111111-1111-4111-8111-11111111111${number}`;
const row = (number: number, over: Partial<InterestRow> = {}): InterestRow => ({
  documentId: id(number),
  periodo: '2026-02',
  folioInvoice: `A-${number}`,
  receiverName: 'Aceros',
  days: 28,
  interest: '1000.00',
  iva: '160.00',
  currency: 'MXN',
  productName: 'Anticipo Índice',
  invoiceFolio: null,
  ...over,
});

it('[INT-01] lists the interest of the month with its totals per currency, and exports the same days', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const calls = answer(listInterest).with(() => ({
    data: {
      credits: [
        row(1, { invoiceFolio: 'INT-8' }),
        row(2, { days: 1, interest: '0.05', iva: '0.01', productName: 'Factoraje' }),
        row(3, { currency: 'USD', interest: '10.00', iva: '1.60' }),
      ],
    },
  }));
  const screen = await renderScreen(<InterestScreen />);
  const table = screen.getByRole('grid', { name: 'Intereses de febrero 2026' });
  await expect.element(table).toBeVisible();
  const rows = table.getByRole('row').elements();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'PeriodoFolioInterésIVAMonedaProducto',
    'febrero 2026A-1Aceros\u00a0· 28 días\u00a0· Facturado en INT-8MXN 1,000.00MXN 160.00MXNAnticipo Índice',
    'febrero 2026A-2Aceros\u00a0· 1 díaMXN 0.05MXN 0.01MXNFactoraje',
    'febrero 2026A-3Aceros\u00a0· 28 díasUSD 10.00USD 1.60USDAnticipo Índice',
    'Total de 3 renglonesMXN 1,000.05USD 10.00MXN 160.01USD 1.60',
  ]);
  expect(calls.map(({ body }) => body)).toEqual([{ startDate: '2026-02-01', endDate: '2026-02-28' }]);
  await expect.element(screen.getByText(/^El mes no ha terminado/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await expect.element(screen.getByLabelText('Desde')).toHaveValue('01/02/2026');
  await expect.element(screen.getByLabelText('Hasta')).toHaveValue('28/02/2026');
});

it('[INT-01] shows up to which day the running month is shown, why a month is empty, and leads to the running one', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const calls = answer(listInterest).with(({ body: { startDate } }) => ({
    data: { credits: startDate === '2026-03-01' ? [row(1, { periodo: '2026-03' })] : [] },
  }));
  const screen = await renderScreen(<InterestScreen />);
  await expect.element(screen.getByText(/^Ninguna factura estaba en crédito en ese mes\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Ver marzo 2026' }).click();
  await expect
    .element(screen.getByText('El mes no ha terminado: se muestra lo devengado hasta el 02/03/2026.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Mes siguiente' })).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { startDate: '2026-02-01', endDate: '2026-02-28' },
    { startDate: '2026-03-01', endDate: '2026-03-31' },
  ]);
});
