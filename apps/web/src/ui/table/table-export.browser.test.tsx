import { exportTable } from '@anticipa/contract/exports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { TableExport } from './table-export.tsx';

const file = () =>
  new Response('xlsx', { headers: { 'content-disposition': "attachment; filename*=UTF-8''en-credito.xlsx" } });

/** The names of the files that the browser was asked to save. */
let saved: string[];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

async function openExport() {
  const screen = await renderScreen(
    <TableExport
      table="credit"
      dated="fecha de emisión"
      today="2026-03-10"
      product="BI"
      currency="MXN"
      from="2026-03-01"
    />,
  );
  await screen.getByRole('button', { name: 'Exportar' }).click();
  return screen;
}

it('[EXP-01] asks for no days of rows without a date', async () => {
  const calls = answer(exportTable).with(file);
  const screen = await renderScreen(<TableExport table="payers" />);
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await expect.element(screen.getByLabelText('Desde')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect
    .poll(() => calls.map(({ params, query }) => ({ ...params, ...query })))
    .toEqual([{ table: 'payers', format: 'csv' }]);
});

it('[EXP-01] downloads the table as a spreadsheet or CSV, from and to optional days', async () => {
  const calls = answer(exportTable).with(file);
  const screen = await openExport();
  await expect.element(screen.getByLabelText('Desde')).toHaveValue('01/03/2026');
  await screen.getByLabelText('Hasta').fill('05/03/2026');
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(saved).toEqual(['en-credito.xlsx']);
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await screen.getByLabelText('Desde').fill('');
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const filters = { product: 'BI', currency: 'MXN' };
  expect(calls.map(({ params: { table }, query }) => ({ table, ...query }))).toEqual([
    { table: 'credit', format: 'xlsx', ...filters, from: '2026-03-01', to: '2026-03-05' },
    { table: 'credit', format: 'csv', ...filters },
  ]);
});

it('[EXP-01] asks for no file while the last day is before the first', async () => {
  const screen = await openExport();
  await screen.getByLabelText('Hasta').fill('28/02/2026');
  await expect.element(screen.getByText('La fecha final es anterior a la inicial').first()).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Descargar Excel' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('[EXP-02] says that there is nothing to export, or that the export failed', async () => {
  answer(exportTable).with(() => new Refusal(422, 'NOTHING_TO_EXPORT', 'No hay datos para exportar'));
  const screen = await openExport();
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.element(screen.getByText('No hay datos para exportar')).toBeVisible();
  answer(exportTable).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.element(screen.getByText('Ocurrió un error al exportar los datos')).toBeVisible();
  expect(saved).toEqual([]);
});
