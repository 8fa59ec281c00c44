import { getCreditInformation } from '@anticipa/contract/credit';
import { countInvoices, deleteInvoice, type Invoice, listInvoices, restoreInvoice } from '@anticipa/contract/invoices';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { currentDraft, setChosen } from '../features/sales/use-draft.ts';
import { aCreditAnswer, anInvoice, anInvoiceInCredit } from '../lib/test-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { skipWaits } from '../testing/skip-waits.ts';
import { HomeStatus } from './home-status.tsx';

beforeEach(() => signInAs(aUser()));

const show = async (address: string, invoices: readonly Invoice[]) => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(countInvoices).with(() => ({ data: [] }));
  const calls = answer(listInvoices).with(() => ({ data: [...invoices] }));
  const screen = await renderScreen(<HomeStatus />, address);
  return { screen, calls };
};

// A search applies at once.
skipWaits('typing');

const tables = [
  ['pendientes', anInvoice({ status: 10 })],
  ['autorizadas', anInvoice({ status: 20 })],
  ['validacion', anInvoiceInCredit({ status: 25 })],
  ['credito', anInvoiceInCredit({ status: 30 })],
  ['rechazadas', anInvoice({ status: 0, rejectedDate: '2026-03-01' })],
] as const;

it('[VTA-12] a rejected invoice that may be sold again today leads to its sale, chosen', async () => {
  onTestFinished(() => setChosen(new Set()));
  const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const rejected = (number: number, rejectedDate: string, code: 'PPD_REQUIRED' | 'RECEIVER_REJECTED') =>
    anInvoice({
      documentId: idOf(number),
      folio: String(number),
      status: 0,
      rejectedDate,
      motive: { code, description: 'Motivo', remedy: 'Haz algo.', user: false },
    });
  const { screen } = await show('/?estado=rechazadas', [
    rejected(1, '2026-03-02', 'PPD_REQUIRED'),
    rejected(2, '2026-03-01', 'PPD_REQUIRED'),
    rejected(3, '2026-03-02', 'RECEIVER_REJECTED'),
  ]);
  const sell = screen.getByRole('button', { name: /^Vender la factura/ });
  await expect.element(sell).toBeVisible();
  expect(sell.elements().map((button) => button.getAttribute('aria-label'))).toEqual(['Vender la factura A-1']);
  await sell.click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect([...currentDraft().chosen]).toEqual([idOf(1)]);
});

describe('a status table', () => {
  it.each(tables)('[EST-02] the table of %s is filtered by currency and searched', async (slug, invoice) => {
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
    const search = table.getByRole('searchbox', { name: 'Buscar folio, UUID, pagador o referencia' });
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
  await screen.getByRole('button', { name: 'Columnas' }).click();
  onTestFinished(() => localStorage.clear());
  for (const name of ['Adelanto', 'Depósito']) {
    await expect.element(heading(name)).not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name }).click();
    await expect.element(heading(name)).toBeInTheDocument();
  }
  await expect.element(heading('Anticipo')).not.toBeInTheDocument();
});

it('[EST-01] what waits for the answer to its sale is in «En Validación»', async () => {
  const { screen } = await show('/?estado=validacion', [anInvoice({ status: 25 })]);
  await expect.element(screen.getByRole('dialog', { name: /^En Validación/ }).getByText('A-12')).toBeVisible();
});

it('[EST-02] finds an invoice by its UUID, also while the column is hidden', async () => {
  const uuid = '8BC7B33D-8A5D-4C6C-9C1B-0F6C6F2B9A11';
  const { screen } = await show('/?estado=autorizadas', [
    anInvoice(),
    anInvoice({ documentId: '00000000-0000-4000-8000-000000000002', folio: '2', uuid }),
  ]);
  await screen.getByRole('dialog').getByRole('searchbox').fill(uuid.toLowerCase());
  await expect.element(screen.getByRole('link', { name: 'A-2' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'A-12' })).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('link', { name: 'A-2' }))
    .toHaveAttribute('href', '/factura/00000000-0000-4000-8000-000000000002');
});

it('[EST-02] offers a reference and an export in every table', async () => {
  const { screen } = await show('/?estado=autorizadas', [anInvoice()]);
  const table = screen.getByRole('dialog');
  await table.getByRole('button', { name: /referencia/i }).click();
  await expect.element(table.getByText('Ninguna factura seleccionada')).toBeVisible();
  await expect.element(table.getByRole('button', { name: 'Exportar' })).toBeVisible();
});

it('[EXP-02] says that the rows could not be read again, and keeps them', async () => {
  const { screen } = await show('/?estado=autorizadas', [anInvoice()]);
  await expect.element(screen.getByRole('link', { name: 'A-12' })).toBeVisible();
  answer(deleteInvoice).with(() => ({ deleted: true }));
  answer(listInvoices).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  await screen.getByRole('button', { name: 'Eliminar la factura A-12' }).click();
  await expect.element(screen.getByText('Ocurrió un error al recargar los datos')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'A-12' })).toBeVisible();
  answer(listInvoices).with(() => ({ data: [] }));
  await screen.getByRole('button', { name: 'Reintentar' }).click();
  await expect.element(screen.getByText('Ninguna factura de Anticipo Índice está en «Autorizadas».')).toBeVisible();
});

it('[EST-05] [VTA-16] shows the rejections of seven days; older and deleted ones on demand, to be restored', async () => {
  const motive = {
    code: 'DELETED_BY_USER',
    description: 'Un usuario eliminó la factura',
    remedy: 'Restáurala.',
    user: true,
  } as const;
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const rejected = (number: number, over: Partial<Invoice>) =>
    anInvoice({ documentId: id(number), folio: String(number), status: 0, ...over });
  const { screen } = await show('/?estado=rechazadas', [
    rejected(1, { rejectedDate: aCreditAnswer().today }),
    rejected(2, { rejectedDate: '2025-01-02' }),
    rejected(3, { rejectedDate: aCreditAnswer().today, motive }),
  ]);
  const folios = () =>
    screen
      .getByRole('dialog')
      .getByRole('link', { name: /^A-\d$/ })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(folios).toEqual(['A-1']);
  await expect.element(screen.getByText('Factura inválida')).toBeVisible();
  await screen.getByRole('button', { name: /^Anteriores/ }).click();
  await expect.poll(folios).toEqual(['A-2']);
  await screen.getByRole('button', { name: /^Eliminadas/ }).click();
  await expect.poll(folios).toEqual(['A-3']);
  const restored = answer(restoreInvoice).with(() => ({ restored: true, invoice: rejected(3, {}) }));
  await screen.getByRole('button', { name: 'Restaurar la factura A-3' }).click();
  await expect.element(screen.getByText('La factura A-3 está de nuevo en tu lista.')).toBeVisible();
  expect(restored.map(({ body }) => body)).toEqual([{ documentId: id(3) }]);
});
