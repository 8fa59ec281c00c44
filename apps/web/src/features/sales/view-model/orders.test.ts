import { expect, it } from 'vitest';
import { ordersByFolio, pastedOrders, repeatedOrder } from './orders.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id, purchaseOrder: '' }));

it.each([
  ['a column', 'OC1\nOC2\nOC3', 'a', { a: 'OC1', b: 'OC2', c: 'OC3' }, 0],
  ['of a spreadsheet, which ends its last line', 'OC1\r\nOC2\r\n', 'a', { a: 'OC1', b: 'OC2' }, 0],
  ['from the middle, longer than the list', 'OC1\nOC2\nOC3', 'b', { b: 'OC1', c: 'OC2' }, 1],
  ['with a gap', 'OC1\n\nOC3', 'a', { a: 'OC1', c: 'OC3' }, 0],
  ['of several columns', 'OC1\tx\n OC2 \ty', 'a', { a: 'OC1', b: 'OC2' }, 0],
])('[VTA-07] pasted orders run down the list: %s', (_, text, from, orders, unused) => {
  expect(pastedOrders(text, rows, from)).toEqual({ orders: new Map(Object.entries(orders)), unused });
});

it('[VTA-07] a text of one line is pasted as usual', () => {
  expect([pastedOrders('OC 1', rows, 'a'), pastedOrders('OC 1\n', rows, 'a')]).toEqual([null, null]);
});

it.each([
  ['copied from a spreadsheet', 'Folio\tOrden\nA-1\tOC 1\nB-2\tOC 2\n', { a: 'OC 1', b: 'OC 2' }, []],
  ['as CSV, with quotes and leading zeros', '"A 0001","x1"\r\n2;y2', { a: 'x1', b: 'y2' }, []],
  ['with folios of other invoices', 'Z-9\tOC\nA-1\tOC1\nZ-8\tOC8', { a: 'OC1' }, ['Z-8']],
  ['with a folio that two invoices have', 'A-1\tOC1\n7\tOC7', { a: 'OC1' }, ['7']],
  ['without orders', 'A-1\nB-2\t', {}, ['B-2']],
])('[VTA-07] a table names the invoice of each order: %s', (_, text, orders, unknown) => {
  const named = [
    { id: 'a', names: ['A-1', '1'] },
    { id: 'b', names: ['B-2', '2'] },
    { id: 'c', names: ['C-7', '7'] },
    { id: 'd', names: ['D-7', '7'] },
  ].map((invoice) => ({ ...invoice, purchaseOrder: '' }));
  expect(ordersByFolio(text, named)).toEqual({ orders: new Map(Object.entries(orders)), unknown });
});

it('[VTA-07] the first order is repeated where there is none', () => {
  const mixed = ['OC1', ' ', 'OC3'].map((purchaseOrder, index) => ({ id: `${index}`, purchaseOrder }));
  expect(repeatedOrder(mixed)).toEqual(new Map([['1', 'OC1']]));
  expect(repeatedOrder(rows).size).toBe(0);
});

it('[VTA-07] nothing is repeated while the first invoice has no order', () => {
  expect(
    repeatedOrder([
      { id: 'a', purchaseOrder: ' ' },
      { id: 'b', purchaseOrder: 'OC2' },
    ]).size,
  ).toBe(0);
});
