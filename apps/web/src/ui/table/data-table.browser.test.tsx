import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
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

function Selectable(props: { columns?: readonly Column<string>[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Facturas"
      noun={['factura', 'facturas']}
      rows={rows}
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

  it('leaves Space to the checkbox', async () => {
    const screen = await renderScreen(<Selectable />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar A-2' }));
    await userEvent.keyboard(' ');
    await expect.element(screen.getByText('5 facturas', { exact: true })).toBeVisible();
  });
});

it('renders only the row of a tick, so that a tick stays fast in a long table', async () => {
  const rendered: string[] = [];
  const counted: readonly Column<string>[] = columns.map((column) => ({
    ...column,
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
