import { getCreditInformation } from '@anticipa/contract/credit';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { presell, setAsPreSell } from '@anticipa/contract/sales';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer, anInvoice } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { serve } from '../../testing/sale-server.ts';
import { answer, Refusal } from '../../testing/server.ts';
import { InvoiceTiles } from './tiles-screen.tsx';
import { setChosen } from './use-draft.ts';

async function show() {
  setChosen(new Set());
  const screen = await renderScreen(
    <InvoiceTiles
      tab="mine"
      onTab={() => {}}
      above={(sell) => sell}
      isWaiting={false}
      search={{}}
      onSearch={() => {}}
      upload={null}
      onFollow={() => {}}
    />,
  );
  return { ...screen, button: (name: string) => screen.getByRole('button', { name, exact: true }) };
}

describe('[VTA-08] one term for all clients', () => {
  it('keeps the dates written by hand, names them and gives them back', async () => {
    await serve();
    answer(getCreditInformation).with(() => aCreditAnswer());
    const invoices = ['ZAC020202BB2', 'YUC030303CC3'].map((receiverRFC, index) =>
      anInvoice({ documentId: `00000000-0000-4000-8000-00000000001${index}`, receiverRFC, receiverName: receiverRFC }),
    );
    answer(listOpenInvoices).with(() => openListOf(invoices));
    answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
    const screen = await show();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }));
    await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
    const date = screen.getByLabelText(/^Fecha de pago de la factura/).first();
    await userEvent.fill(date, '24/04/2026');
    const all = screen.getByRole('region', { name: 'Plazo y días para todos los clientes' });
    await userEvent.fill(all.getByLabelText('Plazo de pago en días'), '60');
    await userEvent.click(screen.button('Aplicar a todos'));
    await expect.element(all.getByText('1 fecha escrita a mano se conservó.')).toBeVisible();
    await expect.element(date).toHaveValue('24/04/2026');
    await userEvent.click(all.getByRole('button', { name: 'Usar las fechas calculadas' }));
    await expect.element(date).not.toHaveValue('24/04/2026');
    await expect.element(all.getByText(/escrita a mano/)).not.toBeInTheDocument();
  });
});

it('[VTA-07] an open sale keeps its order when other invoices arrive, so that no field moves while it is filled', async () => {
  await serve();
  await page.viewport(390, 844);
  const invoice = (number: number, receiverRFC: string, total: string) =>
    anInvoice({
      documentId: `00000000-0000-4000-8000-00000000002${number}`,
      folio: String(number),
      receiverRFC,
      receiverName: receiverRFC,
      total,
      purchaseOrder: 'OC1',
      Product: { code: 'FB', name: 'Factoraje' },
    });
  const invoices = [invoice(1, 'ZAC020202BB2', '2000.00'), invoice(2, 'YUC030303CC3', '1000.00')];
  const read = answer(listOpenInvoices).with(() => openListOf(invoices));
  answer(presell).with(() => ({ data: { today: '2026-03-10', items: [], groups: [], credit: [], failures: [] } }));
  answer(setAsPreSell).with(() => new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está en este paso.'));
  const screen = await show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }));
  await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
  const orders = screen.getByLabelText(/^Orden de compra de la factura/);
  await expect.poll(() => orders.elements().length).toBe(2);
  const idsOf = () => orders.elements().map(({ id: field }) => field);
  const before = idsOf();
  invoices.push(invoice(3, 'YUC030303CC3', '90000.00'));
  const earlier = read.length;
  await userEvent.click(screen.button('Vender mis facturas'));
  await expect.poll(() => read.length).toBeGreaterThan(earlier);
  await userEvent.fill(orders.first(), 'oc 2026');
  await userEvent.fill(orders.last(), 'oc 2027');
  await expect.element(screen.getByText('Seleccionar todo (3)')).toBeInTheDocument();
  expect(idsOf()).toEqual(before);
  expect(orders.elements().map((field) => field instanceof HTMLInputElement && field.value)).toEqual([
    'oc 2026',
    'oc 2027',
  ]);
  await page.viewport(1280, 800);
});
