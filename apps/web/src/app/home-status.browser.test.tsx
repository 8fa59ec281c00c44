import { getCreditInformation } from '@anticipa/contract/credit';
import { countInvoices, type Invoice, listInvoices } from '@anticipa/contract/invoices';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aCreditAnswer, anInvoice, anInvoiceInCredit } from '../lib/test-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer } from '../testing/server.ts';
import { skipWaits } from '../testing/skip-waits.ts';
import { HomeStatus } from './home-status.tsx';

const show = async (address: string, invoices: readonly Invoice[]) => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(countInvoices).with(() => ({ data: [] }));
  const calls = answer(listInvoices).with(() => ({ data: [...invoices] }));
  const screen = await renderScreen(<HomeStatus />, address);
  return { screen, calls };
};

// A search applies at once.
skipWaits(300);

const tables = [
  ['pendientes', anInvoice({ status: 10 })],
  ['autorizadas', anInvoice({ status: 20 })],
  ['validacion', anInvoiceInCredit({ status: 25 })],
  ['credito', anInvoiceInCredit({ status: 30 })],
  ['rechazadas', anInvoice({ status: 0, rejectedDate: '2026-03-01' })],
] as const;

describe('a status table', () => {
  it.each(tables)('[EST-02] of %s is filtered by currency and searched', async (slug, invoice) => {
    const { screen, calls } = await show(`/?estado=${slug}&moneda=USD`, [
      { ...invoice, documentId: '00000000-0000-4000-8000-000000000001', folio: '1' },
      { ...invoice, documentId: '00000000-0000-4000-8000-000000000002', folio: '2', receiverName: 'Zacatecas Textil' },
      { ...invoice, documentId: '00000000-0000-4000-8000-000000000003', folio: '3', currency: 'USD' },
    ]);
    const table = screen.getByRole('dialog');
    const folios = () =>
      table
        .getByText(/^A-\d$/)
        .elements()
        .map(({ textContent }) => textContent);
    const chips = table.getByRole('group', { name: 'Moneda' }).getByRole('button');
    const search = table.getByRole('searchbox', { name: 'Buscar folio, pagador o referencia' });
    await expect.poll(folios).toEqual(['A-3']);
    expect(calls.map(({ query }) => query.status)).toEqual([[invoice.status]]);
    expect(chips.elements().map(({ textContent }) => textContent)).toEqual(['MXN2', 'USD1']);
    // Choosing both currencies equals choosing none.
    await chips.nth(0).click();
    await expect.poll(folios).toEqual(['A-1', 'A-2', 'A-3']);
    await chips.nth(0).click();
    await expect.poll(folios).toEqual(['A-1', 'A-2']);
    await userEvent.fill(search, 'zacat');
    await expect.poll(folios).toEqual(['A-2']);
    await userEvent.fill(search, 'A-3');
    await expect.element(table.getByRole('heading', { name: 'Ninguna factura coincide' })).toBeVisible();
    await expect.element(table.getByText('Cambia la búsqueda o quita los filtros.')).toBeVisible();
    await table.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect.poll(folios).toEqual(['A-1', 'A-2', 'A-3']);
    await expect.element(search).toHaveValue('');
  });
});

it('[EST-01] a product without invoices is explained on the dashboard and in each table', async () => {
  const { screen } = await show('/?estado=credito', []);
  const table = screen.getByRole('dialog', { name: /^En crédito/ });
  await expect.element(table.getByText('Ninguna factura de Anticipo Índice está en «En crédito».')).toBeVisible();
  await table.getByRole('button', { name: 'Cerrar' }).click();
  await expect
    .element(
      screen.getByText('Cuando subas facturas de Anticipo Índice, aquí verás en qué van y quién da el siguiente paso.'),
    )
    .toBeVisible();
});

it('[EST-02] [LIQ-01] what is paid to the client is a deposit; the advance before interest has another name', async () => {
  const { screen } = await show('/?estado=credito', [anInvoiceInCredit()]);
  const heading = (name: string) => screen.getByRole('dialog').getByRole('columnheader', { name, exact: true });
  await expect.element(heading('Adelanto')).toBeInTheDocument();
  await expect.element(heading('Depósito')).toBeInTheDocument();
  await expect.element(heading('Anticipo')).not.toBeInTheDocument();
});
