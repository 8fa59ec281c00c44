import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { companyStatus } from '@anticipa/domain/receiver';
import { describe, expect, it } from 'vitest';
import { aLine, aMarket, anInvoice, offersOf } from './test-builders.ts';
import { isInTab, tickOf, tickOfTile, tilesOf } from './tiles.ts';

const market = aMarket({ lines: [aLine(), aLine({ currency: 'USD' })] });
const tiles = (...invoices: Parameters<typeof offersOf>[0]) => tilesOf(offersOf(invoices, market), '20');

describe('[TAB-04] tiles', () => {
  it('adds up each receiver in pesos and in dollars', () => {
    const [tile] = tiles(
      anInvoice({ total: '1000.40' }),
      anInvoice({ total: '2000.10' }),
      anInvoice({ currency: 'USD', total: '300.00' }),
    );
    expect(tile && [tile.rfc, decimalOf(tile.totalMXN), decimalOf(tile.totalUSD)]).toEqual([
      'ACN980506UWA',
      '3000.50',
      '300.00',
    ]);
  });

  it('separates foreign receivers by key, although they share a tax id', () => {
    const abroad = (name: string) =>
      anInvoice({ receiverRFC: 'XEXX010101000', receiverName: name, receiverKey: `XEXX010101000|1|${name}` });
    expect(tiles(abroad('LONE STAR'), abroad('HANSEATISCHE'), abroad('LONE STAR')).map((tile) => tile.name)).toEqual([
      'LONE STAR',
      'HANSEATISCHE',
    ]);
  });

  it('excludes final refusals from the totals', () => {
    const rejected = anInvoice({ status: 0, rejectedDate: '2026-03-01', total: '9000.00' });
    const [tile] = tiles(anInvoice({ total: '100.00' }), rejected);
    expect(tile && decimalOf(tile.totalMXN)).toBe('100.00');
    expect(tile?.offers).toHaveLength(2);
    expect(tile?.selectable).toHaveLength(1);
  });

  it('puts the largest first, dollars at the rate shown, equal ones by name', () => {
    const of = (name: string, over: Parameters<typeof anInvoice>[0]) =>
      anInvoice({ receiverRFC: name, receiverName: name, ...over });
    const order = tiles(
      of('ÑANDÚ', { total: '100.00' }),
      of('ZETA', { total: '500.00' }),
      of('NORTE', { total: '100.00' }),
      of('DOLARES', { currency: 'USD', total: '30.00' }),
    );
    expect(order.map((tile) => tile.name)).toEqual(['DOLARES', 'ZETA', 'NORTE', 'ÑANDÚ']);
  });
});

it('[VTA-12] selects invoices rejected today only one by one, or where there is nothing else', () => {
  const rejected = () => anInvoice({ status: 0, rejectedDate: '2026-03-02' });
  const ready = anInvoice();
  expect(tiles(ready, rejected())[0]?.selectable).toEqual([ready.documentId]);
  expect(tiles(rejected(), rejected())[0]?.selectable).toHaveLength(2);
});

it('[VTA-12] [TAB-07] offers no invoice of a refused receiver, excludes it from the totals, and gives the reason', () => {
  const disabled = { receiverStatus: companyStatus.DISABLED, total: '9000.00' } as const;
  const [tile] = tiles(
    anInvoice({ ...disabled, status: 0, rejectedDate: '2026-03-02' }),
    anInvoice({ ...disabled, status: 20 }),
  );
  expect(tile).toMatchObject({
    selectable: [],
    deposits: [],
    totalMXN: moneyOf('0.00', 'MXN'),
    refused: { count: 2, reason: 'El receptor está deshabilitado' },
  });
});

it('[TAB-04] adds up the deposits per currency, and gives no common reason where there is none', () => {
  const rejected = (code: 'PPD_REQUIRED' | 'LENDER_DOCUMENTS') =>
    anInvoice({
      status: 0,
      rejectedDate: '2026-03-01',
      motive: { code, description: '', remedy: '', user: false },
    });
  const [tile] = tiles(
    anInvoice({ total: '1000.00' }),
    anInvoice({ total: '1000.00' }),
    anInvoice({ currency: 'USD', total: '100.00' }),
    rejected('PPD_REQUIRED'),
    { ...rejected('LENDER_DOCUMENTS'), Product: { code: 'FB' } },
  );
  expect([...(tile?.products ?? [])]).toEqual(['BI', 'FB']);
  expect(tile?.deposits.map((amount) => `${amount.currency} ${decimalOf(amount)}`)).toEqual([
    'MXN 1580.00',
    'USD 79.00',
  ]);
  expect(tile?.refused).toEqual({ count: 2, reason: null });
});

it('[VTA-12] totals only what its checkbox selects', () => {
  const [tile] = tiles(anInvoice({ total: '1000.00' }), anInvoice({ status: 0, rejectedDate: '2026-03-02' }));
  const [alone] = tiles(anInvoice({ total: '1000.00' }));
  expect(tile?.deposits).toEqual(alone?.deposits);
});

it('[TAB-05] scores by cumulative share, the largest 1', () => {
  const of = (name: string, total: string) => anInvoice({ receiverRFC: name, receiverName: name, total });
  const scored = tiles(of('A', '60.00'), of('B', '20.00'), of('C', '14.00'), of('D', '6.00'));
  expect(scored.map(({ name, score }) => [name, score])).toEqual([
    ['A', 1],
    ['B', 3],
    ['C', 4],
    ['D', 4],
  ]);
});

it('[TAB-03] puts uploaded invoices under Mis Facturas and synced ones under Facturas Preaprobadas', () => {
  const [uploaded, synced] = offersOf([anInvoice(), anInvoice({ isSynced: true })], market);
  expect([uploaded && isInTab(uploaded, 'mine'), synced && isInTab(synced, 'mine')]).toEqual([true, false]);
  expect([uploaded && isInTab(uploaded, 'preapproved'), synced && isInTab(synced, 'preapproved')]).toEqual([
    false,
    true,
  ]);
});

it.each([
  [[], 'none'],
  [['a'], 'some'],
  [['a', 'b'], 'all'],
] as const)('ticks a tile with %j chosen as %s', (chosen, tick) => {
  expect(tickOf(['a', 'b'], new Set(chosen))).toBe(tick);
});

it('ticks a tile in part when only an invoice that was rejected today is chosen', () => {
  const rejected = anInvoice({ status: 0, rejectedDate: '2026-03-02', documentId: 'rejected' });
  const [tile] = tiles(anInvoice({ documentId: 'ready' }), rejected);
  expect(tile?.selectable).toEqual(['ready']);
  expect(tile && tickOfTile(tile, new Set(['rejected']))).toBe('some');
  expect(tile && tickOfTile(tile, new Set())).toBe('none');
});
