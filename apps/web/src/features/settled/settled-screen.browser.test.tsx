import { getCreditInformation } from '@anticipa/contract/credit';
import { type Invoice, listInvoices } from '@anticipa/contract/invoices';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { SettledScreen } from './settled-screen.tsx';

const settled = (number: number, over: Partial<Invoice> = {}) =>
  anInvoiceInCredit({
    documentId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    folio: String(number),
    status: 40,
    paymentDate: '2026-03-02',
    paidAmount: '116000.00',
    recargos: '0.00',
    ivaRecargos: '0.00',
    finalDeposit: '10857.60',
    ...over,
  });

it('[LIQ-02] shows all settled invoices of the month in one scrolling table 650 px high', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const calls = answer(listInvoices).with(() => ({ data: Array.from({ length: 50 }, (_, index) => settled(index)) }));
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
  const table = screen.getByRole('grid', { name: 'Facturas liquidadas en marzo 2026' });
  await expect.element(table).toBeVisible();
  await expect.element(screen.getByText('Mes de Liquidación', { exact: true })).toBeVisible();
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
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
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
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
  await expect.element(screen.getByRole('article')).toBeVisible();
  const card = screen.getByRole('article');
  expect(card.element().querySelector('header')?.textContent).toBe('A-7MXN 116,000.00');
  await expect
    .element(card)
    .toMatchTextContent(/F\. Pago02\/03\/2026InterésMXN\s4,640\.00RecargosMXN\s0\.00Devolución/);
});

it('[LIQ-01] at 1440 px all columns are reached by scrolling beside the payer, and others can be left out', async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 800));
  onTestFinished(() => localStorage.clear());
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(listInvoices).with(() => ({ data: [settled(7)] }));
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
  const table = screen.getByRole('grid', { name: 'Facturas liquidadas en marzo 2026' });
  await expect.element(table).toBeVisible();
  const headings = () =>
    table
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  const all = ['Pagador', 'Folio', 'F. Emisión', 'Importe', 'Moneda', 'Anticipo', 'F. Depósito', 'F. Vencimiento'];
  all.push('F. Pago', 'Interés', 'Recargos', 'Devolución', 'Pago automático');
  expect(headings()).toEqual(all);
  const frame = table.element().parentElement;
  frame?.scrollTo({ left: 10_000 });
  const place = (text: string) => table.getByText(text, { exact: true }).first().element().getBoundingClientRect();
  const edge = frame?.getBoundingClientRect() ?? new DOMRect();
  expect(place('Comercial Ñandú').left).toBeGreaterThanOrEqual(edge.left);
  expect(
    table.getByRole('columnheader', { name: 'Pago automático' }).element().getBoundingClientRect().right,
  ).toBeLessThanOrEqual(edge.right);
  await screen.getByRole('button', { name: 'Columnas' }).click();
  await screen.getByRole('checkbox', { name: 'Moneda' }).click();
  expect(headings()).toEqual(all.filter((heading) => heading !== 'Moneda'));
});

it('[LIQ-01] [LIQ-02] lists what each paid invoice cost and brought back, the last paid first', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const late = settled(8, {
    paymentDate: '2026-03-12',
    paidAmount: '117546.67',
    recargos: '15466.67',
    ivaRecargos: '2474.67',
    finalDeposit: '0.00',
    source: 'STP',
    bank: 'Banco de Prueba',
  });
  const dollars = settled(9, {
    paymentDate: '2026-03-01',
    currency: 'USD',
    total: '5000.00',
    paidAmount: '5000.00',
    comision: '200.00',
    initialDeposit: '4300.00',
    aforo: '500.00',
    iva: '32.00',
    finalDeposit: '468.00',
    Product: { code: 'FB', name: 'Factoraje' },
  });
  answer(listInvoices).with(() => ({ data: [settled(7), late, dollars] }));
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
  const table = screen.getByRole('grid', { name: 'Facturas liquidadas en marzo 2026' });
  await expect.element(table).toBeVisible();
  const rows = table.getByRole('row').elements();
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Comercial ÑandúANTICIPO ÍNDICEA-802/03/2026MXN 116,000.00MXNMXN 99,760.0002/03/202601/05/202612/03/2026MXN 4,640.00MXN 15,466.67MXN 0.00Debes MXN 5,537.07STP · Banco de Prueba',
    'Comercial ÑandúANTICIPO ÍNDICEA-702/03/2026MXN 116,000.00MXNMXN 99,760.0002/03/202601/05/202602/03/2026MXN 4,640.00MXN 0.00MXN 10,857.60—',
    'Comercial ÑandúFACTORAJEA-902/03/2026USD 5,000.00USDUSD 4,300.0002/03/202601/05/202601/03/2026USD 200.00USD 0.00USD 468.00—',
    'Total de 3 facturasMXN 232,000.00USD 5,000.00MXN 199,520.00USD 4,300.00MXN 9,280.00USD 200.00MXN 15,466.67USD 0.00MXN 10,857.60USD 468.00',
  ]);
  const breakdown = screen.getByRole('dialog', { name: 'Cómo se calcula la devolución' });
  await table.getByRole('button', { name: 'MXN 0.00' }).click();
  await expect
    .element(breakdown)
    .toHaveTextContent(
      'Cómo se calcula la devoluciónAforoMXN 11,600.00+ Recargos que ya traía el pagoMXN 1,546.67− RecargosMXN 15,466.67− IVA de los recargosMXN 2,474.67− IVA del interésMXN 742.40DevoluciónMXN 0.00El aforo no alcanzó: quedan por pagar MXN 5,537.07. Págalos con una referencia.',
    );
  await userEvent.keyboard('{Escape}');
  await table.getByRole('button', { name: 'MXN 10,857.60' }).click();
  await expect
    .element(breakdown)
    .toHaveTextContent(
      'Cómo se calcula la devoluciónAforoMXN 11,600.00− RecargosMXN 0.00− IVA de los recargosMXN 0.00− IVA del interésMXN 742.40DevoluciónMXN 10,857.60',
    );
});

it('[LIQ-01] finds a settled invoice by its UUID, which is a column on demand', async () => {
  onTestFinished(() => localStorage.clear());
  answer(getCreditInformation).with(() => aCreditAnswer());
  const uuid = '0000000B-0000-4000-8000-00000000000B';
  answer(listInvoices).with(() => ({ data: [settled(7), settled(8, { uuid })] }));
  const screen = await renderScreen(<SettledScreen payBalance={() => null} />);
  const table = screen.getByRole('grid', { name: 'Facturas liquidadas en marzo 2026' });
  await screen.getByLabelText('Buscar pagador, folio, UUID o producto').fill(uuid.toLowerCase());
  await expect.element(table.getByRole('link', { name: 'A-7' })).not.toBeInTheDocument();
  await expect.element(table.getByRole('link', { name: 'A-8' })).toBeVisible();
  await screen.getByRole('button', { name: 'Columnas' }).click();
  await screen.getByRole('checkbox', { name: 'UUID' }).click();
  await expect.element(table.getByRole('gridcell', { name: uuid })).toBeInTheDocument();
});
