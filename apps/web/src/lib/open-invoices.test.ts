import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openListOf } from '../testing/open-list.ts';
import { type OpenList, readOpenInvoices, readSomeOpenInvoices, withChanged } from './open-invoices.ts';
import { openInvoicesQuery, patchOpenInvoices } from './queries.ts';
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

describe('[VTA-15] the habit of a receiver', () => {
  const weekDays = { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false };
  const known = { source: 'saved', term: 60, weekDays } as const;

  it('the habit that one invoice brings is that of all its receiver’s, and of no other receiver’s', () => {
    const list: OpenList = {
      version: null,
      order: ['a', 'b', 'c'],
      invoices: [
        anOpenInvoice({ documentId: 'a', receiverKey: 'R1' }),
        anOpenInvoice({ documentId: 'b', receiverKey: 'R1' }),
        anOpenInvoice({ documentId: 'c', receiverKey: 'R2' }),
      ],
    };
    const changed = anOpenInvoice({ documentId: 'b', receiverKey: 'R1', habit: known });
    const next = withChanged(list, ['b'], [changed]);
    expect(next.invoices.map(({ habit }) => habit?.term)).toEqual([60, 60, undefined]);
    const forgotten = withChanged(next, ['a'], [anOpenInvoice({ documentId: 'a', receiverKey: 'R1' })]);
    expect(forgotten.invoices.map(({ habit }) => habit)).toEqual([null, null, null]);
  });
});

describe('the open invoices as they are read', () => {
  const { signal } = new AbortController();
  afterEach(() => vi.unstubAllGlobals());

  /** A server of these invoices; returns the queries it received. */
  const serve = (invoices: Parameters<typeof openListOf>[0], version = 'W/"1"') => {
    const asked: URLSearchParams[] = [];
    vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
      const query = new URL(path, 'http://portal.example').searchParams;
      asked.push(query);
      if (new Headers(headers).get('if-none-match') === version) return new Response(null, { status: 304 });
      const ids = query.get('ids')?.split(',');
      const list = openListOf(invoices.filter(({ documentId }) => ids?.includes(documentId) ?? true));
      return Response.json(list, { headers: { etag: version } });
    });
    return asked;
  };

  it('open invoices have all their fields, and their receiver’s', async () => {
    const sent = [
      anOpenInvoice({
        documentId: 'a',
        Product: { code: 'FB', name: 'Factoraje' },
        productId: 'product-fb',
        serie: 'S',
        folio: '7',
        currency: 'USD',
        total: '1.50',
        emittedOn: '2026-02-01',
        status: 0,
        isSynced: true,
        verification: 'pending',
        rejectedDate: '2026-02-02',
        purchaseOrder: 'OC1',
        receiverName: 'Aceros',
        receiverRFC: 'ACE010101AAA',
        receiverStatus: 10,
        isOfLastSale: true,
        habit: {
          source: 'invoice',
          term: 45,
          weekDays: { monday: false, tuesday: true, wednesday: false, thursday: true, friday: false },
        },
        motive: { code: 'DELETED_BY_USER', description: '', remedy: '', user: true },
      }),
      anOpenInvoice({ documentId: 'b', motive: { code: 'PPD_REQUIRED', description: '', remedy: '', user: false } }),
    ];
    serve(sent);
    const { invoices, order, version } = await readOpenInvoices(undefined, signal);
    expect([order, version]).toEqual([['a', 'b'], 'W/"1"']);
    const [first, second] = invoices;
    const { motive, Product: product } = first ?? {};
    expect(sent[0]).toMatchObject({ ...first, motive: {}, Product: { code: 'FB' } });
    expect(product).toEqual({ code: 'FB' });
    expect(motive).toMatchObject({ code: 'DELETED_BY_USER', user: true });
    expect(motive?.description).toMatch(/eliminó/);
    expect(second).toMatchObject({ documentId: 'b', productId: sent[1]?.productId, habit: null, isOfLastSale: false });
    expect(second?.motive).toMatchObject({ code: 'PPD_REQUIRED', user: false });
  });

  it('keeps the open invoices while the server’s are the same', async () => {
    serve([invoice('a')]);
    const list = await readOpenInvoices(undefined, signal);
    expect(await readOpenInvoices(list, signal)).toBe(list);
  });

  it('asks for open invoices in parts that the server accepts', async () => {
    const asked = serve([]);
    await readSomeOpenInvoices(Array.from({ length: 250 }, (_, index) => `id-${index}`));
    const parts = asked.map((query) => query.get('ids')?.split(',') ?? []);
    expect(parts.flat()).toEqual(Array.from({ length: 250 }, (_, index) => `id-${index}`));
    expect(parts.length).toBeGreaterThan(1);
  });

  it('patches open invoices only where the list is known and not being read', async () => {
    const queries = new QueryClient();
    const { queryKey } = openInvoicesQuery;
    serve([invoice('b', '200.00')]);
    expect(await patchOpenInvoices(queries, ['b'])).toBe(false);
    queries.setQueryData(queryKey, listOf('c', 'b', 'a'));
    expect(await patchOpenInvoices(queries, ['b', 'a'])).toBe(true);
    expect(queries.getQueryData(queryKey)?.invoices.map(({ documentId, total }) => [documentId, total])).toEqual([
      ['c', '100.00'],
      ['b', '200.00'],
    ]);
    expect(await patchOpenInvoices(queries, Array.from({ length: 601 }, String))).toBe(false);
    const reading = patchOpenInvoices(queries, ['c']);
    queries.setQueryData(queryKey, listOf('d'));
    expect(await reading).toBe(false);
    expect(queries.getQueryData(queryKey)?.order).toEqual(['d']);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await patchOpenInvoices(queries, ['d'])).toBe(false);
  });
});
