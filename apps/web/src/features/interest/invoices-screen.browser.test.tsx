import { money } from '@anticipa/domain/money';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { columns } from './invoices-screen.tsx';
import type { InvoiceRow } from './view-model/invoices.ts';

/** Width of a table in a window of 1440 pixels. */
const CONTENT_WIDTH = 1112;

afterEach(() => page.viewport(1280, 800));

it('[HFI-01] shows its headings, the longest month and both downloads in full', async () => {
  await page.viewport(CONTENT_WIDTH, 800);
  const row: InvoiceRow = {
    id: '1',
    folio: 'INT-8',
    emittedAt: '2026-10-01T16:00:00Z',
    month: '2026-09' as InvoiceRow['month'],
    amount: money(123_456_789n, 'MXN'),
    iva: money(1n, 'MXN'),
    active: false,
    status: 'Cancelada',
    type: 'Ingreso',
    details: [
      { folio: 'A-1', subTotal: money(1n, 'MXN') },
      { folio: 'A-2', subTotal: money(1n, 'MXN') },
    ],
  };
  const screen = await renderScreen(
    <DataTable
      label="Historial"
      noun={['factura', 'facturas']}
      rows={[row]}
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
