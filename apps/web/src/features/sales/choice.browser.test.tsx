import { getCreditInformation } from '@anticipa/contract/credit';
import { deleteInvoice, restoreInvoice } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { presell } from '@anticipa/contract/sales';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer, aCreditLine, anInvoice, aProduct } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { renderTiles } from '../../testing/render-tiles.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { currentDraft, setChosen } from './use-draft.ts';

// The price settles at once.
skipWaits('typing');

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const products = [
  aProduct({
    accounts: [
      { currency: 'MXN', bank: 'BBVA', ending: '4821' },
      { currency: 'USD', bank: 'HSBC', ending: '1357' },
    ],
  }),
];
const lines = [
  aCreditLine(),
  aCreditLine({
    creditLineId: idOf(9),
    creditCurrency: 'USD',
    earlyRebate: true,
    creditLimit: '5000.00',
    creditUsed: '0.00',
    creditHeld: '0.00',
    available: '5000.00',
  }),
];
const invoices = [
  anInvoice({ documentId: idOf(1), folio: '1', emittedOn: '2026-02-20' }),
  anInvoice({ documentId: idOf(2), folio: '2', emittedOn: '2026-02-20', currency: 'USD', total: '1000.40' }),
  anInvoice({
    documentId: idOf(3),
    folio: '3',
    receiverRFC: 'ZAC020202BB2',
    receiverName: 'Zacatecas',
    total: '10.00',
  }),
];

async function show(over: Parameters<typeof aCreditAnswer>[0] = {}, tiles: Parameters<typeof renderTiles>[0] = {}) {
  await signInAs(aUser({ userId: crypto.randomUUID() }));
  answer(getCreditInformation).with(() => aCreditAnswer({ products, lines, ...over }));
  answer(listOpenInvoices).with(() => openListOf(invoices));
  answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
  const screen = await renderTiles(tiles);
  const tile = screen.getByRole('checkbox', { name: 'Seleccionar las facturas de Comercial Ñandú' });
  await expect.element(tile).toBeVisible();
  return { screen, tile, bar: screen.getByRole('region', { name: 'Selección' }) };
}
const chosen = (): string[] => [...currentDraft().chosen].toSorted();

describe('[TAB-07] the selection', () => {
  it('shows deposit, cost and the credit left of the lines it uses, by currency', async () => {
    const { tile, bar } = await show();
    await tile.click();
    await expect
      .element(bar)
      .toMatchTextContent(
        /^Seleccionadas2Recibes en menos de 4 horasMXN 91,640\.00USD 790\.32antes del lunes 2, 14:00BBVA ••4821 · HSBC ••1357si vendes en .*CostoMXN 12,760\.00USD 110\.04Crédito que quedaAnticipo Índice MXN 595,600\.00Anticipo Índice USD 4,099\.64/,
      );
    await bar.getByRole('button', { name: 'Quitar selección' }).click();
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('follows the table of a tile, whose checkbox completes it and then clears it', async () => {
    const { screen, tile } = await show();
    await screen.getByRole('button', { name: 'Ver las facturas de Comercial Ñandú' }).click();
    const one = screen.getByRole('checkbox', { name: 'Seleccionar A-1' });
    await one.click();
    await screen.getByRole('checkbox', { name: 'Seleccionar A-2' }).click();
    await expect.element(tile).toBeChecked();
    await one.click();
    await expect.element(tile).toBePartiallyChecked();
    expect(chosen()).toEqual([idOf(2)]);
    await tile.click();
    expect(chosen()).toEqual([idOf(1), idOf(2)]);
    await tile.click();
    expect(chosen()).toEqual([]);
  });

  it('keeps what a filter hides, and is cleared as a whole', async () => {
    const { screen, bar } = await show({}, { search: { cliente: 'ñandú' } });
    setChosen(new Set([idOf(1), idOf(3)]));
    await screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }).click();
    expect(chosen()).toEqual([idOf(1), idOf(2), idOf(3)]);
    await screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }).click();
    expect(chosen()).toEqual([idOf(3)]);
    await bar.getByRole('button', { name: 'Quitar selección' }).click();
    expect(chosen()).toEqual([]);
  });
});

