import { expect, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { isSpent } from './prepared-sale.ts';

const today = dateOf('2026-03-10');
const tomorrow = dateOf('2026-03-11');

const free = { dueDate: tomorrow, status: 'AUTORIZADA', saleState: null } as const;
const held = { ...free, status: 'PREVENTA' } as const;

test.each([
  ['its only date is tomorrow', [free], false],
  ['its only date is today', [{ ...free, dueDate: today }], true],
  ['one of two dates has come', [{ ...free, dueDate: today }, free], false],
  ['its invoice is held by another sale', [{ ...held, saleState: 'quoted' }], false],
  ['its invoice was sent to the lender', [{ ...held, saleState: 'requested' }], true],
  ['the lender returned the sale of its invoice', [{ ...held, saleState: 'returned' }], true],
  ['one of two invoices was sent to the lender', [{ ...held, saleState: 'requested' }, free], false],
  [
    'one was sent to the lender, and the date of the other has come',
    [
      { ...held, saleState: 'answered' },
      { ...free, dueDate: today },
    ],
    true,
  ],
  ['its invoice was rejected today', [{ ...free, status: 'RECHAZADA' }], false],
  ['its invoice is in credit', [{ ...free, status: 'CREDITO' }], true],
  ['its invoice is settled', [{ ...free, status: 'LIQUIDADO' }], true],
] as const)('[DER-12] [LLA-12] a prepared sale ends by itself: %s', (_case, items, expected) => {
  expect(isSpent(items, today)).toBe(expected);
});
