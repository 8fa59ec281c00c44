import { describe, expect, it } from 'vitest';
import { aCreditAnswer, aCreditLine, anOpenInvoice } from '../../../lib/test-builders.ts';
import { tileSearch } from './address.ts';
import { marketOf } from './market.ts';
import { narrowed } from './narrow.ts';
import { offerBook } from './offer.ts';
import { tilesOf } from './tiles.ts';

const market = marketOf(
  aCreditAnswer({ lines: [aCreditLine(), aCreditLine({ creditLineId: '2', creditCurrency: 'USD' })] }),
);
const invoices = [
  anOpenInvoice({ documentId: '1', receiverRFC: 'ÑAN010101AAA', receiverName: 'Comercial Ñandú', folio: '12' }),
  anOpenInvoice({
    documentId: '2',
    receiverRFC: 'ÑAN010101AAA',
    receiverName: 'Comercial Ñandú',
    currency: 'USD',
    folio: '13',
  }),
  anOpenInvoice({
    documentId: '3',
    receiverRFC: 'ACE010101AAA',
    receiverName: 'Aceros',
    receiverStatus: 10,
    total: '10.00',
  }),
  anOpenInvoice({
    documentId: '4',
    receiverRFC: 'ZAC010101AAA',
    receiverName: 'Zacatecas',
    total: '50.00',
    folio: '7',
  }),
];
const draft = { chosen: new Set<string>(), habits: new Map(), dates: new Map(), orders: new Map() };
const tiles = tilesOf(offerBook()(invoices, market, draft), '20');

const shown = (address: Record<string, unknown>) =>
  narrowed(tiles, tileSearch(address), '20').map(({ name, offers }) => [name, ...offers.map(({ id }) => id)]);

describe('[TAB-06] the receivers shown', () => {
  it('shows all receivers, largest first, without a filter', () => {
    expect(narrowed(tiles, {}, '20')).toBe(tiles);
    expect(shown({}).map(([name]) => name)).toEqual(['Comercial Ñandú', 'Zacatecas', 'Aceros']);
  });

  it.each([
    ['a currency', { divisa: 'USD' }, [['Comercial Ñandú', '2']]],
    [
      'approval',
      { empresas: 'preaprobadas' },
      [
        ['Comercial Ñandú', '1', '2'],
        ['Zacatecas', '4'],
      ],
    ],
    ['no approval', { empresas: 'otras' }, [['Aceros', '3']]],
    ['a name without accents', { cliente: 'nandu' }, [['Comercial Ñandú', '1', '2']]],
    ['a tax id', { cliente: 'zac0101' }, [['Zacatecas', '4']]],
    ['a folio', { cliente: 'ñandú a-13' }, [['Comercial Ñandú', '2']]],
    ['a folio of digits, which the router reads as a number', { cliente: 13 }, [['Comercial Ñandú', '2']]],
    ['both', { divisa: 'MXN', cliente: 'comercial' }, [['Comercial Ñandú', '1']]],
    ['nothing that exists', { cliente: 'x y' }, []],
    ['an invalid address', { divisa: 'EUR', empresas: 'todas', orden: 'azar' }, shown({})],
  ])('shows the receivers of %s', (_, address, expected) => {
    expect(shown(address)).toEqual(expected);
  });

  it.each([
    ['nombre', ['Aceros', 'Comercial Ñandú', 'Zacatecas']],
    ['facturas', ['Comercial Ñandú', 'Zacatecas', 'Aceros']],
  ])('sorts receivers by %s', (orden, names) => {
    expect(shown({ orden }).map(([name]) => name)).toEqual(names);
  });
});

it('[TAB-06] the address omits the default order, empty texts and unknown values', () => {
  expect(tileSearch({ orden: 'importe', cliente: '', divisa: 'usd' })).toEqual({});
  const search = { cliente: 'ñ', divisa: 'MXN', empresas: 'otras', orden: 'facturas' };
  expect(tileSearch({ ...search, estado: 'credito' })).toEqual(search);
});