describe('[VTA-13] invoices in a currency without an account', () => {
  const pesosOnly = { products: [aProduct()] };

  it('leaves invoices without an account out of the sale of the others, which is said', async () => {
    const { screen, tile, bar } = await show(pesosOnly);
    await tile.click();
    await expect.element(bar).toMatchTextContent(/MXN 91,640\.00antes del lunes 2, 14:00BBVA/);
    await expect.element(bar.getByText('1 sin cuenta bancaria: no entra en la venta')).toBeVisible();
    await bar.getByRole('button', { name: 'Vender' }).click();
    const sale = screen.getByRole('dialog', { name: 'VENDER FACTURAS' });
    await expect.element(sale.getByText(/^Las facturas en USD no pudieron ser procesadas/)).toBeVisible();
    expect(chosen()).toEqual([idOf(1)]);
  });

  it('invoices without an account alone open no sale', async () => {
    const { screen, bar } = await show(pesosOnly);
    setChosen(new Set([idOf(2)]));
    await bar.getByRole('button', { name: 'Vender' }).click();
    const nothing = screen.getByRole('alertdialog', { name: 'Facturas fuera de la venta' });
    await expect.element(nothing.getByText(/^Las facturas en USD no pudieron ser procesadas/)).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(chosen()).toEqual([]);
  });
});

it('[VTA-14] names what exceeds the credit, until it is dismissed', async () => {
  const { screen, tile } = await show({ lines: [aCreditLine({ creditUsed: '800000.00' }), ...lines.slice(1)] });
  await tile.click();
  // Outside the panel it is only announced.
  const panel = screen.getByRole('tabpanel');
  await expect.element(panel.getByText(/Se quitó de la selección: A-1 \(Anticipo Índice\)\./)).toBeVisible();
  expect(chosen()).toEqual([idOf(2)]);
  await screen.getByRole('button', { name: 'Entendido' }).click();
  await expect.element(panel.getByText(/Se quitó de la selección/)).not.toBeInTheDocument();
});

