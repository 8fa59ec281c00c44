import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CellPair } from './cell-pair.tsx';
import { amountColumn } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './table-model.ts';

afterEach(() => page.viewport(1280, 800));

const columns: readonly Column<string>[] = Array.from({ length: 13 }, (_, index) => ({
  id: String(index),
  header: index === 0 ? 'Folio' : `Columna ${index}`,
  value: (name) => (index === 0 ? name : `${name} ${index}`),
  width: '9.5rem',
}));
const rows = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
const rowId = (row: string): string => row;

function Selectable(props: { columns?: readonly Column<string>[]; rows?: readonly string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Facturas"
      noun={['factura', 'facturas']}
      rows={props.rows ?? rows}
      columns={props.columns ?? columns}
      rowId={rowId}
      selection={{ selected, onChange: setSelected }}
      empty={null}
    />
  );
}

it('[EST-02] keeps the column that names a row while the others scroll sideways', async () => {
  const screen = await renderScreen(<Selectable />);
  const table = screen.getByRole('grid', { name: 'Facturas' });
  const scroller = table.element().parentElement;
  const leftOf = (name: string) =>
    table.getByRole('gridcell', { name, exact: true }).element().getBoundingClientRect().left;
  const before = { folio: leftOf('A-3'), other: leftOf('A-3 2') };
  scroller?.scrollTo({ left: 600, behavior: 'instant' });
  await expect.poll(() => leftOf('A-3 2')).toBe(before.other - 600);
  expect(leftOf('A-3')).toBe(before.folio);
  const heading = table.getByRole('columnheader', { name: 'Folio' }).element();
  expect(heading.getBoundingClientRect().left).toBe(before.folio);
});

describe('[EST-02] a folio of 66 characters', () => {
  const long = `${'SERIE'.repeat(5)}-${'1234567890'.repeat(4)}`;
  const breaking: readonly Column<string>[] = columns.map((column) =>
    column.id === '0' ? { ...column, breaks: true, card: 'title' } : column,
  );

  it.each([
    ['in a short table', 1440, 3],
    ['in a long table', 1440, 90],
    ['on a phone', 390, 3],
  ])('can be read in full %s, without moving the rows onto each other', async (_, width, count) => {
    await page.viewport(width, 800);
    const names = Array.from({ length: count }, (_row, index) => `${long}-${index}`);
    const screen = await renderScreen(<Selectable columns={breaking} rows={names} />);
    const first = screen.getByText(names[0] ?? '', { exact: true }).first();
    await expect.element(first).toBeVisible();
    const cell = first.element();
    expect([cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight]).toEqual([0, 0]);
    const tops = () =>
      [...document.querySelectorAll('[data-row], article')].slice(0, 2).map((row) => row.getBoundingClientRect());
    await expect.poll(() => Math.round((tops()[1]?.top ?? 0) - (tops()[0]?.bottom ?? 0))).toBeGreaterThanOrEqual(0);
  });
});

describe('[EST-02] a range chosen with the mouse and Shift', () => {
  it('marks no text, and is copied as chosen by Ctrl+C', async () => {
    let copied = '';
    const { clipboard } = navigator;
    const write = clipboard.writeText;
    clipboard.writeText = async (text) => {
      copied = text;
    };
    try {
      const screen = await renderScreen(<Selectable />);
      const box = (name: string) => screen.getByRole('checkbox', { name: `Seleccionar ${name}` });
      const cell = box('A-4').element().closest('td');
      const pressed = new MouseEvent('mousedown', { bubbles: true, cancelable: true, shiftKey: true });
      cell?.dispatchEvent(pressed);
      expect(pressed.defaultPrevented).toBe(true);
      await userEvent.click(box('A-2'));
      await userEvent.click(box('A-4'), { modifiers: ['Shift'] });
      await expect.element(screen.getByText('5 facturas · Selección: 3')).toBeVisible();
      await userEvent.keyboard('{Control>}c{/Control}');
      await expect
        .poll(() =>
          copied
            .split('\n')
            .slice(1)
            .map((line) => line.split('\t')[0]),
        )
        .toEqual(['A-2', 'A-3', 'A-4']);
      await userEvent.keyboard('{ArrowDown}');
      await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('4');
    } finally {
      clipboard.writeText = write;
    }
  });

  it('copies all rows shown while none is chosen', async () => {
    const writing = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await renderScreen(<Selectable />);
    await screen.getByRole('button', { name: 'Copiar' }).click();
    const lines = writing.mock.calls[0]?.[0].split('\n') ?? [];
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['Folio', ...rows]);
    writing.mockRestore();
  });

  it('leaves Space to the checkbox', async () => {
    const screen = await renderScreen(<Selectable />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar A-2' }));
    await userEvent.keyboard(' ');
    await expect.element(screen.getByText('5 facturas', { exact: true })).toBeVisible();
  });
});

