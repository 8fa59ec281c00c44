import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newUuid } from '../../lib/api-client.ts';
import { sale, terms } from '../../testing/sale-server.ts';
import {
  acceptanceOf,
  authorise,
  cancel,
  documentsOf,
  giveBack,
  giveBackLeaving,
  hold,
  inOrder,
  mailSummary,
  process,
  quoteQuery,
  refreshLists,
  saveHabits,
} from './api.ts';
import { emptyDraft } from './view-model/draft.ts';
import { aLine, aMarket, anInvoice, itemOf, offersOf } from './view-model/test-builders.ts';

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
  readonly keepalive: boolean;
}
let sent: Sent[] = [];
/** The answer of each path; a lost one by default. */
let answers: Readonly<Record<string, unknown>> = {};

beforeEach(() => {
  sent = [];
  answers = {};
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string, { body, headers, keepalive = false }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key');
    sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null, key, keepalive });
    const [found] = Object.keys(answers).filter((start) => path.startsWith(start));
    if (!found) throw new TypeError('Failed to fetch');
    return Response.json(answers[found]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The result of a call whose pauses end at once. */
const outcomeOf = async <T>(work: Promise<T>): Promise<T | 'lost'> => {
  const settled = work.catch(() => 'lost' as const);
  await vi.runAllTimersAsync();
  return await settled;
};

const market = aMarket({ lines: [aLine({ interestRate: '18', advancePercent: '85' }), aLine({ product: 'FB' })] });

describe('the body of a hold', () => {
  it('[RES-06] has the figures shown', () => {
    const [offer] = offersOf([anInvoice({ product: 'FB', total: '116000.00', purchaseOrder: 'oc 1' })], market);
    expect(documentsOf(offer ? [offer] : [])).toEqual([
      {
        documentId: offer?.id,
        dueDate: '2026-04-16',
        purchaseOrder: 'OC1',
        productId: offer?.invoice.productId,
        total: '116000.00',
        paymentDays: 45,
        comision: '3480.00',
        interestRate: '24',
        porcentajeAdelanto: '90',
      },
    ]);
  });

  it('[RES-06] has the terms of the line of its product, and no purchase order for BI', () => {
    const [document] = documentsOf(offersOf([anInvoice({ purchaseOrder: 'OC1' })], market));
    expect(document).toMatchObject({ interestRate: '18', porcentajeAdelanto: '85' });
    expect(document).not.toHaveProperty('purchaseOrder');
  });

  it('has no figures without a usable date', () => {
    const invoice = anInvoice();
    const draft = { ...emptyDraft, dates: new Map([[invoice.documentId, '']]) };
    const { documentId, productId } = invoice;
    expect(documentsOf(offersOf([invoice], market, draft))).toEqual([{ documentId, dueDate: null, productId }]);
  });
});

it('[RES-06] a quote confirms only the choice and the prices that were asked about', () => {
  const invoice = anInvoice();
  const keyOf = (...input: Parameters<typeof offersOf>) => JSON.stringify(quoteQuery(offersOf(...input)).queryKey);
  const dearer = aMarket({ lines: [aLine({ interestRate: '36' })] });
  const later = { ...emptyDraft, dates: new Map([[invoice.documentId, '2026-05-08']]) };
  const keys = [keyOf([invoice]), keyOf([invoice], dearer), keyOf([invoice], aMarket(), later), keyOf([])];
  expect(new Set(keys).size).toBe(4);
  expect(keyOf([invoice])).toBe(keys[0]);
  expect([quoteQuery([]).enabled, quoteQuery(offersOf([invoice])).enabled]).toEqual([false, true]);
});

it('the acceptance names every invoice of every sale, and the terms that were shown', () => {
  const [one, other] = offersOf([anInvoice(), anInvoice()]);
  if (!one || !other) throw new Error('two offers');
  const sales = [sale('quoted', { items: [itemOf(one)] }), sale('quoted', { items: [itemOf(other)] })];
  expect(acceptanceOf(sales, terms)).toEqual({
    invoices: [{ documentId: one.id }, { documentId: other.id }],
    acceptedTerms: { version: terms.version, hash: terms.hash },
  });
});

it('sales are shown by product and currency', () => {
  const kinds = [
    ['FB', 'MXN'],
    ['BI', 'USD'],
    ['BI', 'MXN'],
  ] as const;
  const sales = kinds.map(([product, currency]) => sale('held', { product, currency }));
  expect(inOrder(sales).map(({ product, currency }) => `${product} ${currency}`)).toEqual([
    'BI MXN',
    'BI USD',
    'FB MXN',
  ]);
});

it('[RES-04] a hold ends with the first of its sales, for which it asks by its key', async () => {
  const sales = [sale('held', { numberOfSale: 13, product: 'FB' }), sale('held', { numberOfSale: 12, product: 'BI' })];
  const until = (numberOfSale: number, expiresAt: string) => sale('held', { numberOfSale, expiresAt });
  answers = {
    '/api/sales/open': {
      now: '2026-03-10T17:00:00Z',
      sales: [until(12, '2026-03-10T17:20:00Z'), until(13, '2026-03-10T17:10:00Z')],
    },
    '/': { data: [], sales },
  };
  const start = performance.now();
  const held = await outcomeOf(hold([], 'the-key'));
  if (held === 'lost') throw new Error('the hold was answered');
  expect(held.sales.map(({ numberOfSale }) => numberOfSale)).toEqual([12, 13]);
  expect(Math.round(((held.until ?? 0) - start) / 60_000)).toBe(10);
  expect(sent.map(({ path, key }) => key ?? path)).toEqual(['the-key', '/api/sales/open?key=the-key']);
});

describe('[RES-07] a call without an answer', () => {
  const sales = [sale('quoted'), sale('quoted', { numberOfSale: 13 })];
  const acceptance = acceptanceOf(sales, terms);
  const key = newUuid();
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a hold', () => hold([{ documentId: 'a', dueDate: '2026-04-16', productId: 'p' }], key)],
    ['the terms', () => process(sales)],
    ['an acceptance', () => authorise(acceptance)],
    ['a cancellation', () => cancel([12, 13])],
    ['a release', () => giveBack([12, 13])],
    ['a summary', () => mailSummary(sales, 'ana@example.com')],
  ];

  it.each(calls)(
    'a call to %s is repeated under the same key, also when the user tries again later',
    async (_, send) => {
      expect(await outcomeOf(send())).toBe('lost');
      vi.advanceTimersByTime(60_000);
      expect(await outcomeOf(send())).toBe('lost');
      expect(sent).toHaveLength(6);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
      expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('shares its key with no other call', async () => {
    for (const [, send] of calls) await outcomeOf(send());
    expect(new Set(sent.map(({ key }) => key)).size).toBe(calls.length);
  });
});

describe('what the calls of a sale ask for', () => {
  const bodies = () => sent.map(({ body }) => body);

  it('[RES-04] a release spares accepted sales, a cancellation does not', async () => {
    answers = { '/': { sales: [] } };
    await outcomeOf(giveBack([12, 13]));
    giveBackLeaving([14]);
    await outcomeOf(cancel([12, 13]));
    expect(bodies()).toEqual([
      { numberOfSales: [12, 13], onlyHeld: true },
      { numberOfSales: [14], onlyHeld: true },
      { numberOfSales: [12, 13] },
    ]);
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true, false]);
  });

  it('[RES-03] terms and summary are those of every sale; the acceptance outlives the page', async () => {
    const sales = [sale('quoted'), sale('quoted', { numberOfSale: 13 })];
    answers = { '/': { sales, terms, status: 'success' } };
    await outcomeOf(process(sales));
    await outcomeOf(authorise(acceptanceOf(sales, terms)));
    await outcomeOf(mailSummary(sales, 'ana@example.com'));
    expect(bodies()).toEqual([
      { numberOfSales: [12, 13] },
      acceptanceOf(sales, terms),
      { numberOfSales: [12, 13], emails: ['ana@example.com'] },
    ]);
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true, false]);
  });
});

