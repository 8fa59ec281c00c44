import { getCreditInformation } from '@anticipa/contract/credit';
import { listInvoices } from '@anticipa/contract/invoices';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { SettledScreen } from './settled-screen.tsx';

const settled = (number: number) =>
  anInvoiceInCredit({
    documentId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    folio: String(number),
    status: 40,
    paymentDate: '2026-03-02',
    paidAmount: '116000.00',
    recargos: '0.00',
    ivaRecargos: '0.00',
    finalDeposit: '10857.60',
  });

it('[LIQ-02] shows all settled invoices of the month in one scrolling table 650 px high', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const calls = answer(listInvoices).with(() => ({ data: Array.from({ length: 50 }, (_, index) => settled(index)) }));
  const screen = await renderScreen(<SettledScreen />);
  const table = screen.getByRole('grid', { name: 'Facturas liquidadas en marzo 2026' });
  await expect.element(table).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(52);
  const frame = table.element().parentElement;
  expect(frame?.getBoundingClientRect().height).toBe(650);
  expect(frame?.scrollHeight).toBeGreaterThan(2_000);
  expect(calls.map(({ query }) => query)).toEqual([
    { status: [40], fechaPagoInicial: '2026-03-01', fechaPagoFinal: '2026-03-31' },
  ]);
});

it('[LIQ-01] explains a month without settled invoices, or where to look', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(listInvoices).with(() => ({ data: [] }));
  const screen = await renderScreen(<SettledScreen />);
  await expect.element(screen.getByRole('heading', { name: 'No hay facturas liquidadas en marzo 2026' })).toBeVisible();
  await expect
    .element(screen.getByText('Cuando un cliente pague una factura en crédito, aquí verás qué se te devolvió.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Mes anterior' }).click();
  await expect
    .element(screen.getByText('Ningún pago tiene fecha de ese mes. Elige otro mes para ver sus facturas.'))
    .toBeVisible();
});

it('[LIQ-01] on a phone the figure beside the folio is the amount of the invoice', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(listInvoices).with(() => ({ data: [settled(7)] }));
  const screen = await renderScreen(<SettledScreen />);
  await expect.element(screen.getByRole('article')).toBeVisible();
  expect(screen.getByRole('article').element().querySelector('header')?.textContent).toBe('A-7MXN 116,000.00');
});