describe('[VTA-08] the form of a sale', () => {
  const open = async () => {
    const shown = await show();
    setChosen(new Set(invoices.map(({ documentId }) => documentId)));
    await shown.bar.getByRole('button', { name: 'Vender' }).click();
    return { ...shown, all: shown.screen.getByRole('region', { name: 'Plazo y días para todos los clientes' }) };
  };

  it('applies a term for all only when it is valid, and counts what has to be corrected', async () => {
    const { screen, all } = await open();
    const terms = screen.getByLabelText('Plazo de pago en días');
    await userEvent.fill(all.getByLabelText('Plazo de pago en días'), '181');
    await all.getByRole('button', { name: 'Aplicar a todos' }).click();
    await expect.element(all.getByText('El plazo no puede ser mayor a 180 días')).toBeVisible();
    const valuesOf = () => terms.elements().map((field) => field instanceof HTMLInputElement && field.value);
    expect(valuesOf()).toEqual(['181', '', '']);
    await screen.getByRole('button', { name: 'Vender mis facturas' }).click();
    await expect.poll(() => screen.getByText('1 por corregir').elements().length).toBe(2);
    await userEvent.fill(all.getByLabelText('Plazo de pago en días'), '60');
    await all.getByRole('button', { name: 'Aplicar a todos' }).click();
    expect(valuesOf()).toEqual(['60', '60', '60']);
    await expect.element(screen.getByText('1 por corregir')).not.toBeInTheDocument();
  });

  it('[VTA-16] deletes an invoice, and takes it back into the sale', async () => {
    const { screen } = await open();
    const deleted = answer(deleteInvoice).with(() => ({ deleted: true as const }));
    const restored = answer(restoreInvoice).with(() => ({ restored: true as const, invoice: anInvoice() }));
    await screen.getByRole('button', { name: 'Eliminar la factura A-1' }).click();
    await expect.poll(chosen).toEqual([idOf(2), idOf(3)]);
    expect(deleted.map(({ body }) => body)).toEqual([{ documentId: idOf(1) }]);
    await screen.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(chosen).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(restored.map(({ body }) => body)).toEqual([{ documentId: idOf(1) }]);
  });

  it('[VTA-16] keeps an invoice in the sale that cannot be deleted', async () => {
    const { screen } = await open();
    answer(deleteInvoice).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
    await screen.getByRole('button', { name: 'Eliminar la factura A-1' }).click();
    await expect.element(screen.getByText('Acción no disponible de momento, intenta mas tarde.')).toBeVisible();
    expect(chosen()).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  it('[VTA-02] takes an invoice out and back, and leaves the others', async () => {
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Quitar la factura A-1 de la venta' }).click();
    expect(chosen()).toEqual([idOf(2), idOf(3)]);
    await expect.element(screen.getByText('2 facturas · Recibes', { exact: false }).first()).toBeVisible();
    await screen.getByRole('button', { name: 'Deshacer' }).click();
    expect(chosen()).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  it.each([390, 1280])('[VTA-02] [VTA-16] names both ways out of the sale in words at %i px', async (width) => {
    await page.viewport(width, 844);
    onTestFinished(() => page.viewport(1280, 800));
    const { screen } = await open();
    const remove = screen.getByRole('button', { name: 'Quitar la factura A-1 de la venta' });
    await expect.element(remove).toMatchTextContent(/^Quitar$/);
    await expect
      .element(screen.getByRole('button', { name: 'Eliminar la factura A-1' }))
      .toMatchTextContent('Eliminar');
    await remove.click();
    expect(chosen()).toEqual([idOf(2), idOf(3)]);
  });

  it('[PRE-04] shows the price of each invoice, which opens to its calculation, and the credit after the sale', async () => {
    const { screen } = await open();
    const rows = screen.getByRole('table', { name: 'Facturas de Comercial Ñandú en esta venta' }).getByRole('row');
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(
        /^A-1Anticipo ÍndiceMXN 116,000\.0020\/02\/2026.*MXN 91,640\.00Costo MXN 12,760\.00QuitarEliminar$/,
      );
    const summary = screen.getByRole('complementary', { name: 'Resumen' });
    await expect
      .element(summary)
      .toMatchTextContent(
        /Anticipo Índice en USDRecibesUSD 790\.32Costo \(interés\)USD 110\.0433\.42 % anual efectivo, sin IVAIVA del interésUSD 17\.61Te regresa al cobrarUSD 82\.43Importe de 1 facturaUSD 1,000\.40Si tu cliente paga tarde, los recargos son del 48 % anual\.Si te pagan antes, te devolvemos el interés de los días que falten: USD 0\.67 por día\./,
      );
    await expect
      .element(summary)
      .toMatchTextContent(
        /Anticipo Índice en MXN59 % disponibleMXN 595,591\.00de MXN 1,000,000\.00Anticipo Índice en USD81 % disponibleUSD 4,099\.64de USD 5,000\.00$/,
      );
    await rows.nth(1).getByRole('button', { name: 'MXN 91,640.00' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Cómo se calcula lo que recibes' }))
      .toHaveTextContent(
        'Cómo se calcula lo que recibesImporte de la facturaMXN 116,000.00Aforo (10 %), se libera al cobrar− MXN 11,600.00Interés: 165 días al 24 % anual, base 360− MXN 12,760.00Depósito en tu cuentaMXN 91,640.00El IVA del interés (16 %, MXN 2,041.60) se liquida contra el aforo al final.',
      );
  });

  it('[PRE-04] calculates the price of an invoice that is paid tomorrow', async () => {
    const { screen, all } = await open();
    await userEvent.fill(all.getByLabelText('Plazo de pago en días'), '11');
    await all.getByRole('button', { name: 'martes' }).click();
    await all.getByRole('button', { name: 'Aplicar a todos' }).click();
    await screen.getByRole('button', { name: 'MXN 104,322.67' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Cómo se calcula lo que recibes' }))
      .toMatchTextContent(/Interés: 1 día al 24 % anual, base 360− MXN 77\.33/);
  });
});