describe('[VTA-15] the payment days that are saved', () => {
  const weekDays = { monday: true, tuesday: false, wednesday: false, thursday: false, friday: false };
  const abroad = { receiverRFC: 'XEXX010101000' };
  const invoices = [
    anInvoice({ ...abroad, receiverKey: 'XEXX|1', receiverName: 'LONE STAR' }),
    anInvoice({ ...abroad, receiverKey: 'XEXX|1', receiverName: 'LONE STAR' }),
    anInvoice({ ...abroad, receiverKey: 'XEXX|2', receiverName: 'HANSEATISCHE' }),
    anInvoice({ receiverKey: 'KNOWN', habit: { source: 'saved', term: 60, weekDays } }),
    anInvoice({ receiverKey: 'FACTORED', product: 'FB' }),
  ];
  const habits = new Map([
    ['XEXX|1', { term: '50', weekDays }],
    ['XEXX|2', { term: '30', weekDays }],
  ]);
  const offers = offersOf(invoices, market, { ...emptyDraft, habits });

  it('saves the payment days typed, once per receiver, even after the page is left', async () => {
    answers = { '/': { data: {} } };
    expect(await outcomeOf(saveHabits(offers))).toBe(true);
    expect(sent.map(({ body }) => body)).toEqual([
      { rfc: 'XEXX010101000', razonSocial: 'LONE STAR', paymentDays: 50, weekDays },
      { rfc: 'XEXX010101000', razonSocial: 'HANSEATISCHE', paymentDays: 30, weekDays },
    ]);
    expect(sent.every(({ keepalive }) => keepalive)).toBe(true);
  });

  it('payment days that could not be saved stop neither the sale nor the next receiver', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    expect(await outcomeOf(saveHabits(offers))).toBe(true);
    expect([sent.length, logged.mock.calls.length]).toEqual([2, 2]);
    logged.mockRestore();
  });

  it('saves no payment days where every receiver is known', async () => {
    expect(await outcomeOf(saveHabits(offers.slice(3)))).toBe(false);
    expect(sent).toEqual([]);
  });
});

it('a sale makes invoices and credit stale, and nothing else', async () => {
  const queries = new QueryClient();
  const keys = [['invoices', 'open'], ['invoices', 'counts'], ['credit', 'information'], ['references']];
  for (const key of keys) queries.setQueryData(key, 1);
  await refreshLists(queries);
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false]);
});
