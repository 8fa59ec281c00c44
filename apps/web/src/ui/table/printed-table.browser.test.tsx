import type {} from '@vitest/browser-playwright';
import { afterEach, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Button } from '../button.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './table-model.ts';

/** A landscape letter sheet in pixels, within margins of 10 mm. */
const SHEET = { width: 980, height: 740 };

afterEach(async () => {
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  await page.viewport(1280, 800);
});

it('[LIQ-01] prints every column of the widest table in full, without buttons', async () => {
  const columns: Column<string>[] = Array.from({ length: 13 }, (_, index) => ({
    id: String(index),
    header: `F. Vencimiento ${index}`,
    value: (name) => (index === 0 ? name : `MXN 1,23${index},567.89`),
    width: index === 0 ? 'minmax(15rem, 2fr)' : '9.5rem',
  }));
  const download: Column<string> = {
    id: 'download',
    header: 'Descarga',
    value: () => null,
    cell: () => <Button>PDF</Button>,
    only: 'screen',
  };
  // Upright, the sheet is as narrow as a phone.
  await page.viewport(703, SHEET.width);
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const screen = await renderScreen(
    <DataTable
      label="Liquidadas"
      noun={['factura', 'facturas']}
      rows={['DISTRIBUIDORA ÑANDÚ DEL NORESTE, S.A.P.I. DE C.V.']}
      columns={[...columns, download]}
      rowId={(row) => row}
      empty={null}
    />,
  );
  const table = screen.getByRole('grid', { name: 'Liquidadas' });
  await expect.element(table).toBeVisible();
  await page.viewport(SHEET.width, SHEET.height);
  // Chromium leaves buttons out of the heading that it repeats on each sheet.
  window.dispatchEvent(new Event('beforeprint'));
  expect(table.element().querySelectorAll('th button')).toHaveLength(0);
  expect(getComputedStyle(table.getByRole('gridcell').first().element()).position).toBe('static');
  const cells = [...table.element().querySelectorAll('th, td')];
  expect(cells).toHaveLength(26);
  expect(cells.filter((cell) => cell.getBoundingClientRect().right > SHEET.width)).toEqual([]);
  // No heading is broken within a word.
  expect(cells.slice(1, 13).filter((cell) => cell.getBoundingClientRect().height > 50)).toEqual([]);
  expect(cells.filter((cell) => cell.scrollWidth > cell.clientWidth)).toEqual([]);
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(table.getByRole('button', { name: 'F. Vencimiento 1', exact: true })).toBeInTheDocument();
});