it('[EST-02] a card on a phone opens its row by the title, beside the checkbox that selects it', async () => {
  await page.viewport(390, 844);
  const folio: Column<string> = {
    id: 'folio',
    header: 'Folio',
    value: rowId,
    cell: (row) => <a href="/x">{row}</a>,
    card: 'title',
  };
  const screen = await renderScreen(<Selectable columns={[folio]} rows={['A-1']} />);
  await expect.element(screen.getByRole('checkbox', { name: 'A-1' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'A-1' })).toBeVisible();
});

it('[EST-02] a short card on a phone opens its row wherever it is touched, and leaves the rest to the sheet', async () => {
  await page.viewport(390, 844);
  const text = (id: string, card: 'title' | 'note' | 'sheet'): Column<string> => ({
    id,
    header: id,
    value: () => id,
    card,
  });
  const folio: Column<string> = {
    ...text('folio', 'title'),
    value: rowId,
    cell: (row) => (
      <CellPair note={<a href="#sale">Venta 1</a>}>
        <a href="#opened">{row}</a>
      </CellPair>
    ),
  };
  const client = { ...text('client', 'note'), cell: () => <a href="#client">Empresa</a> };
  const screen = await renderScreen(
    <Selectable columns={[folio, text('payer', 'note'), client, text('deposit', 'sheet')]} rows={['A-1']} />,
  );
  await expect.element(screen.getByText('payer')).toBeVisible();
  await expect.element(screen.getByText('deposit')).not.toBeInTheDocument();
  const { left, bottom } = screen.getByRole('article').element().getBoundingClientRect();
  expect(document.elementFromPoint(left + 200, bottom - 4)).toBe(screen.getByRole('link', { name: 'A-1' }).element());
  for (const name of ['A-1', 'Venta 1', 'Empresa']) {
    const link = screen.getByRole('link', { name }).element();
    const box = link.getBoundingClientRect();
    expect(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)).toBe(link);
  }
  await screen.getByRole('checkbox', { name: 'A-1' }).click();
  await expect.element(screen.getByRole('checkbox', { name: 'A-1' })).toBeChecked();
});

it('[DIN-105] in a long table Tab stops only at the controls of the chosen row, and then leaves the table', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `A-${index + 1}`);
  const screen = await renderScreen(
    <>
      <DataTable
        label="Facturas"
        noun={['factura', 'facturas']}
        rows={names}
        columns={columns.slice(0, 2)}
        rowId={rowId}
        actions={(row) => <button type="button">{`Identificar ${row}`}</button>}
        empty={null}
      />
      <button type="button">Registrar pago</button>
    </>,
  );
  await press(screen.getByRole('row', { name: /^A-1 / }), '{ArrowDown}{ArrowDown}{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Identificar A-3' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Registrar pago' })).toHaveFocus();
});

