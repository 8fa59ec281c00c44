import { describe, expect, it } from 'vitest';
import { searchTerms, uuidIn } from './search.ts';

const none = { words: [], uuids: null, folio: null, amounts: null, numberOfSale: null, code: null };

describe('[BUS-01] what a typed text can mean', () => {
  it.each([
    ['FAC-1026', { key: '1026', before: 'FAC' }],
    ['fac 001026', { key: '1026', before: 'FAC' }],
    ['folio 1026', { key: '1026', before: '' }],
    ['A2024-7', { key: '7', before: 'A2024' }],
    ['000', { key: '000', before: '' }],
    ['12-b', { key: '12B', before: '' }],
    ['$1,026.00', null],
    ['···', null],
  ])('a folio: %s', (typed, folio) => {
    expect(searchTerms(typed).folio).toEqual(folio);
  });

  it.each([
    ['1,254,283.07', [125_428_307n, 125_428_307n], []],
    ['$ 1,254,283.0', [125_428_300n, 125_428_309n], []],
    ['1 254 283.', [125_428_300n, 125_428_399n], []],
    ['MXN 15', [1_500n, 1_599n], []],
    [
      '$1,254',
      [125_400n, 125_499n],
      [
        [125_400_000n, 125_499_999n],
        [125_400_000_000n, 125_499_999_999n],
      ],
    ],
    [
      '9999999999999',
      [999_999_999_999_900n, 999_999_999_999_999n],
      [[999_999_999_999_900_000n, 999_999_999_999_999_999n]],
    ],
    ['12345678901234', null, []],
    ['1.234.567', null, []],
    ['FAC-1026', null, []],
  ] as const)('an amount: %s', (typed, exact, longer) => {
    const { amounts } = searchTerms(typed);
    const ends = ({ from, to }: { readonly from: bigint; readonly to: bigint }) => [from, to];
    expect(amounts && ends(amounts.exact)).toEqual(exact);
    expect(amounts?.longer.map(ends) ?? []).toEqual(longer);
  });

  it.each([
    ['8bc7b3', '8BC7B300-0000-0000-0000-000000000000', '8BC7B3FF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
    ['8BC7B33D-8a5', '8BC7B33D-8A50-0000-0000-000000000000', '8BC7B33D-8A5F-FFFF-FFFF-FFFFFFFFFFFF'],
  ])('the beginning of a UUID: %s', (typed, first, last) => {
    expect(searchTerms(typed).uuids).toEqual({ first, last });
  });

  it('nothing but an invoice, if it contains a whole UUID', () => {
    const uuid = '8BC7B33D-8A5D-4C6C-9C1B-0F6C6F2B9A11';
    const typed = `https://sat.test/?id=${uuid.toLowerCase()}&re=X`;
    expect(searchTerms(typed)).toEqual({ ...none, uuids: { first: uuid, last: uuid } });
    expect(uuidIn(typed)).toBe(uuid);
    expect(uuidIn('8bc7b33d')).toBeNull();
  });

  it.each([
    ['Pérez, S.A.', ['perez', 's', 'a'], null, null],
    ['venta 12', ['venta', '12'], 12, null],
    ['012', ['012'], null, null],
    ['1234567890', ['1234567890'], null, '1234567890'],
    ['an 1100 0000 0141', ['an', '1100', '0000', '0141'], null, 'AN110000000141'],
    ['% _ \\', [], null, null],
  ])('words, a sale or a code: %s', (typed, words, numberOfSale, code) => {
    expect(searchTerms(typed)).toMatchObject({ words, numberOfSale, code });
  });
});
