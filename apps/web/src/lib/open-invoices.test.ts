import { describe, expect, it } from 'vitest';
import { type OpenList, withChanged } from './open-invoices.ts';
import { anOpenInvoice } from './test-builders.ts';

const invoice = (documentId: string, total = '100.00') => anOpenInvoice({ documentId, total });
const listOf = (...ids: string[]): OpenList => ({
  version: 'W/"1"',
  order: ids,
  invoices: ids.map((id) => invoice(id)),
});
const ids = ({ invoices }: OpenList): readonly string[] => invoices.map(({ documentId }) => documentId);

describe('the list of open invoices after a change', () => {
  it('replaces a changed one in its place and keeps the others as they are', () => {
    const list = listOf('c', 'b', 'a');
    const next = withChanged(list, ['b'], [invoice('b', '200.00')]);
    expect(next.invoices.map(({ documentId, total }) => [documentId, total])).toEqual([
      ['c', '100.00'],
      ['b', '200.00'],
      ['a', '100.00'],
    ]);
    expect(next.invoices[0]).toBe(list.invoices[0]);
    expect(next.version).toBeNull();
  });

  it('drops one that is no longer open, also one that it never contained', () => {
    expect(ids(withChanged(listOf('c', 'b', 'a'), ['b', 'x'], []))).toEqual(['c', 'a']);
  });

  it('puts new ones first, and one that left and came back in its old place', () => {
    const sold = withChanged(listOf('c', 'b', 'a'), ['b'], []);
    const next = withChanged(sold, ['b', 'e', 'd'], [invoice('e'), invoice('d'), invoice('b')]);
    expect(ids(next)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(ids(withChanged(withChanged(next, ['d'], []), ['d'], [invoice('d')]))).toEqual(['e', 'd', 'c', 'b', 'a']);
  });
});