it('[DIN-105] in a short table Tab passes the controls of other rows and comes to the chosen row', async () => {
  const screen = await renderScreen(
    <DataTable
      label="Facturas"
      noun={['factura', 'facturas']}
      rows={rows}
      columns={columns.slice(0, 2)}
      rowId={rowId}
      actions={(row) => <button type="button">{`Identificar ${row}`}</button>}
      empty={null}
    />,
  );
  const row = screen.getByRole('row', { name: /^A-3 / });
  await press(screen.getByRole('row', { name: /^A-1 / }), '{ArrowDown}{ArrowDown}');
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
  await expect.element(screen.getByRole('button', { name: 'Identificar A-1' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(row).toHaveFocus();
});

it('[DIN-104] a short card on a phone that opens no sheet has the actions of its row', async () => {
  await page.viewport(390, 844);
  const [folio, payer] = columns.map((column, index) => ({ ...column, card: index === 0 ? 'title' : 'note' }) as const);
  const screen = await renderScreen(
    <DataTable
      label="Facturas"
      noun={['factura', 'facturas']}
      rows={['A-1']}
      columns={[folio, payer].flatMap((column) => column ?? [])}
      rowId={rowId}
      actions={(row) => <button type="button">{`Identificar ${row}`}</button>}
      empty={null}
    />,
  );
  await expect.element(screen.getByRole('article')).toMatchTextContent(/A-1 1/);
  await expect.element(screen.getByRole('button', { name: 'Identificar A-1' })).toBeVisible();
});

it('[DIN-110] a long list on a phone shows its first rows, and the others once they are asked for', async () => {
  await page.viewport(390, 844);
  const list = (count: number) => (
    <DataTable
      label="Facturas"
      noun={['factura', 'facturas']}
      rows={Array.from({ length: count }, (_, index) => `A-${index + 1}`)}
      columns={columns.slice(0, 2)}
      rowId={rowId}
      after={<button type="button">Ver más facturas</button>}
      empty={null}
    />
  );
  const screen = await renderScreen(list(12));
  await expect.element(screen.getByText('12 facturas')).toBeVisible();
  expect(screen.getByRole('article').elements()).toHaveLength(5);
  const next = screen.getByRole('button', { name: 'Ver más facturas' });
  await expect.element(next).not.toBeInTheDocument();
  await press(screen.getByRole('button', { name: 'Mostrar 7 más' }), '{Enter}');
  expect(screen.getByRole('article').elements()).toHaveLength(12);
  await expect.element(screen.getByRole('listitem').nth(5)).toHaveFocus();
  await expect.element(next).toBeVisible();
  await screen.unmount();
  const short = await renderScreen(list(8));
  await expect.element(short.getByRole('article').nth(7)).toBeVisible();
  await expect.element(short.getByRole('button', { name: /^Mostrar/ })).not.toBeInTheDocument();
});

it('[EST-02] a card on a phone leaves out the heading of a line with nothing in it', async () => {
  await page.viewport(390, 844);
  const agreed: Column<string> = {
    id: 'agreed',
    header: 'Acuerdo',
    value: (row) => row,
    cell: (row) => (row === 'A-1' ? 'Promesa' : null),
    width: '9rem',
  };
  const charge = (id: string, card: 'line' | 'figure') =>
    amountColumn<string>({ id, header: `Cargo ${id}`, pick: () => null, total: null, card });
  const screen = await renderScreen(
    <Selectable columns={[agreed, charge('line', 'line'), charge('figure', 'figure')]} rows={['A-1', 'A-2']} />,
  );
  await expect.element(screen.getByRole('article').nth(1)).toBeVisible();
  await expect.element(screen.getByRole('article').nth(0)).toMatchTextContent(/AcuerdoPromesa/);
  expect(screen.getByText('Acuerdo').elements()).toHaveLength(1);
  await expect.element(screen.getByText(/Cargo|—/)).not.toBeInTheDocument();
});

it('[EST-02] the totals on a phone leave out a column without amounts', async () => {
  await page.viewport(390, 844);
  const charge = amountColumn<string>({ id: 'charge', header: 'Cargo', pick: () => null, total: everyRow });
  const credit = amountColumn<string>({
    id: 'credit',
    header: 'Abono',
    pick: () => moneyOf('2.00', 'MXN'),
    total: everyRow,
  });
  const screen = await renderScreen(<Selectable columns={[charge, credit]} rows={['A-1', 'A-2']} />);
  await expect.element(screen.getByText('Total abono')).toBeVisible();
  await expect.element(screen.getByText('MXN 4.00')).toBeVisible();
  await expect.element(screen.getByText('Total cargo')).not.toBeInTheDocument();
});

it('[EST-02] the count below a narrow column reaches into the empty cell beside it', async () => {
  const narrow = columns.map((column, index) => ({
    ...column,
    width: '5rem',
    ...(index === 2 && { total: () => 'MXN 1.00' }),
  }));
  const screen = await renderScreen(<Selectable columns={narrow} />);
  const count = screen.getByRole('gridcell', { name: 'Total de 5 facturas' });
  await expect.element(count).toBeVisible();
  const text = document.createRange();
  text.selectNodeContents(count.element());
  expect(text.getClientRects()).toHaveLength(1);
});

it('renders only the row of a tick, so that a tick stays fast in a long table', async () => {
  const rendered: string[] = [];
  const counted: readonly Column<string>[] = columns.map((column) => ({
    ...column,
    ...(column.id === '12' ? { optional: 'hidden' } : {}),
    cell: (row) => {
      if (column.id === '0') rendered.push(row);
      return row;
    },
  }));
  const screen = await renderScreen(<Selectable columns={counted} />);
  await screen.getByRole('checkbox', { name: 'Seleccionar A-1' }).click();
  rendered.length = 0;
  await screen.getByRole('checkbox', { name: 'Seleccionar A-4' }).click();
  await expect.element(screen.getByText(/Selección: 2/)).toBeVisible();
  // The click also moves the row of the focus from A-1.
  expect(new Set(rendered)).toEqual(new Set(['A-1', 'A-4']));
});
