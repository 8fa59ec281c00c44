import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { columns } from './invoices-screen.tsx';
import { invoiceRowsOf } from './view-model/invoices.ts';

/** Width of a table in a window of 1440 pixels. */
const CONTENT_WIDTH = 1112;

afterEach(() => page.viewport(1280, 800));

it('[HFI-01] shows its headings, the longest month and both downloads in full', async () => {
  await page.viewport(CONTENT_WIDTH, 800);
  const [row] = invoiceRowsOf([
    {
      id: '11111111-1111-4111-8111-111111111111',
      facturamaId: '11111111-1111-4111-8111-111111111111',
      uuid: '22222222-2222-4222-8222-222222222222',
      folio: 'INT-8',
      emittionDate: '2026-10-01T16:00:00Z',
      periodo: '2026-09',
      product: 'BI',
      productName: 'Anticipo Índice',
      currency: 'MXN',
      active: false,
      invoiceType: true,
      subTotal: '1234567.88',
      iva: '0.01',
      amount: '1234567.89',
      creditFolios: ['A-1', 'A-2'],
      InvoicingDetails: ['A-1', 'A-2'].map((factoringDocumentFolio) => ({
        factoringDocumentFolio,
        subTotal: '0.01',
        iva: '0.00',
      })),
    },
  ]);
  const screen = await renderScreen(
    <DataTable
      label="Historial"
      noun={['factura', 'facturas']}
      rows={row ? [row] : []}
      columns={columns}
      rowId={({ id }) => id}
      empty={null}
    />,
  );
  const table = screen.getByRole('grid', { name: 'Historial' });
  await expect.element(table).toBeVisible();
  await document.fonts.ready;
  const scroller = table.element().parentElement;
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
  const cut = [...table.element().querySelectorAll('th, td')].filter((cell) => cell.scrollWidth > cell.clientWidth);
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
});
